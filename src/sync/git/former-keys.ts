import { arrivalsIn } from '../../git/history.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import type { SyncDeps } from '../session.ts';
import { PastFolders } from './past-folders.ts';
import type { PageInFile } from '../../model/local.ts';

/** A page and its earlier keys. */
export interface Formerly {
  readonly key: PageKey;
  /** Keys before the file was renamed, the latest first. */
  readonly keys: readonly PageKey[];
}

/** How many names of a file are followed, at most. */
const MOST_NAMES = 20;

/** Earlier keys of these pages, according to renames in git. Pages renamed last come first. Leaves out pages without earlier keys. */
export async function formerKeys(
  pages: readonly PageInFile[],
  { project, machine }: Pick<SyncDeps, 'project' | 'machine'>,
): Promise<readonly Formerly[]> {
  const place = { root: project.root, ...machine };
  const paths = project.contents.map(({ path }) => path);
  const arrivals = (await arrivalsIn(place, paths)).filter(({ to }) => to.endsWith('.md'));
  const folders = new PastFolders(place, project);
  const found: (Formerly & { readonly age: number })[] = [];
  for (const { key, file } of pages) {
    const keys: PageKey[] = [];
    let name: string = file;
    let after = 0;
    let age = 0;
    for (let names = 0; names < MOST_NAMES; names += 1) {
      const at = arrivals.findIndex(({ to }, index) => index >= after && to === name);
      const { from, commit } = arrivals[at] ?? { from: null, commit: '' };
      if (from === null) break;
      if (names === 0) age = at;
      const then = await folders.at(`${commit}^1`);
      const had = then.keyOf(from.normalize('NFC') as FilePath);
      if (had !== undefined && had !== key && !keys.includes(had)) keys.push(had);
      name = from;
      after = at + 1;
    }
    if (keys.length > 0) found.push({ key, keys, age });
  }
  return found.toSorted((a, b) => a.age - b.age);
}
