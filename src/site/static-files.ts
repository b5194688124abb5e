/** A site as files for any host of static files. */
import { placeOfPage, staticAddresses, staticBelow } from './addresses.ts';
import { REFERENCE_PAGE } from '../content/links/address.ts';
import type { SitePlace } from '../content/links/address.ts';
import { escapeHtml, openTag } from '../content/darkdown/write/html.ts';
import { markdownAnswer, pageAnswer, referenceAnswer } from './answer.ts';
import { notFoundHtml } from './html/page.ts';
import type { Stage } from './html/page.ts';
import { llmsText } from './llms.ts';
import { POLICY } from './policy.ts';
import { entriesOfVersion } from './search/index-version.ts';
import type { SiteSource } from './source.ts';
import type { SiteView } from './view.ts';

export interface StaticFile {
  /** With `/`, from the top of the site. */
  readonly path: string;
  readonly text: string;
  readonly kind: 'page' | 'other';
}

/** Folders that pages are in: version and documentation. */
const PAGE_DEPTH = 2;

/** Where the files of search are: `_docs/search`. */
const SEARCH_DEPTH = 2;

const filePathOf = ({ version, section, page }: SitePlace, extension: string): string =>
  `${version}/${section}/${page ?? 'index'}.${extension}`;

/**
 * Every file of the site but its own and those that pages show. Pages come as they are rendered.
 *
 * @param base path of the site on its host, for the document that is shown at any address; ends in a slash
 */
export async function* staticFiles(
  source: SiteSource,
  view: SiteView,
  base: string,
): AsyncGenerator<StaticFile> {
  const stageAt = (depth: number): Stage => ({
    view,
    addresses: staticAddresses(depth),
    script: 'site.js',
    search: 'file',
  });
  const stage = stageAt(PAGE_DEPTH);
  const taken = new Set<string>();
  for (const placed of view.pages()) {
    const place = placeOfPage(placed.page);
    const path = filePathOf(place, 'html');
    taken.add(path);
    yield { path, text: (await pageAnswer(placed, source, stage)).body, kind: 'page' };
    const { body } = await markdownAnswer(placed, source, stage);
    yield { path: filePathOf(place, 'md'), text: body, kind: 'other' };
  }
  for (const version of view.versions) {
    for (const reference of version.references) {
      const place = { version: version.slug, section: reference.slug, page: REFERENCE_PAGE };
      const path = filePathOf(place, 'html');
      if (taken.has(path)) continue;
      const { body } = await referenceAnswer(
        { kind: 'reference', reference, version },
        source,
        stage,
      );
      yield { path, text: body, kind: 'page' };
    }
    const entries = await entriesOfVersion(
      source,
      view,
      version.slug,
      staticAddresses(SEARCH_DEPTH),
    );
    yield {
      path: `_docs/search/${version.slug}.json`,
      text: JSON.stringify(entries),
      kind: 'other',
    };
  }
  for (const { path, to } of beginnings(view)) {
    const depth = path.split('/').length - 1;
    if (!taken.has(path))
      yield { path, text: forwardHtml(staticAddresses(depth).place(to)), kind: 'other' };
  }
  const nowhere: Stage = { ...stage, addresses: staticBelow(base) };
  yield { path: '404.html', text: notFoundHtml('this address', nowhere), kind: 'other' };
  yield { path: 'llms.txt', text: llmsText(view, staticAddresses(0)), kind: 'other' };
}

/** Addresses without a page of their own, and where they lead. */
function* beginnings(view: SiteView): Generator<{ readonly path: string; readonly to: SitePlace }> {
  const home = view.home();
  if (home) yield { path: 'index.html', to: home };
  for (const version of view.versions) {
    const start = view.start(version);
    if (start) yield { path: `${version.slug}/index.html`, to: start };
    for (const { slug, pages } of version.documentations) {
      const [first] = pages;
      if (first) yield { path: `${version.slug}/${slug}/index.html`, to: placeOfPage(first) };
    }
    for (const { slug } of version.references) {
      if (version.documentations.some((documentation) => documentation.slug === slug)) continue;
      const to = { version: version.slug, section: slug, page: REFERENCE_PAGE };
      yield { path: `${version.slug}/${slug}/index.html`, to };
    }
  }
}

/** Leads on without a script. */
const forwardHtml = (to: string): string =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n${openTag('meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY.join('; ') })}\n<title>The first page</title>\n${openTag('meta', { 'http-equiv': 'refresh', content: `0; url=${to}` })}\n${openTag('link', { rel: 'canonical', href: to })}\n</head>\n<body><p><a href="${escapeHtml(to)}">The first page</a></p></body>\n</html>\n`;
