/** A site as files for any host of static files. */
import type { SiteSource } from './site-source.ts';
import {
  definitionFile,
  feedPath,
  OWN_FOLDER,
  placeOfPage,
  sidebarFile,
  staticAddresses,
  staticAddressesIn,
  staticBelow,
} from './addresses.ts';
import type { Addresses } from './addresses.ts';
import { REFERENCE_PAGE } from '../content/darkdown/address.ts';
import type { SitePlace } from '../content/darkdown/address.ts';
import type { PlacedRule } from '../content/redirects/redirects.ts';
import { escapeHtml, openTag } from '../content/darkdown/write/html.ts';
import { markdownAnswer, pageAnswer, referenceAnswer } from './answer.ts';
import { definitionText } from './definition.ts';
import { feedText } from './feed.ts';
import { POLICY } from './html/html-document.ts';
import { notFoundHtml, sharedSidebar } from './html/page.ts';
import type { Stage } from './html/page.ts';
import { llmsText } from './llms.ts';
import { parsedPage } from './page-body.ts';
import {
  entriesOfPage,
  entriesOfReference,
  entriesOfVersion,
  KnownEntries,
  referenceKey,
} from './search/index-version.ts';
import type { Icons } from './icons.ts';
import { NO_VERSION } from './site-source.ts';
import { stubsOf } from './site-redirects.ts';
import { PublicSite } from './sitemap.ts';
import { themeCss } from './brand-colour.ts';
import type { SiteView } from './site-view.ts';

export interface StaticFile {
  /** With `/`, from the top of the site. */
  readonly path: string;
  readonly text: string;
  readonly kind: 'page' | 'reference' | 'other';
}

/** The depth of the search files: `_docs/search`. */
const SEARCH_DEPTH = 2;

const filePathOf = ({ version, section, page }: SitePlace, extension: string): string =>
  `${version === NO_VERSION ? '' : `${version}/`}${section}/${page ?? 'index'}.${extension}`;

/** Where a site is, and where its files are. */
interface SiteHost {
  readonly base: string;
  readonly address: string | null;
  readonly editUrl: string | null;
}

/**
 * All files of the site, except its own files and files that pages show. Each page is yielded once
 * it is rendered.
 *
 * @param host `base`: the site's path on its host, with a slash at the end, for the document that
 * is shown at any address. `address`: of the site; `editUrl`: where files are edited; `null`: not
 * known
 * @param redirects the project's rules, for addresses that pages had
 */
