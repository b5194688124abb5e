/**
 * Computes digests of bodies whose links are translated: they are valid as long as the links lead
 * to the same pages.
 */
import { digestOf } from '../../content/digest.ts';
import { readText } from '../../system/files/read.ts';
import {
  fileOfTarget,
  withAbsoluteLinks,
  withRelativeLinks,
} from '../../content/links/link-targets.ts';
import type { Origin, PageMap } from '../../content/links/link-targets.ts';
import { digestsOf } from '../../content/page/page-facts.ts';
import type { BodyDigests } from '../../content/page/page-facts.ts';
import { bodiesOf, parsePageFile } from '../../content/page/page-file.ts';
import { withEscapedMarkers } from '../../content/page/unready.ts';
import { placeOf } from '../../model/ids.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import type { LocalProject, PageInFile, PageTexts } from '../../model/local.ts';
import type { FileReader, KnownPage } from './scan-files.ts';

/** Maps files to pages and back. If two files have the same key, the page belongs to the first. */
export function pageMapOf(pages: Iterable<PageInFile>): PageMap {
  const keys = new Map<FilePath, PageKey>();
  const files = new Map<PageKey, FilePath>();
  for (const { key, file } of pages) {
    keys.set(file.normalize('NFC') as FilePath, key);
    if (!files.has(key)) files.set(key, file);
  }
  return { keyOf: (file) => keys.get(file), fileOf: (key) => files.get(key) };
}

/** The pages of a folder, including files that are unplaced because they claim the same key. */
export function* allPageFiles({ pages, unplaced }: LocalProject): Generator<PageInFile> {
  yield* pages.values();
  for (const { file, key } of unplaced) if (key) yield { file, key };
}

/** The file and version that the relative links of a page are resolved against. */
export const originOf = ({ key, file }: PageInFile): Origin => ({
  file,
  version: placeOf(key).version,
});

/** The texts of a page file as they are sent. */
export function textsAsSent(text: string, page: PageInFile, pages: PageMap): PageTexts {
  const { draft, published } = bodiesOf(parsePageFile(text));
  const sent = (body: string | null): string | null =>
    body === null ? null : withAbsoluteLinks(body, originOf(page), pages);
  return { draft: sent(draft), published: sent(published) };
}

/**
 * A body of the platform as the page's file has it, links and all. A link that is already in
 * `before`, the file's previous body, keeps the spelling that it has there.
 */
export const bodyInFile = (
  body: string,
  page: PageInFile,
  pages: PageMap,
  before: string | null,
): string => withEscapedMarkers(withRelativeLinks(body, originOf(page), pages, before ?? ''));

interface Led {
  /** The digest of the pages that the links lead to today; empty if none leads to a page. */
  readonly links: string;
  readonly unresolved: readonly string[];
}

function led({ facts }: KnownPage, page: PageInFile, pages: PageMap): Led {
  const keys = facts.targets.map((target) => {
    const file = fileOfTarget(page.file, target);
    return (file && pages.keyOf(file)) ?? '';
  });
  const unresolved = facts.targets.filter((_, at) => keys[at] === '');
  const links =
    unresolved.length < keys.length ? digestOf([originOf(page).version, ...keys].join('\n')) : '';
  return { links, unresolved: unresolved.length === 0 ? NONE : unresolved };
}

/** Shared, because most pages have none. */
const NONE: readonly string[] = [];

function textOf(path: string): string | null {
  const read = readText(path);
  return read !== null && 'text' in read ? read.text : null;
}

const GONE: BodyDigests = digestsOf({ draft: null, published: '' });

/** Digests of a page that are valid for today's link targets. */
export interface DigestsToday extends BodyDigests {
  /** Links that lead to no page file, as written but without fragments. */
  readonly unresolved: readonly string[];
}

/**
 * Returns a function that gives the digests of a page for today's link targets. Reads a page again
 * only if its links lead elsewhere than when its digests were taken. Calls `pageMap` only if a page
 * has links.
 */
export function digestsToday(
  pageMap: () => PageMap,
  { root, cache, recent, ready }: FileReader,
): (candidate: PageInFile & { readonly known: KnownPage }) => DigestsToday {
  let made: PageMap | undefined;
  return (candidate) => {
    const { file, known } = candidate;
    if (known.digests && known.facts.targets.length === 0)
      return { ...known.digests, unresolved: NONE };
    const pages = (made ??= pageMap());
    const { links, unresolved } = led(known, candidate, pages);
    if (known.digests && links === known.links) return { ...known.digests, unresolved };
    const text = recent.take(file) ?? textOf(`${root}/${file}`);
    if (text === null) return { ...(known.digests ?? GONE), unresolved };
    const texts = textsAsSent(text, candidate, pages);
    ready.add(file, texts, text.length);
    const digests = digestsOf(texts);
    cache.revise(file, { ...known, digests, links });
    return { ...digests, unresolved };
  };
}
