/** What all batches of writes share: what is sent and what is not, the exit code, the text, and one document. */
import { describe, expect, test } from 'vitest';
import {
  type Sent,
  type BatchStep,
  batchVerdict,
  sendBatch,
} from '../../../src/commands/shared/batch/batch.ts';
import type { BatchItem, BatchState } from '../../../src/commands/shared/batch/document.ts';
import { batchView } from '../../../src/commands/shared/batch/view.ts';
import { Failure, type FailureCode } from '../../../src/model/failure.ts';
import { createStyle } from '../../../src/ui/style.ts';
import { expectOfSchema } from '../../support/schema.ts';
import { openWorld, type World } from '../../support/world.ts';
import { PETS } from '../ref/definitions.ts';

const WORDS = { one: 'version', done: 'published' };

const refused = (status: number): Failure =>
  new Failure('platform-refused', `Refused: ${status}.`, { status });

const ended = (code: FailureCode): Failure => new Failure(code, `It was ${code}.`);

const item = (name: string, state: BatchState = 'planned'): BatchItem => ({
  name,
  state,
  reason: null,
});

/** Capital letters are unchanged, `!` cannot be sent; the others are planned. */
const stepOf = (name: string): BatchStep<string, BatchItem> => {
  const step = { of: name, item: item(name) };
  if (name === '!') return { ...step, item: item(name, 'failed'), failure: CANNOT };
  return /[A-Z]/.test(name) ? { ...step, item: item(name, 'unchanged') } : step;
};
const CANNOT = new Failure('partial', 'It is held back.', { hint: 'Let it go' });

/** Sends the letters of `items`; those in `failures` fail so. */
const sending =
  (failures: Readonly<Record<string, Failure>>, sent: string[] = []) =>
  (name: string): Promise<Sent<BatchItem>> => {
    sent.push(name);
    const failure = failures[name];
    return failure ? Promise.reject(failure) : Promise.resolve({});
  };

const AGAIN = 'The others were published; run the same command again for the rest';

