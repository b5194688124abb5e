/** Finds the targets of links on another tool's site, and translates them. */
import { posix } from 'node:path';
import { foldPath, safeName } from '../content/file-names.ts';
import { decoded, parseAddress } from '../content/darkdown/address.ts';
import type { IssueKind, SourcePage, SourceFolder, SourceSite } from './model.ts';
import { RedirectMap } from './source-redirects.ts';
import { routeKey, withoutEnding } from './source-names.ts';

/** A page with its place in the output. */
export interface LinkedPage {
  readonly page: SourcePage;
  /** The top folder of the pages in its section. */
  readonly root: string;
  /** The file that is written, relative to the output folder; empty until the page is placed. */
  out: string;
  /** Whether the page is held back from readers. */
  isHeld: boolean;
  readonly version: string;
  readonly documentation: string;
  /** The language that it is translated into; null: the language of the site. */
  readonly locale: string | null;
  readonly routes: readonly string[];
  readonly anchors: ReadonlyMap<string, string>;
}

/** The target of a navigation entry: a page of the import, an address, or nothing. */
export type NavigationTarget = 'page' | 'nowhere' | { readonly url: string };

type Say = (kind: IssueKind, says: string) => void;

const PAGE = /\.(?:mdx?|html?)$/i;

/** Finds the pages and files that are targets of links, and collects the files to copy. */
export class LinkMap {
  /** Files to copy: their new paths by their source paths. */
  readonly assets = new Map<string, string>();
  readonly #site: SourceSite;
  readonly #folder: SourceFolder;
  readonly #byFile = new Map<string, LinkedPage>();
  readonly #byRoute = new Map<string, LinkedPage[]>();
  readonly #taken = new Set<string>();
  readonly #redirects: RedirectMap;

  constructor(site: SourceSite, folder: SourceFolder, pages: readonly LinkedPage[]) {
    this.#site = site;
    this.#folder = folder;
    this.#redirects = new RedirectMap(site.redirects, routeKey);
    for (const page of pages) {
      this.#byFile.set(page.page.file, page);
      for (const route of page.routes) {
        const key = routeKey(route);
        const known = this.#byRoute.get(key);
        if (known) known.push(page);
        else this.#byRoute.set(key, [page]);
      }
    }
  }

