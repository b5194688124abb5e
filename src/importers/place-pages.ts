/** Assigns pages to folders, slugs and the navigation of the repository layout. */
import { posix } from 'node:path';
import { slugOfName, slugOfTitle } from '../content/slug.ts';
import { foldPath, safeName, isReserved } from '../content/file-names.ts';
import { groupBy } from '../model/group-by.ts';
import { byCodeUnit } from '../model/order.ts';
import { navEntry, navIcon, type WrittenNavItem } from '../content/layouts/nav.ts';
import type { NavigationTarget } from './links.ts';
import type { NavNode, SourcePage } from './model.ts';
import { isIndex, titleOfName, withoutEnding, withoutNumber } from './source-names.ts';
import { filesIn } from './folder-navigation.ts';

/** A page with its place in a documentation. */
export interface PageToWrite {
  /** The source file; null for the page of a group, which lists the pages below it. */
  readonly file: string | null;
  /** Relative to the documentation, without extension. */
  readonly path: string;
  readonly title: string;
  readonly label: string | null;
  /** Whether it is shown or hidden, if it is not in the tool's navigation; null if it is. */
  readonly outside: 'shown' | 'hidden' | null;
}

/** A documentation with all its pages in their places. */
export interface PlacedSection {
  readonly pages: readonly PageToWrite[];
  readonly nav: readonly WrittenNavItem[];
  readonly lost: readonly LostEntry[];
}

/**
 * A navigation entry that was left out: it has no target, its pages already have a place, or it is
 * empty.
 */
export interface LostEntry {
  readonly entry: string;
  readonly why: 'nowhere' | 'twice' | 'empty';
}

type GroupNode = Extract<NavNode, { kind: 'group' }>;

type LinkOf = (url: string) => NavigationTarget;

/** The pages to place, and their top folder. */
interface PlacedSource {
  readonly read: ReadonlyMap<string, SourcePage>;
  readonly root: string;
  readonly showsOutside: (file: string) => boolean;
}

/** How deep pages nest; deeper pages are placed next to their parent. */
const DEEPEST = 8;

/**
 * Gives each page its own path and slug. Groups at the top become categories; others become pages
 * that list their content. Pages that are not in the navigation are last, in categories named after
 * their folders.
 */
export function placePages(
  nodes: readonly NavNode[],
  source: PlacedSource,
  linkOf: LinkOf,
): PlacedSection {
  const placing = new Placing(source, linkOf);
  placing.name(nodes);
  const nav = placing.items(nodes, '', 0);
  return { nav: placing.withRest(nav), pages: placing.pages, lost: placing.lost };
}

class Placing {
  readonly pages: PageToWrite[] = [];
  readonly lost: LostEntry[] = [];
  readonly #source: PlacedSource;
  readonly #read: ReadonlyMap<string, SourcePage>;
  readonly #linkOf: LinkOf;
  readonly #slugs = new Set<string>();
  readonly #placed = new Set<string>();

  readonly #root: string;
  readonly #slugOf = new Map<string, string>();

  constructor(source: PlacedSource, linkOf: LinkOf) {
    this.#source = source;
    this.#read = source.read;
    this.#root = source.root;
    this.#linkOf = linkOf;
  }

