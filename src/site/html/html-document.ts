/** One document of the site: head, content, and navigation around it. All text is escaped. */
import { escapeHtml, openTag } from '../../content/darkdown/write/html.ts';
import type { Addresses } from '../addresses.ts';
import { directionOf, langsOf } from '../language.ts';

/** Content-Security-Policy: only the site's own scripts and styles; media from anywhere. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: https: http:",
  // Custom HTML, in a sandbox.
  "frame-src 'self'",
  "media-src 'self' https: http:",
  "base-uri 'none'",
  "form-action 'none'",
];

/** The parts of a document. Parts that are `null` are left out. */
export interface DocumentParts {
  readonly language: string;
  readonly siteTitle: string;
  /** The address of a picture that replaces the title; `null`: the title is shown as text. */
  readonly logo: string | null;
  /** The address of the icon that browsers show next to the title; `null`: the site's own icon. */
  readonly favicon: string | null;
  /** The public address of the page, absolute; `null`: it has none. */
  readonly canonical: string | null;
  /** The same page in other languages: language and absolute address. */
  readonly alternates?: readonly (readonly [language: string, address: string])[];
  /** The absolute address of a picture for links to the page on other sites; `null`: none. */
  readonly picture: string | null;
  /** The absolute address of the feed that the page is in; left out: it is in none. */
  readonly feed?: { readonly title: string; readonly href: string } | undefined;
  /** Whether the project has a colour of its own. */
  readonly hasTheme: boolean;
  readonly title: string;
  readonly description: string;
  /** The address of the page as Markdown. */
  readonly markdown: string | null;
  /** The HTML next to the title in the head of the page. */
  readonly top: string;
  readonly sidebar: string | null;
  /** The address of the whole sidebar, if the page has only a part of it. */
  readonly wholeSidebar?: string | undefined;
  readonly breadcrumbs: string;
  readonly content: string;
  readonly outline: string;
  readonly pager: string;
  /** Slug of the version, for search. */
  readonly version: string;
  /** The other versions that search can include. */
  readonly otherVersions: readonly (readonly [slug: string, name: string])[];
  /** The name of the script that the page runs, one of the site's own. */
  readonly script: string;
  /** Whether search engines should leave the page out. */
  readonly isUnlisted: boolean;
  /** Whether it shows a definition, with a script and a style that other pages do not load. */
  readonly hasReference?: boolean;
}

/** What scripts need to know about the site. */
export interface ClientSettings {
  /** `served`: a server answers queries; `file`: a file holds all entries. */
  readonly search: 'served' | 'file';
}

/**
 * The HTML of a document. Ids of the site's own elements begin with an underscore, which no anchor
 * of a heading does.
 */
export function documentHtml(
  parts: DocumentParts,
  addresses: Addresses,
  { search }: ClientSettings,
): string {
  const { title, siteTitle, description, sidebar } = parts;
  const name = title === '' || title === siteTitle ? siteTitle : `${title} · ${siteTitle}`;
  const index = addresses.own(
    search === 'served' ? 'search' : `search/${encodeURIComponent(parts.version)}.js`,
  );
  const { ours, theirs } = langsOf(parts.language);
  const { wholeSidebar } = parts;
  const whole = wholeSidebar === undefined ? '' : ` data-whole="${escapeHtml(wholeSidebar)}"`;
  const { otherVersions } = parts;
  const others = otherVersions.length === 0 ? undefined : JSON.stringify(otherVersions);
  const icon =
    parts.favicon === null
      ? { href: addresses.own('icon.svg'), type: 'image/svg+xml' }
      : { href: parts.favicon };
  const shownTitle =
    parts.logo === null
      ? escapeHtml(siteTitle)
      : openTag('img', { class: 'site-logo', src: parts.logo, alt: siteTitle });
  const isWide = sidebar === null ? ' class="bare"' : '';
  // A server sends the policy in a header. Static files need an element.
  const policy =
    search === 'file'
      ? `${openTag('meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY.join('; ') })}\n`
      : '';
  return `<!doctype html>
${openTag('html', { lang: parts.language, dir: directionOf(parts.language) })}
<head>
<meta charset="utf-8">
${policy}<title>${escapeHtml(name)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${description === '' ? '' : `${openTag('meta', { name: 'description', content: description })}\n`}${parts.isUnlisted ? '<meta name="robots" content="noindex">\n' : ''}<meta name="color-scheme" content="light dark">
${publicHtml(parts)}${openTag('link', { rel: 'icon', ...icon })}
${parts.hasReference === true ? `${openTag('link', { rel: 'stylesheet', href: addresses.own('reference.css') })}\n` : ''}${openTag('link', { rel: 'stylesheet', href: addresses.own('site.css') })}
${parts.hasTheme ? `${openTag('link', { rel: 'stylesheet', href: addresses.own('theme.css') })}\n` : ''}${parts.markdown === null ? '' : `${openTag('link', { rel: 'alternate', type: 'text/markdown', href: parts.markdown })}\n`}${openTag('script', { src: addresses.own('early.js') })}</script>
${openTag('script', { defer: '', src: addresses.own(parts.script) })}</script>
${parts.hasReference === true ? `${openTag('script', { defer: '', src: addresses.own('reference.js') })}</script>\n` : ''}</head>
<body${isWide}>
<a class="skip"${ours} href="#_content">Skip to content</a>
${openTag('header', { class: 'top', 'data-search': index, 'data-search-kind': search, 'data-version': parts.version, 'data-others': others })}
<div class="top-row" data-part="top">
${sidebar === null ? '' : `<button class="menu-open" type="button"${ours} popovertarget="_pages"><span>Menu</span></button>\n`}${openTag('a', { class: 'site-title', href: addresses.home })}${shownTitle}</a>
${parts.top}</div>
</header>
<div class="columns">
${sidebar === null ? '' : `<nav class="sidebar" id="_pages" aria-label="Pages"${ours} popover>\n<button class="menu-close" type="button" popovertarget="_pages" popovertargetaction="hide" aria-label="Close the menu"></button>\n<div class="menu-top"${theirs} data-part="menu">${parts.top}</div>\n<div data-part="sidebar"${theirs}${whole}>\n${sidebar}</div>\n</nav>\n`}<main id="_content" tabindex="-1">
<div class="outline-column" data-part="outline">${parts.outline}</div>
<div data-part="breadcrumbs">${parts.breadcrumbs}</div>
<article class="body" data-part="body">
${parts.content}</article>
<div data-part="pager">${parts.pager}</div>
</main>
</div>
</body>
</html>
`;
}

/** The elements for search engines and for previews on other sites. */
function publicHtml(parts: DocumentParts): string {
  const { canonical, title, siteTitle, description, picture, feed, alternates = [] } = parts;
  if (canonical === null) return '';
  const others = alternates.map(
    ([hreflang, href]) => `${openTag('link', { rel: 'alternate', hreflang, href })}\n`,
  );
  const said = {
    type: 'article',
    site_name: siteTitle,
    title,
    description,
    url: canonical,
    image: picture ?? '',
  };
  const properties = Object.entries(said)
    .filter(([, content]) => content !== '')
    .map(([name, content]) => `${openTag('meta', { property: `og:${name}`, content })}\n`);
  const rss = { rel: 'alternate', type: 'application/rss+xml', ...feed };
  return `${openTag('link', { rel: 'canonical', href: canonical })}\n${others.join('')}${feed === undefined ? '' : `${openTag('link', rss)}\n`}${properties.join('')}`;
}