  /** The new target for `target` in the page `from`. Reports to `say` what is lost. */
  translate(target: string, kind: 'link' | 'image', from: LinkedPage, say: Say): string {
    const written = target.trim().replace(/^pathname:\/\//, '');
    const address = parseAddress(written);
    if (address.kind === 'elsewhere') return written;
    const { fragment, query } = address;
    if (address.kind === 'here') {
      if (fragment === '' || fragment === '#') return written;
      const own = this.#anchor(from, fragment, say);
      return own === '' ? '#top' : own;
    }
    const path = decoded(address.path) ?? address.path;
    const page = kind === 'link' ? this.#pageAt(path, from) : undefined;
    if (page?.isHeld === true && !from.isHeld) {
      const says = `"${shortTarget(written)}" links to a page that is held back: readers do not get it.`;
      say('link', says);
    }
    if (page) return this.#wayTo(page, fragment, from, say);
    const file = this.#fileAt(path, from);
    if (file !== undefined && !/\.mdx?$/i.test(file)) {
      return wayTo(from.out, this.#asset(file)) + fragment;
    }
    const moved = kind === 'link' ? this.#moved(path, fragment, from, say) : undefined;
    if (moved !== undefined) return moved;
    const shown = shortTarget(written);
    if (file !== undefined) {
      say('link', `"${shown}" links to a file that is not a page of the documentation.`);
    } else if (kind === 'image') say('image', `There is no image "${shown}" in the source.`);
    else if (address.kind === 'site' && this.#site.address !== null) {
      say('link', `"${shown}" does not link to a page of the source: it leads to the old site.`);
      const base = path.startsWith(`${this.#site.base}/`) ? '' : this.#site.base;
      return `${this.#site.address}${base}${address.path}${query}${fragment}`;
    } else say('link', `"${shown}" does not link to a page of the source.`);
    return written;
  }

  /** The target of a navigation entry with this address. */
  navigationLink(url: string): NavigationTarget {
    const { kind } = parseAddress(url);
    const { address, base } = this.#site;
    if (kind === 'elsewhere') return { url };
    if (kind !== 'site') return 'nowhere';
    if (this.#byRoute.has(routeKey(url))) return 'page';
    return address === null ? 'nowhere' : { url: `${address}${base}${url}` };
  }

  #wayTo(page: LinkedPage, fragment: string, from: LinkedPage, say: Say): string {
    const way = page === from ? posix.basename(page.out) : wayTo(from.out, page.out);
    return way + this.#anchor(page, fragment, say);
  }

  /**
   * The new target for an address that has redirects; undefined if they lead to no page and to no
   * other site.
   */
  #moved(path: string, fragment: string, from: LinkedPage, say: Say): string | undefined {
    const starts = path.startsWith('/')
      ? [path]
      : from.routes.map((route) => posix.join('/', posix.dirname(route), path));
    for (const start of starts) {
      for (const target of this.#redirects.from(start)) {
        const address = parseAddress(target);
        if (address.kind === 'elsewhere') return target;
        if (address.kind !== 'site') continue;
        const page = this.#pageFromRoot(decoded(address.path) ?? address.path, from);
        if (page) return this.#wayTo(page, fragment || address.fragment, from, say);
      }
    }
    return undefined;
  }

  #anchor(page: LinkedPage, fragment: string, say: Say): string {
    if (fragment.length < 2) return '';
    const name = fragment.slice(1);
    const plain = decoded(name) ?? name;
    const { anchors } = page;
    const found = anchors.get(plain) ?? anchors.get(name) ?? anchors.get(plain.toLowerCase());
    if (found !== undefined) return found === '' ? '' : `#${found}`;
    // Text fragments and the top of the page are not headings.
    if (/^(?::~:|top$)/.test(name)) return fragment;
    const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;
    say(
      'anchor',
      `No heading of ${page.page.file} has the anchor "${shown}", so the link goes to the top of the page.`,
    );
    return '';
  }

