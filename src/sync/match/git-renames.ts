/** Which keys files had before commits renamed them. */
import { keyAt, placeOfPath } from '../../content/layouts/key-of-path.ts';
import { headerFactsOf } from '../../content/page/page-facts.ts';
import type { HeaderFacts } from '../../content/page/page-facts.ts';
import { parsePageFile } from '../../content/page/page-file.ts';
import { readBlobs } from '../../system/git/blobs.ts';
import { arrivalsIn } from '../../system/git/history.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import { documentationKey } from '../../model/ids.ts';
import { groupBy } from '../../model/group-by.ts';
import type { LocalPage, LocalProject } from '../../model/local.ts';
import type { SyncDeps } from '../deps.ts';

/** The most earlier names of a file that are followed. */
const MAX_NAMES = 20;

interface Name {
  readonly file: string;
  readonly blob: string;
}

/**
 * Earlier keys of files in the same documentation, the latest first, without keys that a file has
 * now. If two files had the same key, the page belongs to the file that was renamed last; it comes
 * first. Git considers a file renamed if at least half of its text stayed the same.
 */
export async function previousKeys(
  pages: Iterable<LocalPage>,
  local: LocalProject,
  { project, machine }: Pick<SyncDeps, 'project' | 'machine'>,
): Promise<ReadonlyMap<PageKey, readonly PageKey[]>> {
  const place = { root: project.root, ...machine };
  const paths = project.contents.map(({ path }) => path);
  const inOrder = [...(await arrivalsIn(place, paths)).entries()];
  const arrivals = groupBy(inOrder, ([, { to }]) => to);
  const found: { readonly key: PageKey; readonly names: readonly Name[]; readonly age: number }[] =
    [];
  for (const { key, file } of pages) {
    const names: Name[] = [];
    let age = 0;
    let name: string = file;
    for (let after = 0; names.length < MAX_NAMES;) {
      const [at, arrival] = arrivals.get(name)?.find(([index]) => index >= after) ?? [];
      if (at === undefined || !arrival?.from) break;
      if (names.length === 0) age = at;
      names.push(arrival.from);
      [after, name] = [at + 1, arrival.from.file];
    }
    if (names.length > 0) found.push({ key, names, age });
  }
  const headers = new Map<string, HeaderFacts>();
  const blobs = new Set(found.flatMap(({ names }) => names.map(({ blob }) => blob)));
  for await (const { blob, text } of readBlobs(place, [...blobs]))
    if (text !== null) headers.set(blob, headerFactsOf(parsePageFile(text)));
  const isFiled = keysIn(local);
  return new Map(
    found
      .toSorted((a, b) => a.age - b.age)
      .map(({ key, names }) => {
        const keys = names.flatMap(({ file, blob }) => {
          const at = placeOfPath(file.normalize('NFC') as FilePath, project, local);
          const header = headers.get(blob);
          const was = at && header && keyAt(at, header);
          const isHere = was && documentationKey(was) === documentationKey(key);
          return isHere && !isFiled(was) ? was : [];
        });
        return [key, [...new Set(keys)]];
      }),
  );
}

/** Returns a test of whether a file has the key, including files that cannot be placed. */
function keysIn({ pages, unplaced }: LocalProject): (key: PageKey) => boolean {
  const others = new Set(unplaced.map(({ key }) => key));
  return (key) => pages.has(key) || others.has(key);
}
