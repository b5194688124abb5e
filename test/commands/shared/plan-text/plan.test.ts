import { expect, test } from 'vitest';
import type { Change, Field } from '../../../../src/model/change.ts';
import type { FilePath, PageId, PageKey } from '../../../../src/model/ids.ts';
import { NOT_IN_FOLDERS } from '../../../../src/model/local.ts';
import { summarise } from '../../../../src/sync/run/decide.ts';
import { createStyle } from '../../../../src/ui/style.ts';
import { planView } from '../../../../src/commands/shared/plan-text/plan.ts';

const style = createStyle({ colour: false, width: 80, now: 0 });

const at = (slug: string) => ({
  key: `v1.0/guide/${slug}` as PageKey,
  file: `docs/v1.0/guide/${slug}.md` as FilePath,
  id: 1 as PageId,
});

const NONE = summarise({ changes: [], unchanged: 0, remoteOnly: 0 });

const CHANGES: readonly Change[] = [
  { kind: 'create', ...at('new'), title: 'New', category: 'First steps', notes: ['keywords'] },
  {
    kind: 'update',
    ...at('renamed'),
    fields: ['title', 'slug', 'body'],
    from: 'v1.0/guide/named' as PageKey,
    isShown: true,
    commit: 'abc1234',
    notes: ['hidden', 'audience', 'description', 'index_title', 'tags', 'parent', 'order'],
  },
  { kind: 'publish', ...at('theirs'), foreignDraft: true, held: null, notes: [] },
  { kind: 'publish', ...at('held'), foreignDraft: false, held: 'audience', notes: ['images'] },
  { kind: 'pull', ...at('moved'), fields: ['slug', 'body'], to: at('now').key },
  { kind: 'pull', ...at('taken'), fields: ['body'], taken: true },
  { kind: 'pull', ...at('only-there'), fields: ['body'], newFile: true },
  { kind: 'conflict', ...at('both'), fields: ['title', 'body'], group: 'diverged' },
  { kind: 'conflict', ...at('back'), fields: ['body'], group: 'diverged', undone: true },
  { kind: 'conflict', ...at('unknown'), fields: ['body'], group: 'no-base' },
  { kind: 'conflict', ...at('missed'), fields: ['body'], group: 'gone-but-edited' },
  { kind: 'conflict', ...at('merged'), fields: ['body'], group: 'diverged', merge: 'clean' },
  { kind: 'conflict', ...at('marked'), fields: ['body'], group: 'diverged', merge: 'markers' },
  { kind: 'conflict', ...at('cut'), file: null, fields: ['body'], group: 'deleted-but-edited' },
  { kind: 'orphan', ...at('orphan') },
  { kind: 'orphan', ...at('left-out'), kept: 'no commit removed its file' },
  { kind: 'delete', ...at('old'), title: 'Old', isShown: true },
  { kind: 'delete', ...at('never'), title: 'Never', isShown: false },
  { kind: 'gone', ...at('gone') },
  {
    kind: 'unplaced',
    key: null,
    file: 'docs/v1.0/guide/twice.md' as FilePath,
    reason: 'It has the same slug as docs/v1.0/guide/again/twice.md, and both would be one page.',
  },
];

test('every kind of change fits into 80 columns, with what to do about it', async () => {
  const plan = { changes: CHANGES, unchanged: 1234, remoteOnly: 3 };
  const summary = { ...NONE, adopt: 2, unchanged: 1234 };

  const text = planView({ plan, summary }, style, { verbose: false });

  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  await expect(`${text}\n`).toMatchFileSnapshot('../../../golden/push/every-change.txt');
});

test('at 60 columns, no line of a plan is broken within a word', () => {
  const narrow = createStyle({ colour: false, width: 60, now: 0 });
  const plan = { changes: CHANGES, unchanged: 812, remoteOnly: 3 };
  const shown = planView({ plan, summary: summarise(plan) }, narrow, { verbose: false });
  const long = shown.split('\n').filter((line) => line.length > 60 && line.trim().includes(' '));

  expect(long.filter((line) => !/^ {2}\S \S+$/.test(line))).toEqual([]);
});

test('a pipeline offers nothing that overwrites an editor, and says what a person does', () => {
  const plan = { changes: CHANGES, unchanged: 0, remoteOnly: 0 };

  const text = planView({ plan, summary: NONE }, style, { verbose: false, inPipeline: true });

  expect(text).not.toMatch(/--ours|docs sync --merge/);
  expect(text).toContain('on your machine: docs pull --merge, commit, push');
  expect(text).toContain('on your machine: docs pull, commit, push');
  const slug: Change = { kind: 'conflict', ...at('both'), fields: ['slug'], group: 'diverged' };
  const alone = { changes: [slug], unchanged: 0, remoteOnly: 0 };
  expect(
    planView({ plan: alone, summary: NONE }, style, { verbose: false, inPipeline: true }),
  ).toContain('on your machine: docs pull --theirs, commit, push');
});

