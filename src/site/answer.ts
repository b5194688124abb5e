/** Answers the addresses of a site, whoever serves it. Loads markdown-it for pages. */
import type { SiteSource } from './site-source.ts';
import { digestOf } from '../content/digest.ts';
import { decoded, REFERENCE_PAGE, sitePlace } from '../content/darkdown/address.ts';
import { authenticationOf } from './authentication.ts';
import { cleanLine } from '../model/text/clean.ts';
import { curlSample } from './curl-sample.ts';
import { pathOf, placeOfPage, sidebarFile, SIDEBARS } from './addresses.ts';
import { definitionText, operationsOf } from './definition.ts';
import { notFoundHtml, pageHtml, sharedSidebar } from './html/page.ts';
import type { Stage } from './html/page.ts';
import { referenceHtml } from './html/reference.ts';
import type { ShownDefinition } from './html/reference.ts';
import { listAt, textAt } from '../definitions/definition-tree.ts';
import { llmsText } from './llms.ts';
import { ParsedPage } from '../content/darkdown/write/parsed-page.ts';
import { NO_PROJECT } from '../content/darkdown/write/resolver.ts';
import { bodyHtml, bodyMarkdown, parsedPage } from './page-body.ts';
import { resolverFor } from './page-resolver.ts';
import { NO_VERSION } from './site-source.ts';
import { placeOfFound } from './site-view.ts';
import type { Found, PageInPlace, SiteView } from './site-view.ts';

export interface SiteAnswer {
  readonly status: 200 | 404;
  readonly type: 'text/html' | 'text/markdown' | 'text/plain' | 'text/javascript';
  readonly body: string;
  /** The page that was shown. */
  readonly page: PageInPlace | null;
}

/** A path elsewhere on the site. */
export interface Redirection {
  readonly status: 302;
  readonly location: string;
}

/**
 * The page, reference or file at an address. Resolves to a 404 if the reader may not see anything
 * there.
 *
 * @param path encoded, without query, from the top of the site
 */
export async function answerTo(
  path: string,
  source: SiteSource,
  stage: Stage,
): Promise<SiteAnswer | Redirection> {
  const { view, addresses } = stage;
  if (path === '/llms.txt') {
    return { status: 200, type: 'text/plain', body: llmsText(view, addresses), page: null };
  }
  if (path === '/') {
    const home = view.home();
    return home ? { status: 302, location: pathOf(home) } : notFound(path, stage);
  }
  const shared = sidebarAt(path, stage);
  if (shared !== null) return { status: 200, type: 'text/javascript', body: shared, page: null };
  const found = foundAt(path, stage);
  if (found?.kind === 'page') {
    return pageAnswer(found, await parsedPage(found, source, view), source, stage);
  }
  if (found?.kind === 'reference') {
    return referenceAnswer(found, await definitionText(found.reference, source), stage);
  }
  if (found !== undefined) return found;
  const asMarkdown = path.endsWith('.md')
    ? foundAt(path.slice(0, -'.md'.length), stage)
    : undefined;
  if (asMarkdown?.kind === 'page') {
    return markdownAnswer(asMarkdown, await parsedPage(asMarkdown, source, view), source, stage);
  }
  return withVersion(path, stage) ?? notFound(path, stage);
}

/** An address without a version is redirected to the version in which the site begins. */
function withVersion(path: string, stage: Stage): Redirection | undefined {
  const { view } = stage;
  const home = view.home();
  const [, first = ''] = path.split('/');
  if (home === undefined || view.version(decoded(first) ?? '')) return undefined;
  const whole = `/${encodeURIComponent(home.version)}${path}`;
  const ending = path.endsWith('.md') ? '.md' : '';
  const found = foundAt(ending === '' ? whole : whole.slice(0, -ending.length), stage);
  if (found === undefined || (ending !== '' && found.kind !== 'page')) return undefined;
  if (found.kind === 'elsewhere') return found;
  return { status: 302, location: pathOf(placeOfFound(found)) + ending };
}

function sidebarAt(path: string, stage: Stage): string | null {
  const { view, addresses } = stage;
  if (!path.startsWith(addresses.own(`${SIDEBARS}/`))) return null;
  const documentation = view.allDocumentations.find(
    (each) => addresses.own(sidebarFile(each)) === path,
  );
  return documentation ? sharedSidebar(documentation, stage) : null;
}

/**
 * The page or reference at an address, or a redirection to the first page of what the address
 * names.
 */
