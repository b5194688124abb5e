import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorld } from '../../support/world.ts';
import { VERSIONS } from './definitions.ts';

const EXAMPLES = 'node_modules/@readme/oas-examples';
const examples = readdirSync(EXAMPLES, { recursive: true })
  .map(String)
  .filter((path) => /^3\.(?:0\/json|1\/yaml)\/[^/]+\.\w+$/.test(path))
  .toSorted();

test('definitions of many kinds go up, come back byte for byte, and are not sent twice', async () => {
  const texts = examples.map((path) => readFileSync(join(EXAMPLES, path), 'utf8'));
  const files = examples.map((path, at) => `${at}${extname(path)}`);
  const world = await openWorld(
    { ...VERSIONS, ...Object.fromEntries(files.map((file, at) => [file, texts[at] ?? ''])) },
    { rateLimits: false },
  );
  const upload = (file: string) =>
    world.run('ref', 'upload', file, '--in', 'v1.0', '--create', '--json', '--yes');
  const sent = [];
  for (const [at, file] of files.entries()) {
    const first = await upload(file);
    if (first.exitCode !== 0 || JSON.parse(first.stdout).items[0].state !== 'done') continue;
    const { title, bundled } = JSON.parse(first.stdout).items[0];
    const served = await world.run('ref', 'get', title, '--in', 'v1.0');
    const again = JSON.parse((await upload(file)).stdout).items[0].state;
    sent.push({ again, same: bundled || served.stdout === texts[at] });
  }
  expect(sent.length).toBeGreaterThan(examples.length / 2);
  expect(sent).toEqual(sent.map(() => ({ again: 'unchanged', same: true })));
});