test('a run that leaves conflicts is not advised to leave them', () => {
  const plan = { changes: CHANGES, unchanged: 0, remoteOnly: 0 };
  const shown = (conflicts: 'stop' | 'skip', inPipeline: boolean): string =>
    planView({ plan, summary: NONE, options: { conflicts } }, style, {
      verbose: false,
      inPipeline,
    });

  for (const inPipeline of [true, false]) {
    expect(shown('stop', inPipeline)).toContain('--skip-conflicts');
    expect(shown('skip', inPipeline)).not.toContain('--skip-conflicts');
  }
});

test('a merge is offered only if there is a text to merge', () => {
  const shown = (fields: readonly Field[]): string => {
    const change: Change = { kind: 'conflict', ...at('both'), fields, group: 'diverged' };
    const plan = { changes: [change], unchanged: 0, remoteOnly: 0 };
    return planView({ plan, summary: { ...NONE, conflict: 1 } }, style, { verbose: false });
  };

  expect(shown(['body'])).toContain('docs sync --merge');
  expect(shown(['slug'])).not.toContain('--merge');
  expect(shown(['slug'])).toContain('docs push --ours');
});

test('files that cannot be placed for one reason are one entry', () => {
  const unplaced = (count: number): readonly Change[] =>
    Array.from({ length: count }, (_, n) => ({
      kind: 'unplaced',
      key: at(`p${n}`).key,
      file: at(`p${n}`).file,
      reason: 'The platform has no version "v1.0" that this key may see; there are docs, v2.',
    }));
  const shown = (changes: readonly Change[], verbose = false): string => {
    const plan = { changes, unchanged: 0, remoteOnly: 0 };
    return planView({ plan, summary: { ...NONE, unplaced: changes.length } }, style, { verbose });
  };

  expect(shown(unplaced(2)))
    .toBe(`2 files that cannot be sent: The platform has no version "v1.0" that this key
may see; there are docs, v2.
  ? docs/v1.0/guide/p0.md
  ? docs/v1.0/guide/p1.md`);
  const many = shown(unplaced(10_000));
  expect(many.split('\n')).toHaveLength(8);
  expect(many).toMatch(/ {2}… and 9,995 more$/);
  expect(shown(unplaced(100), true).split('\n')).toHaveLength(102);
});

test.each([
  ['no commit removed its file', 'no commit removed their files'],
  [
    'the lock in git did not have it when its file was removed',
    'the lock in git did not have them when their files were removed',
  ],
])('pages that stay for one reason have it in the plural: %s', (kept, said) => {
  const orphan = (slug: string): Change => ({ kind: 'orphan', ...at(slug), kept });
  const changes = [orphan('a'), orphan('b')];
  const plan = { changes, unchanged: 0, remoteOnly: 0 };
  const text = planView({ plan, summary: summarise(plan) }, style, { verbose: false });
  expect(text.replaceAll('\n', ' ')).toContain(`2 pages without a file stay: ${said}   - v1.0`);
});

test('files in no folder of a documentation are told what to do', () => {
  const changes: readonly Change[] = ['a', 'b'].map((name) => ({
    kind: 'unplaced',
    key: null,
    file: `docs/${name}.md` as FilePath,
    reason: NOT_IN_FOLDERS,
  }));
  const plan = { changes, unchanged: 0, remoteOnly: 0 };

  expect(planView({ plan, summary: { ...NONE, unplaced: 2 } }, style, { verbose: false }))
    .toBe(`2 files that cannot be sent: each is not in a folder of a version and a
documentation
  ? docs/a.md
  ? docs/b.md
      Move them into a folder version/documentation, such as docs/v1.0/guide`);
});

test('an update that makes a draft of somebody else public says whose it is', () => {
  const changes: readonly Change[] = [
    {
      kind: 'update',
      ...at('now'),
      fields: ['slug'],
      from: 'v1.0/guide/before' as PageKey,
      isShown: false,
      commit: null,
      notes: [],
    },
    { kind: 'publish', ...at('now'), foreignDraft: true, held: null, notes: [] },
  ];
  const plan = { changes, unchanged: 0, remoteOnly: 0 };
  const shown = planView({ plan, summary: summarise(plan) }, style, { verbose: false });
  expect(shown).toContain('slug, publish; its draft was written on the platform');
});