function foundAt(
  path: string,
  { view }: Stage,
): Found | (Redirection & { readonly kind: 'elsewhere' }) | undefined {
  const segments = path.replace(/\/$/, '').slice(1).split('/');
  const [first = ''] = segments;
  const version = view.version(decoded(first) ?? '');
  if (version && segments.length === 1) {
    const start = view.start(version);
    return start && { kind: 'elsewhere', status: 302, location: pathOf(start) };
  }
  // Without a version, it is a changelog or a post. (In links, it could also be of the page's
  // version.)
  const inside = version ? segments.slice(1) : segments;
  if (inside.length > 2) return undefined;
  const place = sitePlace(
    { kind: 'site', path: `/${inside.join('/')}`, query: '', fragment: '' },
    version?.slug ?? NO_VERSION,
  );
  const found = place && view.find(place);
  if (!found || place.page !== null) return found ?? undefined;
  return { kind: 'elsewhere', status: 302, location: pathOf(placeOfFound(found)) };
}

function notFound(path: string, stage: Stage): SiteAnswer {
  const what = decoded(path) ?? path;
  const [, version = ''] = what.split('/');
  return {
    status: 404,
    type: 'text/html',
    body: notFoundHtml(what, stage, stage.view.version(version)),
    page: null,
  };
}

/** @param parsed `null`: the page is gone */
export async function pageAnswer(
  placed: PageInPlace,
  parsed: ParsedPage | null,
  source: SiteSource,
  stage: Stage,
): Promise<SiteAnswer> {
  const { view, addresses } = stage;
  if (parsed === null) return notFound(pathOf(placeOfPage(placed.page)), stage);
  const body = await bodyHtml(parsed, resolverFor(placed, view, source, addresses), stage.icons);
  return {
    status: 200,
    type: 'text/html',
    body: pageHtml(placed, body, source.fileFacts(placed.page), stage),
    page: placed,
  };
}

/** @param parsed `null`: the page is gone */
export function markdownAnswer(
  placed: PageInPlace,
  parsed: ParsedPage | null,
  source: SiteSource,
  stage: Stage,
): SiteAnswer {
  const { view, addresses } = stage;
  if (parsed === null) return notFound(addresses.markdown(placeOfPage(placed.page)), stage);
  const markdown = bodyMarkdown(parsed, resolverFor(placed, view, source, addresses, 'markdown'));
  const body = `# ${cleanLine(placed.page.title)}\n\n${markdown.trim()}\n`;
  return { status: 200, type: 'text/markdown', body, page: placed };
}

/** @param definition its text; `null`: it cannot be read */
export async function referenceAnswer(
  { reference }: Extract<Found, { kind: 'reference' }>,
  definition: string | null,
  stage: Stage,
): Promise<SiteAnswer> {
  const shown =
    definition === null
      ? { html: '<p>The definition of this reference cannot be read.</p>\n' }
      : await shownDefinition(definition, stage);
  return {
    status: 200,
    type: 'text/html',
    body: referenceHtml(reference, shown, stage),
    page: null,
  };
}

async function shownDefinition(text: string, { icons }: Stage): Promise<ShownDefinition> {
  const definition: unknown = JSON.parse(text);
  const operations = operationsOf(definition);
  const authentication = authenticationOf(definition, operations);
  const schemes = (authentication?.schemes ?? []).map(({ description }) =>
    bodyHtml(ParsedPage.of(description), NO_PROJECT, icons),
  );
  return {
    operations,
    authentication,
    schemes: (await Promise.all(schemes)).map(({ html }) => html),
    samples: operations.map((operation) => curlSample(definition, operation)),
    tags: listAt(definition, 'tags').flatMap((tag) => textAt(tag, 'name') ?? []),
    stamp: digestOf(text).slice(0, STAMP),
  };
}

/** The number of characters of a digest that distinguish definitions. */
const STAMP = 12;

/**
 * The definition of a reference as JSON; `null`: there is none that the reader may see.
 *
 * @param name encoded: `v1.0/petstore.json`
 */
export async function definitionJson(
  name: string,
  source: SiteSource,
  view: SiteView,
): Promise<string | null> {
  const [version = '', file = '', ...more] = name.split('/').map((part) => decoded(part) ?? '');
  if (more.length > 0 || !file.endsWith('.json')) return null;
  const section = file.slice(0, -'.json'.length);
  const found = view.find({ version, section, page: REFERENCE_PAGE });
  return found?.kind === 'reference' ? definitionText(found.reference, source) : null;
}