describe('a batch', () => {
  test.each([
    ['of nothing', '', {}, {}, '', null],
    ['that is done', 'abc', {}, {}, 'a:done b:done c:done', null],
    ['sends only what is planned', 'aBc', {}, {}, 'a:done B:unchanged c:done', null],
    [
      'with a failure spares the others',
      'abc',
      { b: refused(400) },
      {},
      'a:done b:failed c:done',
      ['partial', '1 of 3 versions was not published.', AGAIN],
    ],
    [
      'says of items that cannot be sent what else to do than to run it again',
      'a!B',
      {},
      {},
      'a:done !:failed B:unchanged',
      ['partial', '1 of 2 versions was not published.', 'Let it go'],
    ],
    [
      'without success ends with its first failure',
      'abc',
      { a: refused(400), b: ended('not-found'), c: refused(409) },
      {},
      'a:failed b:failed c:failed',
      ['platform-refused', 'Refused: 400.'],
    ],
    [
      'stops at a failure that would meet the others',
      'abc',
      { b: ended('unreachable') },
      {},
      'a:done b:failed c:left',
      ['partial', '2 of 3 versions were not published.', AGAIN],
    ],
    [
      'that stops at once ends with that failure',
      'abc',
      { a: ended('forbidden') },
      {},
      'a:failed b:left c:left',
      ['forbidden', 'It was forbidden.'],
    ],
    [
      'that somebody interrupts does not know what became of the item that was under way',
      'abc',
      { b: ended('interrupted') },
      {},
      'a:done b:unknown c:left',
      ['interrupted', 'It was interrupted.'],
    ],
    [
      'does not know what became of an item whose answer was lost',
      'abc',
      { b: ended('outcome-unknown') },
      {},
      'a:done b:unknown c:done',
      ['partial', '1 of 3 versions was not published.', AGAIN],
    ],
    [
      'in order stops at the first failure of those that build on each other',
      'abcx',
      { b: refused(400) },
      { inOrder: (name: string) => name < 'x' },
      'a:done b:failed c:left x:done',
      ['partial', '2 of 4 versions were not published.', AGAIN],
    ],
    [
      'whose first two items are refused alike tries no other',
      'abc',
      { a: refused(403), b: refused(403) },
      { stopIfAlike: true },
      'a:failed b:failed c:left',
      ['platform-refused', 'Refused: 403.'],
    ],
    [
      'whose first two items are refused in two ways continues',
      'abc',
      { a: refused(403), b: refused(400) },
      { stopIfAlike: true },
      'a:failed b:failed c:done',
      ['partial', '2 of 3 versions were not published.', AGAIN],
    ],
    [
      'whose first two items are not there continues',
      'abc',
      { a: ended('not-found'), b: ended('not-found') },
      { stopIfAlike: true },
      'a:failed b:failed c:done',
      ['partial', '2 of 3 versions were not published.', AGAIN],
    ],
  ] as const)('%s', async (_, names, failures, options, expected, said) => {
    const plan = Array.from(names, stepOf);
    const sent: string[] = [];

    const outcome = await sendBatch({ plan, send: sending(failures, sent), ...options });

    const states = outcome.results.map(({ item: { name, state } }) => `${name}:${state}`);
    expect(states.join(' ')).toBe(expected);
    expect(sent.join('')).toBe(expected.replaceAll(/.:(unchanged|left)|!:failed|:\w+| /g, ''));
    const failure = batchVerdict(outcome, WORDS);
    const [code, message, hint] = said ?? [];
    expect(failure?.code).toBe(code);
    expect(failure?.message).toBe(message);
    expect(failure?.hint).toBe(hint);
  });

  test('counts the item that a rate limit stops among those that were not sent', async () => {
    const retryAt = 1_800_000_000_000;
    const failure = new Failure('rate-limited', 'The limit is used up.', { retryAt });
    const outcome = await sendBatch({
      plan: Array.from('abc', stepOf),
      send: (name) => (name === 'a' ? Promise.resolve({}) : Promise.reject(failure)),
    });

    const states = outcome.results.map(({ item: { state } }) => state);
    expect(states).toEqual(['done', 'left', 'left']);
    expect(batchVerdict(outcome, WORDS)).toMatchObject({
      code: 'partial',
      message: 'Not sent yet: 2 of 3 versions. The limit is used up.',
      hint: AGAIN,
      retryAt,
    });
  });

  test('ends a dry run as it would end', () => {
    const results = [stepOf('a'), stepOf('!')];

    expect(batchVerdict({ results, stopped: null }, WORDS)).toMatchObject({
      code: 'partial',
      message: '1 of 2 versions cannot be published.',
      hint: 'Let it go',
    });
  });

  test('ends with what is wrong with an item that is done', async () => {
    const failure = ended('platform-garbled');
    const outcome = await sendBatch({
      plan: Array.from('ab', stepOf),
      send: () => Promise.resolve({ state: 'done', failure, endsRun: true } as const),
    });

    expect(outcome.results.map(({ item: { state } }) => state)).toEqual(['done', 'left']);
    expect(batchVerdict(outcome, WORDS)).toBe(failure);
  });

  test('rejects with a bug', async () => {
    const plan = [stepOf('a')];
    const send = () => Promise.reject(new TypeError('x'));
    await expect(sendBatch({ plan, send })).rejects.toThrow(TypeError);
  });

  test('tells how many items are left before each', async () => {
    const told: number[] = [];
    await sendBatch({
      plan: Array.from('aBc!d', stepOf),
      send: sending({ c: refused(400) }),
      onProgress: (left) => told.push(left),
    });
    expect(told).toEqual([3, 2, 1]);
  });
});

