/** The texts that page files had in commits, newest first. */
import { keyAt, placeOfPath } from '../../content/layouts/key-of-path.ts';
import type { PageMap } from '../../content/links/link-targets.ts';
import { headerFactsOf } from '../../content/page/page-facts.ts';
import { parsePageFile } from '../../content/page/page-file.ts';
import { readBlobs } from '../../system/git/blobs.ts';
import { versionsOf } from '../../system/git/history.ts';
import type { FileVersion } from '../../system/git/history.ts';
import { groupBy } from '../../model/group-by.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import type { PageTexts } from '../../model/local.ts';
import { textsAsSent } from '../folder/scan-links.ts';
import type { Folder } from '../folder/found-folder.ts';
import type { SyncDeps } from '../deps.ts';

/** A text that a file had in a commit: the newest one with this text. */
export interface PastText {
  /** The full id. */
  readonly commit: string;
  /** Its place among the commits that changed pages or the lock, newest first. */
  readonly at: number;
  /** Texts that follow are not from commits newer than the one at this place. */
  readonly from: number;
  /** The key of the file, according to its path and header. */
  readonly key: PageKey;
  /** The title in the header. */
  readonly title: string | null;
  /**
   * The texts as they would be sent today: links are resolved from the path that the file had then,
   * and lead to where files are now. A link to a file that is gone stays as written in one variant;
   * in another it leads to the page that its name suggests.
   */
  readonly variants: () => readonly PageTexts[];
}

/** What commits did to the project's pages and its lock, newest first. */
export interface PastVersions {
  readonly all: readonly FileVersion[];
  /** The place of each commit in that order. */
  readonly at: ReadonlyMap<string, number>;
}

export async function pastVersions({
  project,
  machine,
}: Pick<SyncDeps, 'project' | 'machine'>): Promise<PastVersions> {
  const paths = project.contents.map(({ path }) => path);
  const all = await versionsOf({ root: project.root, ...machine }, [...paths, project.lockFile]);
  const commits = new Set(all.map(({ commit }) => commit));
  return { all, at: new Map(Array.from(commits, (commit, at) => [commit, at])) };
}

/**
 * Yields all texts below the content folders, in the order of the newest commit that has each.
 * Skips those that this clone lacks.
 */
export async function* pastTexts(
  { local, texts: { pages } }: Folder,
  { project, machine }: Pick<SyncDeps, 'project' | 'machine'>,
  past?: PastVersions,
): AsyncGenerator<PastText> {
  const place = { root: project.root, ...machine };
  const { all, at: order } = past ?? (await pastVersions({ project, machine }));
  const versions = all.flatMap(({ file, ...rest }) => {
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
    const files = uses.get(blob) ?? [];
    const from = order.get(files[0]?.commit ?? '') ?? 0;
    for (const { file, commit, at } of files) {
      if (seen.size === seen.add(file).size) continue;
      const key = keyAt(at, header);
      const maps = text.includes('.md') ? [pages, withGone] : [pages];
      const variants = () => maps.map((map) => textsAsSent(text, { key, file }, map));
      yield { commit, at: order.get(commit) ?? 0, from, key, title: header.title, variants };
    }
  }
}
