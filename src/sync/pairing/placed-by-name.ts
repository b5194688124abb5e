/** Gives the pages of a folder other keys, and adjusts links to them. */
import { readInside } from '../../content/folder/replace-text.ts';
import { digestsOf } from '../../content/page/page-facts.ts';
import type { PageKey, Slug } from '../../model/ids.ts';
import type {
  LocalDocumentation,
  LocalPage,
  LocalProject,
  PageTexts,
  UnplacedFile,
} from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import type { RecentTexts } from '../folder/scan-files.ts';
import { pageMapOf, textsAsSent, withTwins } from '../folder/scan-links.ts';
import { withoutTwins } from '../folder/scan-places.ts';
import { keysAfter, movesOf } from './named-places.ts';
import type { NewFolderPlace, FolderByName, NamedScene, There } from './named-places.ts';

/**
 * The folder with the keys that its pages have on the platform. Returns `local` itself if its folder names
 * are the slugs. Otherwise reads the files, because their links then lead to other keys. Adds the texts of
 * pages with such links to `ready`.
 */
export function placedByName(
  { project, local, lock }: NamedScene,
  there: There,
  ready: RecentTexts<PageTexts>,
): LocalProject {
  const moves = movesOf(project, local, lock, there);
  return moves.size === 0 ? local : translated(project, local, moved(local, moves), ready);
}

/** The pages with their new keys. */
function moved(
  local: LocalProject,
  moves: ReadonlyMap<FolderByName, NewFolderPlace>,
): LocalProject {
  const keyOf = keysAfter(moves);
  const unplaced: UnplacedFile[] = [];
  const placed: LocalPage[] = [];
  const keys = new Map<PageKey, PageKey>();
  for (const page of local.pages.values()) {
    const to = keyOf(page);
    if ('problem' in to) unplaced.push({ file: page.file, reason: to.problem });
    else {
      keys.set(page.key, to.key);
      placed.push({ ...page, key: to.key });
    }
  }
  for (const one of local.unplaced) {
    const { key, file, reason } = one;
    const to = key && keyOf({ key, file });
    if (!to) unplaced.push(one);
    else unplaced.push('problem' in to ? { file, reason } : { ...one, key: to.key });
  }
  const loose = local.loose.flatMap((links) => {
    const key = keys.get(links.key);
    return key === undefined ? [] : [{ ...links, key }];
  });
  const pages = new Map(withoutTwins(placed, unplaced).map((page) => [page.key, page]));
  return { ...local, ...outline(local, moves), pages, unplaced, loose };
}

function outline(
  local: LocalProject,
  moves: ReadonlyMap<FolderByName, NewFolderPlace>,
): Pick<LocalProject, 'versions' | 'documentations' | 'references'> {
  const goals = new Map<LocalDocumentation, NewFolderPlace>();
  const versions = new Map<string, Slug>();
  for (const [{ documentation, version }, to] of moves) {
    goals.set(documentation, to);
    if (!('problem' in to)) versions.set(version.slug, to.version);
  }
  const slugOf = (slug: Slug): Slug => versions.get(slug) ?? slug;
  const documentations = local.documentations.flatMap((one): LocalDocumentation[] => {
    const to = goals.get(one);
    if (to === undefined) return [one];
    return 'problem' in to ? [] : [{ ...one, version: to.version, slug: to.documentation }];
  });
  const own = local.versions.map((one) => ({ ...one, slug: slugOf(one.slug) }));
  return {
    versions: [...new Map(own.map((one) => [one.slug, one])).values()],
    documentations,
    references: local.references.map((one) => ({ ...one, version: slugOf(one.version) })),
  };
}

/** Updates the digests of texts whose links now lead to other keys. */
function translated(
  project: Project,
  before: LocalProject,
  now: LocalProject,
  ready: RecentTexts<PageTexts>,
): LocalProject {
  const [led, leads] = [before, now].map((local) => pageMapOf(withTwins(local)));
  const old = new Map([...before.pages.values()].map((page) => [page.file, page]));
  const pages = new Map(now.pages);
  for (const page of now.pages.values()) {
    const was = old.get(page.file);
    const read = readInside(project.root, page.file);
    if (!was || !led || !leads || !('text' in read) || !read.text.includes('.md')) continue;
    const { head, published } = digestsOf(textsAsSent(read.text, was, led));
    // An edit since the scan is reported when the file is read for sending.
    if (head !== page.head || published !== page.published) continue;
    const texts = textsAsSent(read.text, page, leads);
    pages.set(page.key, { ...page, ...digestsOf(texts) });
    ready.take(page.file);
    ready.add(page.file, texts, read.text.length);
  }
  return { ...now, pages };
}
