/** Resolves links to files that are gone: to the page that the file was, under the key that it has now. */
import { digestsOf } from '../../content/page/page-facts.ts';
import { fileOfTarget } from '../../content/links/link-targets.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import type { LocalPage, LocalProject, LooseLinks, PageTexts } from '../../model/local.ts';
import { FormerFiles } from './former-files.ts';
import type { FormerScene } from './former-files.ts';
import { readInside } from '../../content/folder/replace-text.ts';
import type { RecentTexts } from '../folder/scan-files.ts';
import { pageMapOf, textsAsSent, withTwins } from '../folder/scan-links.ts';
import { openTexts } from '../folder/texts.ts';
import type { TextReader } from '../folder/texts.ts';

/** A missing file that pages link to. */
export interface Relinked {
  readonly file: FilePath;
  /** The page that the links lead to. */
  readonly to: PageKey;
  readonly pages: readonly PageKey[];
}

/** The folder, with links to missing files resolved. */
export interface RelinkedProject {
  /** As scanned, but with the digests of the relinked pages as they are sent. `loose` has the links that still lead nowhere. */
  readonly local: LocalProject;
  readonly texts: TextReader;
  readonly relinked: readonly Relinked[];
}

/**
 * Resolves links to missing files; reads only pages that have such links. If a page was sent before its
 * target was moved or deleted, its digest becomes the one that was sent, so it does not count as changed.
 * Adds the texts of such pages to `ready`.
 */
export async function relink(
  scene: Omit<FormerScene, 'textOf'>,
  ready: RecentTexts<PageTexts>,
): Promise<RelinkedProject> {
  const { project, local } = scene;
  const plain = pageMapOf(withTwins(local));
  const textOf = (page: LocalPage): string | null => {
    const read = readInside(project.root, page.file);
    if (!('text' in read)) return null;
    const { head, published } = digestsOf(textsAsSent(read.text, page, plain));
    return head === page.head && published === page.published ? read.text : null;
  };
  const former = new FormerFiles({ ...scene, textOf });
  await former.find();
  const keyOf = (file: FilePath): PageKey | undefined => former.keyOf(file);

  const pages = new Map(local.pages);
  const loose: LooseLinks[] = [];
  const found = new Map<FilePath, { readonly to: PageKey; readonly pages: PageKey[] }>();
  for (const links of local.loose) {
    const page = pages.get(links.key);
    const led = page ? ledBy(links, page, keyOf) : new Map<string, Target>();
    const text = page && led.size > 0 ? textOf(page) : null;
    if (!page || text === null) {
      loose.push(links);
      continue;
    }
    const texts = textsAsSent(text, page, former.pages);
    pages.set(page.key, { ...page, ...digestsOf(texts) });
    ready.take(page.file);
    ready.add(page.file, texts, text.length);
    const targets = links.targets.filter((target) => !led.has(target));
    if (targets.length > 0) loose.push({ key: page.key, targets });
    for (const { file, to } of new Map([...led.values()].map((one) => [one.file, one])).values()) {
      const known = found.get(file) ?? { to, pages: [] };
      known.pages.push(page.key);
      found.set(file, known);
    }
  }
  const now = { ...local, pages, loose };
  const relinked = Array.from(found, ([file, one]) => ({ file, ...one }));
  return { local: now, texts: openTexts(project, now, ready, keyOf), relinked };
}

interface Target {
  readonly file: FilePath;
  readonly to: PageKey;
}

/** Loose targets that lead to a page after all. */
function ledBy(
  { targets }: LooseLinks,
  { file }: LocalPage,
  keyOf: (file: FilePath) => PageKey | undefined,
): Map<string, Target> {
  const led = new Map<string, Target>();
  for (const target of targets) {
    const named = fileOfTarget(file, target);
    const to = named && keyOf(named);
    if (named && to) led.set(target, { file: named, to });
  }
  return led;
}
