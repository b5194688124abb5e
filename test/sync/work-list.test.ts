import { expect, test } from 'vitest';
import type { Change, Create, Publish, Update } from '../../src/model/change.ts';
import type { Digest, PageKey } from '../../src/model/ids.ts';
import type { LocalPage } from '../../src/model/local.ts';
import type { Row } from '../../src/sync/plan/cases.ts';
import {
  changesIn,
  changesOf,
  sendsText,
  sizeOf,
  workListOf,
  writesOf,
} from '../../src/sync/plan/work-list.ts';
import type { PageWork } from '../../src/sync/plan/work-list.ts';

const [create, publish] = [{ kind: 'create' } as Create, { kind: 'publish' } as Publish];
const update = (...fields: Update['fields']) => ({ kind: 'update', fields }) as Update;
const [HEAD, SHOWN] = ['head', 'shown'] as [Digest, Digest];

// The changes of a page, what its file has for readers (beside the text "head"), and the writes.
test.each<[Partial<PageWork>, Digest | null, string[]]>([
  [{}, HEAD, []],
  [{ create }, HEAD, ['create head']],
  [{ create, publish }, HEAD, ['create head', 'publish']],
  [{ create }, SHOWN, ['create head']],
  [{ create, publish }, SHOWN, ['create published', 'publish', 'update head']],
  [{ update: update('body') }, HEAD, ['update head']],
  [{ update: update('body', 'title') }, HEAD, ['update title head']],
  [{ update: update('title') }, HEAD, ['update title']],
  [{ update: update('slug') }, null, ['update']],
  [{ update: update('title'), publish }, HEAD, ['update title', 'publish']],
  [
    { update: update('title'), publish },
    SHOWN,
    ['update title published', 'publish', 'update head'],
  ],
  [{ publish }, HEAD, ['publish']],
  [{ publish }, null, ['publish']],
  [{ publish }, SHOWN, ['update published', 'publish', 'update head']],
])('the writes of %j with the published text %j are %j', (changes, published, expected) => {
  const local = { head: HEAD, published } as LocalPage;
  const writes = writesOf({ local, ...changes } as PageWork);
  const shown = writes.map((write) =>
    [write.op, ...(write.op === 'update' && write.title ? ['title'] : []), write.text ?? '']
      .join(' ')
      .trim(),
  );
  expect(shown).toEqual(expected);
});

test.each([
  [{ update: update('body') }, true],
  [{ update: update('title') }, false],
  [{ publish }, false],
  [{ create, publish }, true],
] as const)('of the writes of %j, one sends a text: %s', (changes, expected) => {
  const local = { head: HEAD, published: null } as LocalPage;
  expect(sendsText({ local, ...changes } as PageWork)).toBe(expected);
});

const key = (name: string): PageKey => `v1.0/guide/${name}` as PageKey;
const rowOf = (name: string, changes: readonly unknown[]): Row =>
  ({ key: key(name), changes }) as Row;

/** The work list of these pages; the files of a folder are in the order of `files`. */
function listOf(rows: readonly Row[], files: readonly string[], send = true, more: Change[] = []) {
  const pages = new Map(files.map((name) => [key(name), { key: key(name) } as LocalPage]));
  const changes = [...rows.flatMap((row) => row.changes), ...more];
  const plan = { changes, unchanged: 0, remoteOnly: 0 };
  return workListOf({ plan, rows, run: { folder: { local: { pages } } }, options: { send } });
}

const pull = { kind: 'pull', fields: ['title'] } as const;

// What a page has in the plan, and the lists that have it.
test.each<[unknown, readonly string[]]>([
  [create, ['pages']],
  [update('body'), ['pages']],
  [{ ...publish, held: null }, ['pages']],
  [{ ...publish, held: 'foreign' }, []],
  [{ kind: 'adopt' }, []],
  [{ kind: 'unchanged', notes: ['kept'] }, []],
  [pull, []],
  [{ ...pull, taken: true }, ['pulls']],
  [{ ...pull, newFile: true }, ['newFiles']],
  [{ kind: 'conflict', group: 'diverged' }, []],
  [{ kind: 'conflict', group: 'diverged', merge: 'clean' }, ['merges']],
  [{ kind: 'conflict', group: 'diverged', merge: 'markers' }, ['merges']],
  [{ kind: 'orphan' }, []],
  [{ kind: 'delete' }, ['deletes']],
  [{ kind: 'gone' }, []],
  [{ kind: 'unplaced' }, []],
])('%j is carried out as %j', (change, lists) => {
  const list = listOf([rowOf('a', [change])], ['a']);
  const filled = Object.entries(list).filter(([, tasks]) => tasks.length > 0);
  expect(filled.map(([name]) => name)).toEqual(lists);
  expect(changesIn(list)).toEqual(lists.length === 0 ? [] : [change]);
  expect(sizeOf(list)).toBe(lists.length);
});

test('pages are written in the order of the folder, each with all its changes', () => {
  const shown = { ...publish, held: null };
  const rows = [
    rowOf('a', [pull, update('body'), shown]),
    rowOf('b', [create]),
    rowOf('c', [pull]),
  ];
  const list = listOf(rows, ['b', 'other', 'c', 'a']);
  expect(list.pages.map(({ row, local }) => [row.key, local.key])).toEqual([
    [key('b'), key('b')],
    [key('a'), key('a')],
  ]);
  expect(list.pages.map((work) => changesOf(work))).toEqual([[create], [update('body'), shown]]);
  expect(list.pages.map(({ pending }) => pending)).toEqual([[], ['title']]);
});

test('a run that does not send writes no page, and writes all files', () => {
  const rows = [rowOf('a', [create]), rowOf('b', [{ ...pull, taken: true }])];
  const made = { ...pull, newFile: true } as unknown as Change;
  const list = listOf(rows, ['a', 'b'], false, [made]);
  expect(list).toMatchObject({ pages: [], pulls: [{ row: rows[1] }], newFiles: [made] });
  expect(sizeOf(list)).toBe(2);
});

test('without rows, only files for pages without one are written', () => {
  const made = { ...pull, newFile: true } as unknown as Change;
  expect(changesIn(listOf([], ['a'], true, [made]))).toEqual([made]);
});
