/** What plays have found, each as short as it can be told. */
import type { LockHabit, Save, Step } from './team-steps.ts';

export interface Scenario {
  readonly name: string;
  readonly habit: LockHabit;
  readonly steps: readonly Step[];
}

const edit = (page: number, slot = 0): Step => ({ do: 'edit', on: 0, page, slot });
const save = (save: Save): Step => ({ do: 'save', save });
const run = (...argv: readonly string[]): Step => ({ do: 'run', on: 0, argv, times: 1, saves: [] });
const twice = (...argv: readonly string[]): Step => ({
  do: 'run',
  on: 0,
  argv,
  times: 2,
  saves: [],
});
const commit: Step = { do: 'commit', on: 0, lock: true };
const commitPages: Step = { do: 'commit', on: 0, lock: false };
const revert: Step = { do: 'revert', on: 0, back: 0 };
const later: Step = { do: 'wait', ms: 60_000 };
const push = run('push', '--publish');
/** A text of page `from` that is older than so many others. */
const copied = (page: number, from: number, back: number): Step =>
  save({ does: 'copy', page, from, back });

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'an editor copies a text that stands in git for another page',
    habit: 'committed',
    steps: [edit(1), commit, push, commit, later, copied(0, 1, 0), later, push],
  },
  {
    name: 'an editor restores a text that was committed before the last push, which was not',
    habit: 'committed',
    steps: [edit(0), commitPages, push, edit(0), push, later, copied(0, 0, 1), later, push],
  },
  {
    name: 'the same, where nobody commits the lock',
    habit: 'ignored',
    steps: [edit(0), commit, push, edit(0), push, later, copied(0, 0, 1), later, push],
  },
  {
    name: 'an editor restores a title that was committed before the last push, which was not',
    habit: 'committed',
    steps: [
      { do: 'retitle', on: 0, page: 0 },
      commitPages,
      push,
      { do: 'retitle', on: 0, page: 0 },
      push,
      later,
      save({ does: 'old title', page: 0, back: 1 }),
      later,
      push,
    ],
  },
  {
    name: 'git revert of a push whose lock was committed with the page',
    habit: 'committed',
    steps: [edit(0), push, commit, later, revert, push],
  },
  {
    name: 'git revert of a push that was published later',
    habit: 'committed',
    steps: [
      edit(0),
      run('push'),
      commit,
      later,
      save({ does: 'publish', page: 0 }),
      later,
      revert,
      push,
    ],
  },
  {
    name: 'git revert of a rename that was pushed',
    habit: 'committed',
    steps: [
      { do: 'rename', on: 0, page: 0, isCommitted: false },
      push,
      commit,
      later,
      revert,
      push,
    ],
  },
  {
    name: 'git revert of a new title that was pushed',
    habit: 'committed',
    steps: [{ do: 'retitle', on: 0, page: 0 }, push, commit, later, revert, push],
  },
  {
    name: "docs sync --pull --publish twice does not publish an editor's half sentence",
    habit: 'committed',
    steps: [save({ does: 'body', page: 0, slot: 1 }), later, twice('sync', '--pull', '--publish')],
  },
  {
    name: "docs pull, then a push, does not publish an editor's half sentence",
    habit: 'ignored',
    steps: [save({ does: 'body', page: 0, slot: 1 }), later, run('pull'), later, push],
  },
  {
    name: 'docs sync --merge --publish twice does not publish it either',
    habit: 'committed',
    steps: [
      edit(0, 0),
      save({ does: 'body', page: 0, slot: 2 }),
      later,
      twice('sync', '--merge', '--publish'),
    ],
  },
  {
    name: 'a draft of a file with two sections, published in the editor, stays published',
    habit: 'committed',
    steps: [
      { do: 'begin a draft', on: 0, page: 0, slot: 0 },
      push,
      later,
      save({ does: 'publish', page: 0 }),
      later,
      push,
    ],
  },
  {
    name: 'a draft of a file with two sections, discarded in the editor, is not sent again',
    habit: 'committed',
    steps: [
      { do: 'begin a draft', on: 0, page: 0, slot: 0 },
      push,
      later,
      save({ does: 'discard', page: 0 }),
      later,
      run('push'),
    ],
  },
  {
    name: 'files that are named are no consent to publish drafts of others',
    habit: 'committed',
    steps: [
      edit(2),
      run('push'),
      later,
      save({ does: 'body', page: 2, slot: 1 }),
      later,
      run('push', '--publish', '@file2', '@file1'),
    ],
  },
  {
    name: 'an edit that is saved while a question is open is in the merged file, or the conflict stays',
    habit: 'committed',
    steps: [
      { do: 'retitle', on: 0, page: 0 },
      edit(0, 0),
      save({ does: 'title', page: 0 }),
      later,
      {
        do: 'answer',
        on: 0,
        argv: ['sync'],
        answers: [1, 0, 0],
        saves: [{ at: 1, save: { does: 'body', page: 0, slot: 2 } }],
      },
      edit(0, 0),
      { do: 'retitle', on: 0, page: 0 },
      later,
      run('push'),
    ],
  },
  {
    name: 'so is one that is saved between two looks of a merge',
    habit: 'committed',
    steps: [
      { do: 'retitle', on: 0, page: 0 },
      edit(0, 0),
      save({ does: 'title', page: 0 }),
      later,
      {
        do: 'run',
        on: 0,
        argv: ['sync', '--merge'],
        times: 1,
        saves: [{ at: 3, save: { does: 'body', page: 0, slot: 2 } }],
      },
      edit(0, 0),
      { do: 'retitle', on: 0, page: 0 },
      later,
      run('push'),
    ],
  },
  {
    name: 'what a pull wrote is not published from below a new draft either, however often one pushes',
    habit: 'committed',
    steps: [
      save({ does: 'body', page: 0, slot: 1 }),
      later,
      run('pull'),
      { do: 'begin a draft', on: 0, page: 0, slot: 0 },
      twice('push', '--publish'),
    ],
  },
  {
    name: 'a draft that was sent over a text by choice, and discarded at once, is not sent again',
    habit: 'ignored',
    steps: [
      { do: 'ship', on: 1, page: 0, slot: 2, commits: 'never', lock: false },
      {
        do: 'run',
        on: 0,
        argv: ['push', '--ours', '--publish', '@key0'],
        times: 1,
        saves: [{ at: 4, save: { does: 'discard', page: 0 } }],
      },
      later,
      push,
    ],
  },
  {
    name: 'a merge does not take words that an editor put back as the base has them',
    habit: 'ignored',
    steps: [
      { do: 'ship', on: 1, page: 0, slot: 1, commits: 'never', lock: false },
      copied(0, 1, 0),
      save({ does: 'discard', page: 0 }),
      later,
      edit(0, 0),
      run('sync', '--merge', '--publish'),
    ],
  },
  {
    name: 'a merge that leaves markers does not take words that an editor put back as the base has them',
    habit: 'ignored',
    steps: [
      { do: 'ship', on: 1, page: 0, slot: 2, commits: 'never', lock: false },
      copied(0, 1, 0),
      save({ does: 'discard', page: 0 }),
      later,
      edit(0, 0),
      edit(0, 2),
      run('sync', '--merge'),
      edit(0, 2),
      push,
    ],
  },
  {
    name: 'a merge that a person chose when asked does not take words that an editor put back as the base has them',
    habit: 'ignored',
    steps: [
      { do: 'ship', on: 1, page: 0, slot: 1, commits: 'never', lock: false },
      copied(0, 1, 0),
      save({ does: 'discard', page: 0 }),
      later,
      edit(0, 0),
      { do: 'answer', on: 0, argv: ['sync'], answers: [1, 0, 0], saves: [] },
      later,
      push,
    ],
  },
  {
    name: 'a merge does not take words that an editor put back as the base has them, and published',
    habit: 'ignored',
    steps: [
      { do: 'ship', on: 1, page: 0, slot: 1, commits: 'never', lock: false },
      copied(0, 1, 0),
      save({ does: 'publish', page: 0 }),
      copied(0, 0, 1),
      save({ does: 'publish', page: 0 }),
      later,
      edit(0, 0),
      run('sync', '--merge', '--publish'),
    ],
  },
  {
    name: 'a page whose former file git brings back beside the new one, without the lock, is told',
    habit: 'committed',
    steps: [
      save({ does: 'slug', page: 0 }),
      later,
      run('sync', '--pull'),
      { do: 'reset', on: 0 },
      push,
    ],
  },
];
