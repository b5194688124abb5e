/** The texts that page files had in commits, newest first. */
import { keyAt, placeOfPath } from '../../content/layouts/key-of-path.ts';
import type { PageMap } from '../../content/links/link-targets.ts';
import { headerFactsOf } from '../../content/page/page-facts.ts';
import { parsePageFile } from '../../content/page/page-file.ts';
import { readBlobs } from '../../git/blobs.ts';
import { versionsOf } from '../../git/history.ts';
import { groupBy } from '../../model/group-by.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import type { PageTexts } from '../../model/local.ts';
import { textsAsSent } from '../folder/scan-links.ts';
import type { Folder } from '../folder/texts.ts';
import type { SyncDeps } from '../deps.ts';

/** A text that a file had in a commit. */
export interface PastText {
  /** The full id. */
  readonly commit: string;
  /** The key of the file, according to its path and header. */
  readonly key: PageKey;
  /** The title in the header. */
  readonly title: string | null;
  /**
   * The texts as they would be sent today: links start from the path that the file had then, and
   * lead to where files are now. A link to a file that is gone stays as written in one variant, and
   * leads to the page that its name suggests in another.
   */
  readonly variants: readonly PageTexts[];
}

/** Goes through all texts below the content folders. Leaves out those that git does not have here. */
export async function* pastTexts(
  { local, texts: { pages } }: Folder,
  { project, machine }: Pick<SyncDeps, 'project' | 'machine'>,
): AsyncGenerator<PastText> {
  const place = { root: project.root, ...machine };
  const paths = project.contents.map(({ path }) => path);
  const versions = (await versionsOf(place, paths, undefined)).flatMap(({ file, ...rest }) => {
    const at = placeOfPath(file.normalize('NFC') as FilePath, project, local);
    return at === null ? [] : [{ ...rest, file: file as FilePath, at }];
  });
  const withGone: PageMap = {
    keyOf: (file) => {
      const at = placeOfPath(file, project, local);
      return pages.keyOf(file) ?? (at === null ? undefined : keyAt(at, null));
    },
    fileOf: (key) => pages.fileOf(key),
  };
  const uses = groupBy(versions, ({ blob }) => blob);
  for await (const { blob, text } of readBlobs(place, [...uses.keys()])) {
    if (text === null) continue;
    const header = headerFactsOf(parsePageFile(text));
    const seen = new Set<FilePath>();
    for (const { file, commit, at } of uses.get(blob) ?? []) {
      if (seen.size === seen.add(file).size) continue;
      const key = keyAt(at, header);
      const maps = text.includes('.md') ? [pages, withGone] : [pages];
      const variants = maps.map((map) => textsAsSent(text, { key, file }, map));
      yield { commit, key, title: header.title, variants };
    }
  }
}
