/** The redirects in the configuration of a site. Pure. */
import type { Redirect } from './model.ts';
import { allUnder, isRecord, textUnder, textIn } from './config-values.ts';

/** Reads a list of redirects. `from` and `to` are the keys of the old and the new address. */
export const redirectsIn = (list: readonly unknown[], from: string, to: string): Redirect[] =>
  list.flatMap((each) => {
    const target = textUnder(each, to);
    return target === null
      ? []
      : allUnder(each, from).flatMap((source) => redirect(source, target));
  });

/** Reads a record of moved files: old and new paths, both from the root of the site. */
export const movesIn = (record: unknown): Redirect[] =>
  isRecord(record)
    ? Object.entries(record).flatMap(([source, target]) => {
        const to = textIn(target);
        return to === null ? [] : redirect(source, to);
      })
    : [];

function redirect(source: unknown, to: string): Redirect[] {
  const from = textIn(source);
  return from === null ? [] : [{ from: rooted(from), to: rooted(to) }];
}

const rooted = (path: string): string =>
  /^(?:\/|[a-z][a-z\d+.-]*:)/i.test(path) ? path : `/${path.replace(/^\.\//, '')}`;

/** The limit for redirects that are followed from one address, because they may form a cycle. */
const MAX_STEPS = 8;

const REST = /\/:\w+\*$/;

/** Follows the redirects of a site. */
export class RedirectMap {
  readonly #exact = new Map<string, string>();
  readonly #below: readonly (readonly [prefix: string, to: string])[];
  readonly #keyOf: (address: string) => string;

  /** `keyOf` returns equal keys for two addresses that a site treats as the same. */
  constructor(redirects: readonly Redirect[], keyOf: (address: string) => string) {
    this.#keyOf = keyOf;
    for (const { from, to } of redirects) {
      if (!REST.test(from) && !this.#exact.has(keyOf(from))) this.#exact.set(keyOf(from), to);
    }
    this.#below = redirects
      .filter(({ from }) => REST.test(from))
      .map(({ from, to }) => [`${keyOf(from.replace(REST, ''))}/`, to]);
  }

  /** The targets of `address`, following one redirect after the other. */
  *from(address: string): Generator<string> {
    let at = address;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const next = this.#next(at);
      if (next === undefined) return;
      yield next;
      at = next;
    }
  }

  #next(address: string): string | undefined {
    const key = this.#keyOf(address);
    const exact = this.#exact.get(key);
    if (exact !== undefined) return exact;
    const below = this.#below.find(([prefix]) => key.startsWith(prefix));
    if (below === undefined) return undefined;
    const [prefix, to] = below;
    return REST.test(to) ? `${to.replace(REST, '')}/${key.slice(prefix.length)}` : to;
  }
}
