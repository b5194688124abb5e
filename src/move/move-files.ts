/** Carries out a planned move: renames files, and updates links, settings and lock lines. */
import { replaceText } from '../content/folder/replace-text.ts';
import { moveBaseline } from '../content/check/baseline/baseline-file.ts';
import { addRedirects } from '../content/redirects/redirects-file.ts';
import { Failure } from '../model/failure.ts';
import type { FilePath, PageKey } from '../model/ids.ts';
import type { Project } from '../model/project.ts';
import { moveFolder, moveNew } from '../system/files/write.ts';
import type { MovePlan } from './plan-move.ts';
import type { Rename } from './renames.ts';

/** The lock of a project whose files are about to move, as the sync engine gives it. */
export interface MovableLines {
  /** The keys of its pages. */
  readonly keys: ReadonlySet<PageKey>;
  /** Of those, the pages that readers saw when the lock was written. Null: it has no pages. */
  readonly shown: ReadonlySet<PageKey> | null;
  /** Writes the lock with new keys, by present keys. Resolves to a function that undoes this. */
  rename(keys: ReadonlyMap<PageKey, PageKey>): Promise<() => Promise<void>>;
}

/** What a move itself needs of a lock. */
export type MovingLines = Pick<MovableLines, 'shown' | 'rename'>;

/**
 * Throws `usage` if a page of the lock without a file here has the new key of a page that moves.
 */
export function requireNoOrphan({ keys }: MovePlan, lines: MovableLines): void {
  for (const key of keys.values()) {
    if (!lines.keys.has(key) || keys.has(key)) continue;
    throw new Failure('usage', `The platform has another page ${key}, without a file here.`, {
      hint: 'Choose another name, or delete that page first: docs push --prune',
    });
  }
}

/**
 * Moves the files with their links, baseline, lines of the lock and redirects: all or nothing.
 * Rejects with `content` if a file changed since the plan or is in the way. `warn` is called with
 * each change that could not be undone.
 */
export async function moveFiles(
  project: Project,
  { renames, edits, keys, movedTo }: MovePlan,
  lines: readonly MovingLines[],
  warn: (text: string) => void,
): Promise<void> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    for (const rename of renames) {
      await renameOne(project, rename);
      undo.push(() => renameOne(project, { ...rename, from: rename.to, to: rename.from }));
    }
    for (const edit of edits) {
      await editOne(project, edit.file, edit.before, edit.after);
      undo.push(() => editOne(project, edit.file, edit.after, edit.before));
    }
    undo.push(await moveBaseline(project, (file) => movedTo(file as FilePath)));
    for (const each of lines) undo.push(await each.rename(keys));
    await addRedirects(project, redirectsFor(keys, lines));
  } catch (error) {
    for (const step of undo.toReversed()) {
      await step().catch((problem: unknown) => {
        warn(`Not everything was undone: ${problem instanceof Error ? problem.message : ''}`);
      });
    }
    throw error;
  }
}

/** Redirects for pages that readers know; for all pages if no lock knows any. */
function redirectsFor(
  keys: MovePlan['keys'],
  lines: readonly MovingLines[],
): readonly { readonly from: PageKey; readonly to: PageKey }[] {
  const isUnknown = lines.every(({ shown }) => shown === null);
  return Array.from(keys, ([from, to]) => ({ from, to })).filter(
    ({ from }) => isUnknown || lines.some(({ shown }) => shown?.has(from)),
  );
}

async function renameOne(project: Project, { kind, from, to }: Rename): Promise<void> {
  const move = kind === 'folder' ? moveFolder : moveNew;
  if (await move(project, from, to)) return;
  throw new Failure('content', `"${to}" exists already.`, { hint: 'Choose another name' });
}

async function editOne(
  project: Project,
  file: FilePath,
  before: string,
  after: string,
): Promise<void> {
  if (await replaceText(project, file, before, after)) return;
  throw new Failure('content', `Nothing was moved: "${file}" was changed at the same time.`, {
    hint: 'Run the command again',
  });
}
