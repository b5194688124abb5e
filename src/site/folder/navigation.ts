/**
 * The navigation: the entries that the layout lists, then all other pages in their places. Pure.
 */
import { pagePath } from '../../content/layouts/nav.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Slug } from '../../model/ids.ts';
import type { SidebarEntry, SitePage } from '../site-source.ts';
import type { NavItem } from './nav-items.ts';

/** A page as its layout places it. */
export interface NavPage {
  readonly page: SitePage;
  /** In the documentation. */
  readonly path: string;
  readonly category: string | null;
  readonly parent: Slug | null;
}

type Placing = SidebarEntry & { kind: 'page'; items: SidebarEntry[] };
type Category = SidebarEntry & { kind: 'category'; items: SidebarEntry[] };

/** The navigation, with each page of `pages` once. `pages` must be in reading order. */
export function navigationOf(pages: readonly NavPage[], items: readonly NavItem[]): SidebarEntry[] {
  return new Builder(pages).build(items);
}

class Builder {
  readonly #pages: readonly NavPage[];
  readonly #byPath: ReadonlyMap<string, NavPage>;
  readonly #below: ReadonlyMap<Slug | null, readonly NavPage[]>;
  readonly #placed = new Set<NavPage>();
  readonly #categories = new Map<string, Category>();

  constructor(pages: readonly NavPage[]) {
    this.#pages = pages;
    this.#byPath = new Map(pages.map((each) => [pagePath(each.path), each]));
    this.#below = groupBy(pages, ({ parent }) => parent);
  }

  build(items: readonly NavItem[]): SidebarEntry[] {
    const top = this.#listed(items);
    for (const each of this.#pages) {
      // If its parent is placed, the page is already below it.
      if (this.#placed.has(each)) continue;
      const entry = this.#entry(each);
      const category = each.category === null ? null : this.#category(each.category, top);
      (category?.items ?? top).push(entry);
    }
    return top;
  }

  #listed(items: readonly NavItem[]): SidebarEntry[] {
    return items.flatMap((item): SidebarEntry[] => {
      if (item.kind === 'page') {
        const page = this.#byPath.get(item.page);
        // If the listed page has no file, the entries below it stay.
        if (!page || this.#placed.has(page)) return this.#listed(item.items);
        return [this.#entry(page, item.items, item.icon)];
      }
      if (item.kind !== 'category') return [item];
      const { title, icon } = item;
      const category: Category = { kind: 'category', title, icon, items: [] };
      if (!this.#categories.has(title)) this.#categories.set(title, category);
      category.items.push(...this.#listed(item.items));
      return [category];
    });
  }

  /** The entry of a page: first the entries listed below it, then the other pages below it. */
  #entry(each: NavPage, items: readonly NavItem[] = [], icon: string | null = null): Placing {
    this.#placed.add(each);
    const entry: Placing = { kind: 'page', page: each.page, icon, items: this.#listed(items) };
    for (const child of this.#below.get(each.page.slug) ?? []) {
      if (!this.#placed.has(child)) entry.items.push(this.#entry(child));
    }
    return entry;
  }

  #category(title: string, top: SidebarEntry[]): Category {
    const known = this.#categories.get(title);
    if (known) return known;
    const category: Category = { kind: 'category', title, icon: null, items: [] };
    this.#categories.set(title, category);
    top.push(category);
    return category;
  }
}
