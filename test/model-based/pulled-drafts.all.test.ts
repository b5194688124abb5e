/** A draft that docs wrote into a file is published by nobody who edits the rest of the page. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openWorld, type World } from '../support/world.ts';

/** DOCS_FAULTS=all: plays that nobody has seen. Otherwise the same few each time. */
const [PLAYS, SEED] =
  process.env['DOCS_FAULTS'] === 'all' ? [1000, Date.now() % 1_000_000] : [12, 1];

const KEY = 'v1/guide/install';
const FILE = 'docs/v1/guide/install.md';
const FILES = {
  [FILE]: '---\ntitle: Install\n---\n\nOne.\n\nTwo.\n\nThree.\n',
  'docs/v1/guide/other.md': '---\ntitle: Other\n---\n\nOther.\n',
};
const FOREIGN = /FOREIGN/;

type Step = (world: World, n: number) => Promise<unknown>;

const run =
  (...argv: string[]): Step =>
  (world) =>
    world.run(...argv, '--yes');

const edit =
  (change: (text: string, n: number) => string): Step =>
  async (world, n) =>
    world.write({ [FILE]: change(await world.read(FILE), n) });

const STEPS: Readonly<Record<string, Step>> = {
  pull: run('pull'),
  merge: run('sync', '--merge', '--publish'),
  push: run('push', '--no-publish'),
  publish: run('push', '--publish'),
  'edit a line': edit((text, n) => text.replace(/^One.*$/m, `One, mine ${n}.`)),
  'add a line': edit((text, n) => `${text}\nMine ${n}.\n`),
  'rewrite one of their lines': edit((text, n) => text.replace(/^FOREIGN.*$/m, `Rewritten ${n}.`)),
  'draft above': edit((text, n) =>
    text.includes('---published')
      ? text
      : text.replace('---\n\n', `---draft\n\nMine ${n}.\n\n---published\n\n`),
  ),
  'somebody saves': async (world, n) => {
    const page = await world.page(KEY);
    await world.edit(KEY, `${page?.draft ?? page?.published}\n\nFOREIGN ${n}`);
  },
  'forget the state folder': (world) =>
    rm(join(world.folder, '.docs-cli'), { recursive: true, force: true }),
};

/** What people do most is drawn most. */
const OFTEN = ['edit a line', 'push', 'publish'];

/** Whether the draft is written over a text that readers see, or over a draft. */
const STARTS = [
  ['somebody saves', 'pull'],
  ['edit a line', 'push', 'somebody saves', 'pull'],
];

async function play(steps: readonly string[]): Promise<void> {
  const ends: (() => unknown)[] = [];
  const world = await openWorld(FILES, {}, (end) => void ends.push(end));
  try {
    await world.run('push', '--yes', '--publish');
    for (const [n, step] of steps.entries()) {
      await STEPS[step]?.(world, n);
      expect({ step, published: (await world.page(KEY))?.published }).not.toMatchObject({
        published: expect.stringMatching(FOREIGN),
      });
    }
  } finally {
    for (const end of ends) await end();
  }
}

test('whatever a person edits beside a pulled draft, and however often it is pushed, readers do not see it', async () => {
  const step = fc.constantFrom(...Object.keys(STEPS), ...OFTEN);
  const start = fc.constantFrom(...STARTS);
  const rest = fc.array(step, { minLength: 5, maxLength: 12, size: 'max' });
  const plays = fc.tuple(start, rest).map((parts) => parts.flat());

  await fc.assert(fc.asyncProperty(plays, play), { numRuns: PLAYS, seed: SEED });
}, 3_600_000);
