/** Gives the lines of pages whose files moved their new keys, so that they stay the same pages. */
import { readdirSync } from 'node:fs';
import { Failure } from '../../model/failure.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import { isLockFile } from '../../model/project.ts';
import type { Project } from '../../model/project.ts';
import type { MovableLines } from '../../move/move-files.ts';
import { readLock, writeLock } from './lock.ts';
import type { Lock } from './lock.ts';
import { readLogFile } from './read-log.ts';

/** The project with each of its locks: that of this run first, then those of other profiles. */
export function withEachLock(project: Project): readonly Project[] {
  const names = new Set<string>([project.lockFile]);
  for (const name of readdirSync(project.root)) if (isLockFile(name)) names.add(name);
  return [...names].map((name) => Object.assign({}, project, { lockFile: name as FilePath }));
}

/**
 * Reads the lock. Rejects with `content` if lines in it cannot be read, or if a run was killed:
 * both may concern pages that move. Rejects with `config` if the lock cannot be read.
 */
export async function movableLines(project: Project): Promise<MovableLines> {
  const { lock, warnings } = await readLock(project);
  const [damage] = warnings;
  if (damage !== undefined) {
    throw new Failure('content', `Nothing was moved: ${damage}`, {
      hint: 'Restore the lock file from version control, or run docs push, which repairs it',
    });
  }
  const { advances, open } = await readLogFile(project);
  if (advances.length > 0 || open.length > 0) {
    throw new Failure('content', 'Nothing was moved: the last run did not finish.', {
      hint: 'Run docs push, which finishes it; then move again',
    });
  }
  return {
    keys: new Set(lock.pages.keys()),
    shown: lock.pages.size === 0 ? null : new Set(shownIn(lock)),
    async rename(keys) {
      if (![...keys.keys()].some((key) => lock.pages.has(key))) return async () => undefined;
      await writeLock(project, { ...lock, pages: renamedLines(lock, keys) });
      return () => writeLock(project, lock);
    },
  };
}

const shownIn = ({ pages }: Lock): readonly PageKey[] =>
  Array.from(pages.values()).flatMap(({ key, published }) => (published === null ? [] : key));

const renamedLines = ({ pages }: Lock, keys: ReadonlyMap<PageKey, PageKey>): Lock['pages'] =>
  new Map(
    Array.from(pages.values(), (line) => {
      const key = keys.get(line.key) ?? line.key;
      return [key, { ...line, key }];
    }),
  );
