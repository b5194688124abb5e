/** Logs and saved plans that no run of ours wrote: damaged, or out of somebody's repository. */
import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Intent } from '../../src/sync/record/entry.ts';
import { logLines } from '../../src/sync/record/log-file.ts';
import { readLog } from '../../src/sync/record/read-log.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openWorld, type World } from '../support/world.ts';

const DIGEST = 'x'.repeat(43);
const LINE = {
  key: 'v1.0/guide/a',
  id: 7,
  title: 'A',
  slug: 'a',
  updated: '2026-01-01T00:00:00Z',
  header: null,
  sent: DIGEST,
  sentPublished: null,
  draft: DIGEST,
  published: null,
};
const INTENT = { intent: 1, write: { op: 'publish', key: 'v1.0/guide/a', id: 7, at: 0 } };
const OUTCOME = { outcome: 0, advance: { line: LINE, was: LINE.key } };
const ENDED = { end: true, open: [INTENT] };

/** A sound entry, one value of which is replaced by any other. */
const nearly = (sound: object): fc.Arbitrary<unknown> => {
  const paths = pathsOf(sound);
  return fc.tuple(fc.constantFrom(...paths), fc.jsonValue()).map(([path, value]) => {
    const copy = structuredClone(sound);
    let at = copy as Record<string, unknown>;
    for (const name of path.slice(0, -1)) at = at[name] as Record<string, unknown>;
    at[path.at(-1) ?? ''] = value;
    return copy;
  });
};

const pathsOf = (value: object, before: readonly string[] = []): string[][] =>
  Object.entries(value).flatMap(([name, field]) => {
    const path = [...before, name];
    const inside = typeof field === 'object' && field !== null ? pathsOf(field, path) : [];
    return [path].concat(inside);
  });

describe('a log', () => {
  test('is read line by line, whatever JSON the lines contain', () => {
    const any = fc.oneof(fc.jsonValue(), nearly(INTENT), nearly(OUTCOME), nearly(ENDED));
    fc.assert(
      fc.property(fc.array(any, { maxLength: 8 }), (values) => {
        const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
        const { advances, open, unread } = readLog(text.split('\n'));
        expect(unread.every((line) => line >= 1 && line <= values.length)).toBe(true);
        for (const step of advances) {
          const texts =
            'gone' in step
              ? [step.was]
              : [step.line.key, step.line.updated, step.line.sent, step.was];
          expect(texts.every((text) => typeof text === 'string')).toBe(true);
        }
        for (const { key, op } of open)
          expect([typeof key, typeof op]).toEqual(['string', 'string']);
      }),
    );
  });

  test('keeps its valid lines, and reports the others', () => {
    const lines = [
      '[]',
      JSON.stringify(INTENT),
      'nonsense',
      JSON.stringify(OUTCOME),
      '{"i',
      '{"intent":3,"wri',
    ];
    expect(readLog(lines)).toEqual({
      open: [INTENT.write as unknown as Intent],
      advances: [OUTCOME.advance],
      foreignDrafts: [],
      unread: [1, 3],
    });
  });
});

const openPushed = async (): Promise<World> => {
  const world = await openWorld({
    'docs-cli.config.yml': 'content:\n  - path: docs\n',
    'docs/v1.0/guide/a.md': '---\ntitle: A\n---\n\nText.\n',
  });
  await world.run('push', '--yes');
  return world;
};

test.each([
  '{"intent":1,"write":null}',
  '{"outcome":1,"advance":{}}',
  '{"outcome":0,"advance":{"line":null,"was":"x"}}',
  JSON.stringify({ outcome: 0, advance: { line: { ...LINE, updated: undefined }, was: LINE.key } }),
  'not JSON',
])('a log line %s causes a warning with file and line, not a bug report', async (line) => {
  const world = await openPushed();
  await world.write({ '.docs-cli/docs-cli.lock.log': `${line}\n` });

  for (const argv of [['status'], ['push', '--yes']]) {
    const run = await world.run(...argv);
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain('warning .docs-cli/docs-cli.lock.log:1: ');
  }
});

test.each([{ choices: [1, null] }, { choices: [['a', 'b']] }, { only: [7] }, { conflicts: 'x' }])(
  'a saved plan with %j is refused',
  async (options) => {
    const world = await openPushed();
    await world.run('push', '--publish', '--out', 'plan.json');
    const plan = JSON.parse(await world.read('plan.json')) as { options: object };
    const edited = { ...plan, options: { ...plan.options, ...options } };
    await world.write({ 'plan.json': JSON.stringify(edited) });

    const run = await world.run('push', '--plan', 'plan.json', '--yes');
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('This plan was changed after docs saved it.');
  },
);

test('a log whose line never ends takes time in proportion to its length, and causes no warning', async () => {
  const folder = await temporaryFolder({});
  const path = join(folder, 'log');
  writeFileSync(path, `{"kept":1}\n${'x'.repeat(20_000_000)}`);
  const file = await open(path);
  onTestFinished(() => file.close());
  expect([...logLines(file)].map(({ at, end, bytes }) => [at, end, bytes.toString()])).toEqual([
    [0, 11, '{"kept":1}'],
  ]);
  expect([...logLines(file, 11)]).toEqual([]);
});