  /**
   * Gives slugs to all pages, in reading order. Groups get slugs later, from those that are left.
   */
  name(nodes: readonly NavNode[]): void {
    const add = (file: string): void => {
      const page = this.#read.get(file);
      if (page === undefined || this.#slugOf.has(file)) return;
      const names = slugsFor(posix.relative(this.#root, file), page.head.slug);
      this.#slugOf.set(file, this.#slug(names[0] ?? 'page', names.slice(1)));
    };
    const walk = (list: readonly NavNode[]): void => {
      for (const node of list) {
        if (node.kind === 'page') add(node.file);
        if (node.kind === 'page' || node.kind === 'group') walk(node.children);
      }
    };
    walk(nodes);
    for (const file of this.#read.keys()) add(file);
  }

  items(nodes: readonly NavNode[], parent: string, depth: number): WrittenNavItem[] {
    return nodes.flatMap((node) => this.#item(node, parent, depth));
  }

  /**
   * The navigation with the pages that it does not contain: first those at the top, then those of
   * each folder.
   */
  withRest(nav: readonly WrittenNavItem[]): WrittenNavItem[] {
    const left = [...this.#read.values()].filter(({ file }) => !this.#placed.has(file));
    const folders = groupBy(left, ({ file }) => posix.dirname(posix.relative(this.#root, file)));
    const whole = [...nav];
    for (const [folder, pages] of [...folders].toSorted(([a], [b]) => byFolder(a, b))) {
      const items = pages.map(({ file, head }) =>
        withItems(this.#page(file, null, '', true), head.icon, []),
      );
      const category = folder.split('/').map(titleOfName).join(' / ');
      const at = whole.findIndex(
        (item) => typeof item === 'object' && 'category' in item && item.category === category,
      );
      const known = whole[at];
      if (folder === '.') whole.push(...items);
      else if (typeof known === 'object' && 'category' in known)
        whole[at] = { category, items: [...known.items, ...items] };
      else whole.push({ category, items });
    }
    return whole;
  }

  #item(node: NavNode, parent: string, depth: number): WrittenNavItem[] {
    switch (node.kind) {
      case 'separator':
        return ['separator'];
      case 'link': {
        const target = this.#linkOf(node.url);
        if (target === 'nowhere') this.lost.push({ entry: node.url, why: 'nowhere' });
        return typeof target === 'string' ? [] : [{ link: { title: node.label, url: target.url } }];
      }
      case 'group':
        return this.#group(node, parent, depth);
      case 'page': {
        const read = this.#read.get(node.file);
        if (read && this.#placed.has(node.file) && node.label !== null)
          this.lost.push({ entry: node.label, why: 'twice' });
        if (!read || this.#placed.has(node.file)) return this.items(node.children, parent, depth);
        const page = this.#page(node.file, node.label, parent, false);
        // Pages below a page that is held back would be held back, too, so they are placed next to
        // it.
        const isHeld = read.head.isDraft || read.head.isHidden;
        if (isHeld)
          return [
            withItems(page, read.head.icon, []),
            ...this.items(node.children, parent, Math.max(depth, 1)),
          ];
        const below = this.#below(node.children, page, parent, depth);
        return [withItems(page, read.head.icon, below)];
      }
      default:
        return node satisfies never;
    }
  }

  #group(node: GroupNode, parent: string, depth: number): WrittenNavItem[] {
    const { label, children } = node;
    if (children.length === 0) this.lost.push({ entry: label, why: 'empty' });
    if (depth > 0 && this.#holdsPages(children)) return [this.#groupPage(node, parent, depth)];
    const items = this.items(children, parent, Math.max(depth, 1));
    if (depth === 0 && items.length > 0) return [{ category: oneLine(label), items }];
    // The group is left out; its content stays.
    if (filesIn(children).some((file) => this.#placed.has(file)))
      this.lost.push({ entry: label, why: 'twice' });
    return items;
  }

  /** A page that lists the content of the group. */
  #groupPage(node: GroupNode, parent: string, depth: number): WrittenNavItem {
    const title = oneLine(node.label);
    const slug = this.#slug(slugOfTitle(title), []);
    const path = posix.join(parent, slug);
    this.pages.push({ file: null, path, title, label: null, outside: null });
    return withItems(path, null, this.#below(node.children, path, parent, depth));
  }

  #holdsPages = (nodes: readonly NavNode[]): boolean =>
    nodes.some(
      (node) =>
        (node.kind === 'page' && this.#read.has(node.file) && !this.#placed.has(node.file)) ||
        ((node.kind === 'page' || node.kind === 'group') && this.#holdsPages(node.children)),
    );

  #below(nodes: readonly NavNode[], page: string, parent: string, depth: number): WrittenNavItem[] {
    return this.items(nodes, depth >= DEEPEST ? parent : page, depth + 1);
  }

  #page(file: string, label: string | null, parent: string, isOutside: boolean): string {
    const read = this.#read.get(file);
    const { head, heading } = read ?? { head: null, heading: null };
    const way = posix.relative(this.#root, file);
    const name = titleOfName(posix.basename(isIndex(way) ? posix.dirname(way) : way));
    const title = heading ?? head?.title ?? label ?? (name === '.' ? 'Introduction' : name);
    const path = posix.join(parent, this.#slugOf.get(file) ?? 'page');
    this.#placed.add(file);
    const sidebar = label ?? head?.label ?? (heading === null ? null : head?.title) ?? null;
    const without = this.#source.showsOutside(file) ? 'shown' : 'hidden';
    const outside = isOutside ? without : null;
    this.pages.push({ file, path, title: oneLine(title), label: sidebar, outside });
    return path;
  }

  /**
   * The first of these slugs that no other page has, ignoring case; otherwise one with a number.
   */
  #slug(first: string, others: readonly string[]): string {
    const isFree = (slug: string): boolean => !this.#slugs.has(foldPath(slug));
    const usual = [first, ...others].map(usableSlug);
    let slug = usual.find(isFree);
    for (let n = 1; slug === undefined; n += 1) {
      const next = `${usual[0] ?? 'page'}-${n}`;
      if (isFree(next)) slug = next;
    }
    this.#slugs.add(foldPath(slug));
    return slug;
  }
}

/** The top folder first. */
const byFolder = (a: string, b: string): number =>
  Number(b === '.') - Number(a === '.') || byCodeUnit(a, b);

function withItems(
  page: string,
  icon: string | null,
  items: readonly WrittenNavItem[],
): WrittenNavItem {
  const named = icon === null ? undefined : navIcon(icon);
  const entry = navEntry(page);
  if (named === undefined && items.length === 0) return entry;
  return {
    page: entry,
    ...(named !== undefined && { icon: named }),
    ...(items.length > 0 && { items }),
  };
}

const oneLine = (text: string): string => {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line === '' ? 'Untitled' : line;
};

/**
 * Slugs for a page, the best first: from its front matter, its name, then its folder and its name.
 */
function slugsFor(file: string, slug: string | null): string[] {
  const parts = withoutEnding(file).split('/').map(withoutNumber);
  const names = isIndex(file) ? parts.slice(0, -1) : parts;
  const last = slug?.split('/').findLast((part) => part !== '');
  const own = names.at(-1) ?? 'introduction';
  const nested = names.slice(-2).join('-');
  return [...(last === undefined ? [] : [last]), own, nested, names.slice(-3).join('-')]
    .filter((name) => name !== '')
    .map((name) => slugOfName(name.toLowerCase()));
}

/** A slug that every system can have as a file name, and that the platform does not reserve. */
function usableSlug(slug: string): string {
  const name = safeName(slug).replaceAll(/^[_.]+/g, '');
  if (name === '') return 'page';
  return isReserved(name) || safeName(name) !== name ? `page-${name}` : name;
}