  #pageAt(path: string, from: LinkedPage): LinkedPage | undefined {
    const clean = fromRoot(path);
    const { page, routes, root } = from;
    // Links may be relative to the top folder of the pages.
    const inRoot = (): LinkedPage | undefined =>
      /\.mdx?$/i.test(clean) ? this.#pageIn(posix.join(root, clean)) : undefined;
    // `@site/` is a folder of the source, so the link names a file.
    const named = clean === path ? undefined : this.#pageInRoots(clean);
    if (clean.startsWith('/')) return named ?? this.#pageFromRoot(clean, from) ?? inRoot();
    return (
      first([page.file, ...page.included], (file) =>
        this.#pageIn(posix.join(posix.dirname(file), clean)),
      ) ??
      inRoot() ??
      // Resolved as in a browser, for addresses with and without a final slash.
      first(
        routes.flatMap((route) => [route, posix.dirname(route)]),
        (base) => this.#route(posix.join('/', base, clean), from),
      ) ??
      // Resolved as in a browser, for a page whose address is that of a folder.
      this.#pageIn(posix.join(withoutEnding(page.file), clean))
    );
  }

  #pageFromRoot(path: string, from: LinkedPage): LinkedPage | undefined {
    const { base } = this.#site;
    const isBelow = base !== '' && path.startsWith(`${base}/`);
    return (
      first(
        isBelow ? [path.slice(base.length), path] : [path],
        (each) => this.#route(each, from) ?? this.#pageInRoots(each),
      ) ?? (/\.mdx?$/i.test(path) ? this.#pageBelow(path) : undefined)
    );
  }

  #pageInRoots(path: string): LinkedPage | undefined {
    return first(this.#site.roots, (root) => this.#pageIn(posix.join(root, path)));
  }

  /**
   * Finds a page by a path that begins above the source folder, such as at the top of the
   * repository.
   */
  #pageBelow(path: string): LinkedPage | undefined {
    const parts = path.split('/').filter((part) => part !== '');
    const ways = parts.slice(1, 6).map((_, at) => parts.slice(at + 1).join('/'));
    return first(ways, (way) => this.#pageInRoots(way));
  }

  #route(path: string, from: LinkedPage): LinkedPage | undefined {
    const found = this.#byRoute.get(routeKey(path));
    const own = found?.filter(({ version }) => version === from.version);
    return (
      own?.find(({ locale }) => locale === from.locale) ??
      own?.find(({ locale }) => locale === null) ??
      own?.[0] ??
      found?.[0]
    );
  }

  /** The page at a path in the folder, with or without its extension. */
  #pageIn(path: string): LinkedPage | undefined {
    const whole = path.replace(/\/+$/, '');
    const bare = whole.replace(PAGE, '');
    const ends = ['/index.md', '/index.mdx', '/README.md', '/readme.md'];
    return first(
      [
        whole,
        ...[whole, bare].flatMap((each) => [`${each}.md`, `${each}.mdx`]),
        ...ends.map((end) => posix.join(whole, end)),
      ],
      (candidate) => this.#byFile.get(candidate),
    );
  }

  #fileAt(path: string, from: LinkedPage): string | undefined {
    const { base, publicFolders, roots } = this.#site;
    const clean = fromRoot(path);
    const isSite = clean !== path;
    const bare = base !== '' && clean.startsWith(`${base}/`) ? clean.slice(base.length) : clean;
    const candidates = bare.startsWith('/')
      ? [...publicFolders, ...roots].map((root) => posix.join(root, bare))
      : [
          ...[from.page.file, ...from.page.included].map((file) =>
            posix.join(posix.dirname(file), bare),
          ),
          posix.join(withoutEnding(from.page.file), bare),
          // A link with a page's extension is not a file in a public folder.
          ...(PAGE.test(bare) ? [] : publicFolders.map((root) => posix.join(root, bare))),
        ];
    if (isSite) candidates.push(...roots.map((root) => posix.join(root, bare)));
    return candidates.find(
      (candidate) => !candidate.startsWith('..') && this.#folder.has(candidate),
    );
  }

  /** The path of the file's copy. Adds the file to `assets` if it is new. */
  #asset(file: string): string {
    const known = this.assets.get(file);
    if (known !== undefined) return known;
    const root = this.#site.publicFolders.find((each) => file.startsWith(`${each}/`));
    const short = root === undefined ? file : file.slice(root.length + 1);
    const parts = short.split('/').filter((part) => part !== '.' && part !== '');
    const name = parts.map((part) => safeName(part.replace(/^[._-]+/, ''))).join('/');
    const at = name.lastIndexOf('.');
    let out = `assets/${name}`;
    for (let n = 1; this.#taken.has(foldPath(out)); n += 1) {
      out =
        at > name.lastIndexOf('/')
          ? `assets/${name.slice(0, at)}-${n}${name.slice(at)}`
          : `assets/${name}-${n}`;
    }
    this.#taken.add(foldPath(out));
    this.assets.set(file, out);
    return out;
  }
}

const shortTarget = (target: string): string =>
  target.length > 80 ? `${target.slice(0, 80)}…` : target;

/** `@site/` and `~@/` name the root of a site. */
const fromRoot = (path: string): string => path.replace(/^~?@(?:site)?\//, '/');

/** The first result of `ask` that is not undefined. */
function first<One, Answer>(
  list: Iterable<One>,
  ask: (one: One) => Answer | undefined,
): Answer | undefined {
  for (const one of list) {
    const answer = ask(one);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

const encoded = (segment: string): string =>
  encodeURIComponent(segment).replaceAll(
    /[()'*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );

const wayTo = (from: string, to: string): string =>
  posix.relative(posix.dirname(from), to).split('/').map(encoded).join('/');