describe('the text of a batch', () => {
  const style = createStyle({ colour: false, width: 80, now: 0 });
  const textOf = (states: readonly BatchState[]): string => {
    const items = states.map((state, at) => ({ ...item(`v${at}`, state), reason: 'Why.' }));
    const counts = { planned: 0, done: 0, unchanged: 0, failed: 0, left: 0, unknown: 0 };
    for (const state of states) counts[state] += 1;
    return batchView(WORDS)({ dryRun: false, items, counts }, style);
  };

  test('has a line with a mark for each item', () => {
    expect(textOf(['planned', 'done', 'unchanged', 'failed', 'left', 'unknown'])).toBe(
      [
        'v0 would be published',
        '✔ v1 is published',
        '· v2 was already published',
        '✘ v3: Why.',
        '· v4 was not published',
        '? v5: Why.',
      ].join('\n'),
    );
    expect(textOf([])).toBe('No versions.');
  });

  test('only counts many items that need nothing or were not tried, and lists 50 failures', () => {
    const times = (number: number, state: BatchState): BatchState[] =>
      Array.from({ length: number }, () => state);
    const lines = textOf([
      ...times(1, 'done'),
      ...times(11, 'unchanged'),
      ...times(60, 'failed'),
      ...times(1200, 'left'),
    ]).split('\n');

    expect(lines).toHaveLength(52);
    expect(lines.at(0)).toBe('✔ v0 is published');
    expect(lines.at(-1)).toBe(
      '1,272 versions: 1 published, 11 unchanged, 60 failed, 1,200 not published',
    );
  });
});

const FILES = {
  'docs/v1.0/_settings.yaml': 'published: true\n',
  'docs/v1.0/guide/a.md': '---\ntitle: A\n---\n\nText.\n',
  'docs/changelogs/news/_settings.yaml': 'title: News\npublished: true\n',
  'docs/changelogs/news/old.md': '---\ntitle: Old\npublished: true\n---\n\nOld.\n',
  'pets.yaml': PETS,
};

/** A project in which each of the commands has one thing to do. */
async function openBatches(): Promise<World> {
  const config = (more: string): Record<string, string> => ({
    'docs-cli.config.yml': `content:\n  - path: docs\n${more}`,
  });
  const world = await openWorld({ ...FILES, ...config('') });
  const [changelog] = await world.platform.admin.changelogs();
  await world.write({
    ...config(`changelogs: { news: ${changelog?.id} }\n`),
    'docs/changelogs/news/new.md': '---\ntitle: New\npublished: true\n---\n\nNew.\n',
    'docs/v1.0/guide/a.md': '---\ntitle: A\n---\n\nOther text.\n',
  });
  for (const line of [
    'push --yes',
    'access grant bo@example.com --yes',
    'ref upload pets.yaml --in v1.0 --create --draft --yes',
  ]) {
    expect(await world.run(...line.split(' '))).toMatchObject({ exitCode: 0 });
  }
  return world;
}

test.each([
  ['access-grant', 'access grant ann@example.com', 'ann@example.com'],
  ['access-revoke', 'access revoke bo@example.com', 'bo@example.com'],
  ['changelog-push', 'changelog push', 'news/new'],
  ['page-delete', 'page delete v1.0/guide/a --force', 'v1.0/guide/a'],
  ['page-publish', 'page publish v1.0/guide/a', 'v1.0/guide/a'],
  ['ref-publish', 'ref publish Pets', 'v1.0/Pets'],
  ['ref-upload', 'ref upload pets.yaml --in v1.0', 'v1.0/Pets'],
  ['version-clone', 'version clone v1.0 --name v2', 'v2'],
  ['version-unpublish', 'version unpublish v1.0', 'v1.0'],
  ['version-update', 'version update v1.0 --name First', 'v1.0'],
] as const)(
  'the document of %s is that of a batch, also of a dry run',
  async (schema, line, name) => {
    const world = await openBatches();
    const argv = line.split(' ');
    const planned = await world.run(...argv, '--dry-run', '--json');
    const done = await world.run(...argv, '--yes', '--json');

    for (const [run, state, dryRun] of [
      [planned, 'planned', true],
      [done, 'done', false],
    ] as const) {
      expect(run).toMatchObject({ exitCode: 0, stderr: '' });
      const document = JSON.parse(run.stdout) as { items: BatchItem[] };
      await expectOfSchema(schema, document);
      expect(Object.keys(document)).toEqual(['dryRun', 'items', 'counts']);
      const ofName = document.items.filter((each) => each.name === name);
      expect(ofName).toMatchObject([{ name, state, reason: null }]);
      expect(document).toMatchObject({ dryRun, counts: { [state]: 1, failed: 0 } });
    }
  },
);
