/** SARIF files are of the schema that OASIS publishes. */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { problemsByPublishedSchema } from '../../support/published-schema.ts';

const definition = (name: string, extra = {}): string =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'A', version: '1', ...extra },
    paths: { [`/${name}`]: { get: { responses: { 200: { description: 'ok' } } } } },
  });

const FILES = {
  'docs-cli.config.yml':
    'content:\n  - path: docs\nreferences: [{ file: api/bad.json, version: v1.0 }]\n',
  'docs/v1.0/guide/a.md':
    '---\ntitle: A\ntitel: B\nslug: a b\n---\n\n# A\n\n[b](gone.md)\n\n{% callot %}\n',
  'docs/v1.0/guide/ä.md': 'No header, [c](#nowhere), ![](none.png)\n',
  'api/old.json': definition('old'),
  'api/new.json': definition('new'),
  'api/bad.json': definition('bad', { version: undefined, extra: true }),
  'api/broken.json': '{"openapi": "3.0.3",',
};

test.each([
  ['check'],
  ['check docs/v1.0/guide/a.md'],
  ['ref check'],
  ['ref check api/broken.json api/new.json'],
  ['ref check api/new.json'],
  ['ref diff api/new.json --against api/old.json'],
  ['ref diff api/new.json --against api/new.json'],
])('docs %s --format sarif is SARIF 2.1.0', async (command) => {
  const cwd = await temporaryFolder(FILES);

  const { stdout } = await runDocs([...command.split(' '), '--format', 'sarif'], { cwd });

  const sarif = JSON.parse(stdout) as { readonly runs: readonly object[] };
  expect(sarif.runs).toHaveLength(1);
  expect(await problemsByPublishedSchema('sarif-2.1.0', sarif)).toEqual([]);
});

test('what is not SARIF is found', async () => {
  const result = { message: {}, locations: [{ physicalLocation: { region: { startLine: 0 } } }] };
  const runs = [{ tool: { driver: {} }, results: [result] }];
  expect(await problemsByPublishedSchema('sarif-2.1.0', { version: '2.1.0', runs })).not.toEqual(
    [],
  );
});
