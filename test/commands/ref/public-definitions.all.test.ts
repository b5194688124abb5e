// Slow: its definitions are as large as public ones are.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { DEFINITIONS, GITHUB, hasDefinitions } from '../../support/large-definitions.ts';
import { openWorld } from '../../support/world.ts';
import { VERSIONS } from './definitions.ts';

interface PublicDefinition {
  /** In the packages that `npm run definitions` installs. */
  readonly path: string;
  /** What the standard forbids and nobody can read or call, and where it says so. */
  readonly refused?: { readonly rules: readonly string[]; readonly source: string };
}

const GHES = ['3.5', '3.6', '3.7'].map((version) => `github-10/generated/ghes-${version}.json`);
const NULL_TYPE = {
  rules: ['struct'],
  source: '3.0.3, Data Types: "null is not supported as a type" (`type: \'null\'`)',
};
const NULL_SCHEMA = {
  rules: ['struct'],
  source: '3.0.3, Media Type Object, schema: "Schema Object | Reference Object" (`schema: null`)',
};

const LIST: readonly PublicDefinition[] = [
  { path: '@octokit/openapi/generated/api.github.com.json' },
  { path: '@octokit/openapi/generated/ghes-2.21.json' },
  { path: '@octokit/openapi/generated/ghes-2.22.json' },
  ...GHES.map((path) => ({ path })),
  ...['5', '8', '12'].map((major) => ({ path: `webhooks-${major}/generated/api.github.com.json` })),
  { path: 'blockfrost-59/openapi.yaml' },
  { path: 'blockfrost-73/openapi.yaml', refused: NULL_TYPE },
  { path: 'blockfrost-84/openapi.yaml', refused: NULL_TYPE },
  { path: 'blockfrost-93/openapi.yaml', refused: NULL_TYPE },
  { path: 'directus-10/dist/openapi.json', refused: NULL_SCHEMA },
  { path: 'directus-13/dist/openapi.json', refused: NULL_SCHEMA },
  { path: 'directus-15/dist/openapi.json', refused: NULL_SCHEMA },
  { path: '@scalar/galaxy/dist/3.1.json' },
  { path: '@scalar/galaxy/dist/latest.yaml' },
  { path: '@ideal-postcodes/openapi/dist/openapi.json' },
  { path: '@ideal-postcodes/openapi/dist/openapi.yaml' },
  ...['10', '11', '12', '13'].map((minor) => ({
    path: `kubernetes-client/lib/specs/swagger-1.${minor}.json.gz`,
  })),
];

/** All are skipped unless `npm run definitions` installed them. */
test.skipIf(!hasDefinitions).each(LIST.map((each) => [each.path, each] as const))(
  'upload takes %s, or refuses it for its standard (npm run definitions installs it)',
  { timeout: 120_000 },
  async (path, { refused }) => {
    const file = path.endsWith('.yaml') ? 'api.yaml' : 'api.json';
    const world = await openWorld({ ...VERSIONS, [file]: textOf(path) });
    const run = await world.run('ref', 'upload', file, '--in', 'v1.0', '--create', '--yes');
    const rules = Array.from(run.stderr.matchAll(/ error .*\[([\w-]+)\]$/gm), ([, rule]) => rule);
    expect([...new Set(rules)]).toEqual(refused?.rules ?? []);
    expect(run.exitCode).toBe(refused === undefined ? 0 : 1);
  },
);

test.skipIf(!hasDefinitions)(
  'a large, cyclic definition goes up and comes back equal (npm run definitions installs it)',
  async () => {
    const text = readFileSync(GITHUB, 'utf8');
    const world = await openWorld({ ...VERSIONS, 'github.json': text });
    const upload = ['ref', 'upload', 'github.json', '--in', 'v1.0', '--json', '--yes'];
    const first = await world.run(...upload, '--create');
    expect(JSON.parse(first.stdout)).toMatchObject({
      items: [{ state: 'done', bundled: false }],
    });
    const { title } = JSON.parse(text).info;
    expect((await world.run('ref', 'get', title)).stdout).toBe(text);
    const again = await world.run(...upload);
    expect(JSON.parse(again.stdout)).toMatchObject({ items: [{ state: 'unchanged' }] });
  },
);

/** Without white space: with it, some are larger than what the platform takes. */
function textOf(path: string): string {
  const bytes = readFileSync(`${DEFINITIONS}/${path}`);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return path.endsWith('.yaml') ? text : JSON.stringify(JSON.parse(text));
}
