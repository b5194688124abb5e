/** What a process loads before it answers. `npm run bench` has times; this names their causes. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { builtTool } from '../support/built.ts';
import { openWorld, type World } from '../support/world.ts';

const RECORD = resolve('test/smoke/record-loaded.cjs');

const tool = builtTool();

/** Node's own modules that were loaded for a command. */
async function loadedBy(world: World, ...argv: readonly string[]): Promise<readonly string[]> {
  const record = join(world.folder, 'loaded.json');
  const { apiKey, baseUrl } = world.platform;
  await execa(process.execPath, ['--require', RECORD, tool.docs, ...argv], {
    cwd: world.folder,
    env: { DOCS_API_KEY: apiKey, DOCS_BASE_URL: baseUrl, LOADED: record },
    stdin: 'ignore',
  });
  return JSON.parse(await readFile(record, 'utf8')) as string[];
}

/** Each takes a millisecond or several, and nothing that is asked below needs it. */
const DEAR = [
  'assert',
  'child_process',
  'crypto',
  'http',
  'http2',
  'perf_hooks',
  'process',
  'readline',
  'tls',
  'tty',
  'worker_threads',
  'zlib',
];

test.each([
  [['--version'], [...DEAR, 'fs/promises']],
  [['--help'], DEAR],
  [['complete', '--', 'page', '--pub'], DEAR],
  [['version', 'list'], DEAR],
])('docs %j loads nothing dear (ADR 61)', async (argv, dear) => {
  const world = await openWorld({ 'docs-cli.lock': '' });
  // The first list of versions is kept for completion, which is written with care.
  await loadedBy(world, ...argv);
  const loaded = await loadedBy(world, ...argv);

  expect(loaded).toContain('fs');
  expect(loaded.filter((name) => dear.includes(name))).toEqual([]);
});
