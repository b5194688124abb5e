/**
 * The resolver of one conversion. Passes each question on once, and limits what synced blocks add.
 */
import { textOf } from '../read/blocks.ts';
import type { Block, Fragment } from '../read/model.ts';
import type { LinkTarget, Resolver, PictureSize } from './resolver.ts';
import { parsedClear } from './unclear.ts';
import { VARIABLE } from '../read/variable.ts';
import { isPageFile, parseAddress } from '../address.ts';
import { repairUrl } from '../url.ts';

/** The most synced blocks on one page, including those inside other synced blocks. */
const MAX_SYNCED = 200;
const MAX_SYNCED_DEPTH = 4;

/** Answers what a conversion needs to know about the project around the page. */
export class Conversion {
  readonly resolver: Resolver;
  readonly #assets: ReadonlyMap<string, string>;
  readonly #parsed: (text: string) => Fragment;
  readonly #synced = new Map<string, Fragment | undefined>();
  readonly #active: string[] = [];
  #left = MAX_SYNCED;

  /** @param parsed the text of a synced block as readers may see it */
  constructor(
    resolver: Resolver,
    assets: ReadonlyMap<string, string>,
    parsed: (text: string) => Fragment = parsedClear,
  ) {
    this.resolver = resolver;
    this.#assets = assets;
    this.#parsed = parsed;
  }

  /**
   * The page of a link, with the link's fragment in the URL; `undefined` if the page is unknown.
   */
  link(href: string): LinkTarget | undefined {
    const address = parseAddress(href);
    const mayBePage = isPageFile(address) || (address.kind === 'site' && address.query === '');
    const target = mayBePage ? this.resolver.page(address.path) : undefined;
    return target && { title: target.title, url: target.url + address.fragment };
  }

  /** Text for `[auto$](href)`. */
  title(href: string): string {
    const { path, query } = parseAddress(href);
    return this.link(href)?.title ?? path + query;
  }

  /** The address of an image. `asset:` names are looked up in the page's own list. */
  asset(url: string): string {
    const source = this.#sourceOf(url);
    return this.resolver.asset(source) ?? source;
  }

  /** The size of an image; undefined: not known. */
  size(url: string): PictureSize | undefined {
    return this.resolver.size?.(this.#sourceOf(url));
  }

  #sourceOf(url: string): string {
    const repaired = repairUrl(url);
    const named = repaired.startsWith('asset:') ? this.#assets.get(repaired.slice(6)) : undefined;
    return named ?? repaired;
  }

  /** The address of a file that a link leads to, with the link's fragment. */
  file(href: string): string | undefined {
    const url = this.resolver.file(repairUrl(href));
    return url && url + parseAddress(href).fragment;
  }

  /** Plain text with its known variables replaced. */
  words(text: string): string {
    if (!text.includes('%')) return text;
    return text.replace(VARIABLE, (all, name: string) => this.resolver.variable(name) ?? all);
  }

  /** Whether a `conditional` is for this reader. One without an audience is for nobody. */
  shows({ attributes }: Block): boolean {
    const audience = textOf(attributes, 'audience');
    return audience !== '' && this.resolver.audience(audience);
  }

  /** A synced block, written; empty if it is unknown, contains itself or exceeds a limit. */
  withSynced(id: string, write: (body: Fragment) => string): string {
    const nested = this.#active.length >= MAX_SYNCED_DEPTH || this.#active.includes(id);
    if (nested || this.#left === 0) return '';
    const body = this.#read(id);
    if (body === undefined) return '';
    this.#left -= 1;
    this.#active.push(id);
    const result = write(body);
    this.#active.pop();
    return result;
  }

  #read(id: string): Fragment | undefined {
    if (!this.#synced.has(id)) {
      const text = this.resolver.synced(id);
      this.#synced.set(id, text === undefined ? undefined : this.#parsed(text));
    }
    return this.#synced.get(id);
  }
}