export async function* staticFiles(
  source: SiteSource,
  view: SiteView,
  { base, address, editUrl }: SiteHost,
  icons: Icons,
  redirects: readonly PlacedRule[] = [],
): AsyncGenerator<StaticFile> {
  const publicSite = address === null ? undefined : new PublicSite(source.site, address);
  const stageAt = (addresses: Addresses): Stage => ({
    view,
    addresses,
    icons,
    script: 'site.js',
    search: 'file',
    publicSite,
    editUrl: editUrl ?? undefined,
  });
  const taken = new Set<string>();
  const found = new KnownEntries();
  const searched = staticAddresses(SEARCH_DEPTH);
  const whole: string[] = [];
  const atTop = stageAt(staticAddresses(0));
  for (const placed of view.pages()) {
    const place = placeOfPage(placed.page);
    const path = filePathOf(place, 'html');
    const stage = stageAt(staticAddressesIn(place));
    taken.add(path);
    const parsed = await parsedPage(placed, source, view);
    yield { path, text: (await pageAnswer(placed, parsed, source, stage)).body, kind: 'page' };
    const { body } = markdownAnswer(placed, parsed, source, stage);
    yield { path: filePathOf(place, 'md'), text: body, kind: 'other' };
    if (!view.visibility(placed.page).inSearch) continue;
    const text = markdownAnswer(placed, parsed, source, atTop).body;
    const url = publicSite?.addressOf(place) ?? atTop.addresses.markdown(place);
    // Below the title, so that a text that is split at titles keeps it.
    whole.push(text.replace('\n', () => `\nSource: ${url}\n`));
    found.add(
      placed.page.key,
      entriesOfPage(placed, parsed, { source, view, addresses: searched }),
    );
  }
  for (const version of view.versions) {
    for (const reference of version.references) {
      const place = { version: version.slug, section: reference.slug, page: REFERENCE_PAGE };
      const path = filePathOf(place, 'html');
      if (taken.has(path)) continue;
      const definition = await definitionText(reference, source);
      const { body } = await referenceAnswer(
        { kind: 'reference', reference, version },
        definition,
        stageAt(staticAddressesIn(place)),
      );
      yield { path, text: body, kind: 'reference' };
      if (definition !== null)
        yield { path: definitionFile(reference), text: definition, kind: 'other' };
      found.add(referenceKey(reference), entriesOfReference(reference, definition, searched));
    }
    const entries = await entriesOfVersion(source, view, version.slug, searched, found);
    yield {
      // A script, because a page that is opened from a disk may not fetch anything.
      path: `${OWN_FOLDER}/search/${version.slug}.js`,
      text: `docsSearch(${JSON.stringify(entries)});\n`,
      kind: 'other',
    };
  }
  for (const documentation of view.allDocumentations) {
    const { version, slug: section } = documentation;
    const stage = stageAt(staticAddressesIn({ version, section }));
    const text = sharedSidebar(documentation, stage);
    const path = `${OWN_FOLDER}/${decodeURIComponent(sidebarFile(documentation))}`;
    if (text !== null) yield { path, text, kind: 'other' };
  }
  for (const { path, to } of beginnings(view)) {
    const depth = path.split('/').length - 1;
    if (!taken.has(path))
      yield { path, text: forwardHtml(staticAddresses(depth).place(to), FIRST), kind: 'other' };
    taken.add(path);
  }
  for (const { path, to } of stubsOf(redirects, view)) {
    const depth = path.split('/').length - 1;
    if (!taken.has(path))
      yield { path, text: forwardHtml(staticAddresses(depth).place(to), MOVED), kind: 'other' };
  }
  if (view.site.colour !== null)
    yield { path: `${OWN_FOLDER}/theme.css`, text: themeCss(view.site.colour), kind: 'other' };
  const nowhere = stageAt(staticBelow(base));
  yield { path: '404.html', text: notFoundHtml(null, nowhere), kind: 'other' };
  if (publicSite)
    yield {
      path: 'sitemap.xml',
      text: publicSite.sitemap((page) => source.fileFacts(page)?.changed),
      kind: 'other',
    };
  for (const changelog of publicSite?.view.changelogs ?? []) {
    const feed = publicSite?.feedOf(changelog) ?? null;
    if (!publicSite || feed === null) continue;
    const text = await feedText(changelog, feed, publicSite, source);
    yield { path: decodeURIComponent(feedPath(changelog)), text, kind: 'other' };
  }
  yield { path: 'llms.txt', text: llmsText(view, staticAddresses(0)), kind: 'other' };
  yield { path: 'llms-full.txt', text: whole.join('\n'), kind: 'other' };
}

/** Addresses without a page of their own, and the places that they redirect to. */
function* beginnings(view: SiteView): Generator<{ readonly path: string; readonly to: SitePlace }> {
  const home = view.home();
  if (home) yield { path: 'index.html', to: home };
  for (const version of view.versions) {
    const start = view.start(version);
    if (start) yield { path: `${version.slug}/index.html`, to: start };
    for (const { slug } of version.references) {
      if (version.documentations.some((documentation) => documentation.slug === slug)) continue;
      const to = { version: version.slug, section: slug, page: REFERENCE_PAGE };
      yield { path: `${version.slug}/${slug}/index.html`, to };
    }
  }
  for (const { version, slug: section, pages } of view.allDocumentations) {
    const [first] = pages;
    if (first)
      yield { path: filePathOf({ version, section, page: null }, 'html'), to: placeOfPage(first) };
  }
}

const FIRST = 'The first page';
const MOVED = 'The page has moved';

/** A document that redirects without a script. */
const forwardHtml = (to: string, title: string): string =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n${openTag('meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY.join('; ') })}\n<title>${title}</title>\n${openTag('meta', { 'http-equiv': 'refresh', content: `0; url=${to}` })}\n${openTag('link', { rel: 'canonical', href: to })}\n</head>\n<body><p><a href="${escapeHtml(to)}">${title}</a></p></body>\n</html>\n`;
