/** Pages under all keys that they go by: whoever has a case looks nothing up again. Pure; imports only the vocabulary. */
import type { Change } from '../../model/change.ts';
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage, UnplacedFile } from '../../model/local.ts';
import type { BasePage, Placement, RemotePage } from '../../model/sides.ts';

/** What this side has of one page. */
export interface Case {
  /** Of its file today; of its line in the lock if it has no file. */
  readonly key: PageKey;
  /** The key under which base and the platform's side have it: that of before a rename, else the same. */
  readonly was: PageKey;
  readonly local: LocalPage | undefined;
  readonly base: BasePage | undefined;
  /** The file lacks again what was taken over into it from the platform: nobody decided which of the two is meant. */
  readonly isReverted: boolean;
  /** Where pages of its documentation go. */
  readonly placement: Placement;
}

/** A page that something is done about or said of. Plan, prompt and apply share it. */
export interface Row {
  readonly page: Case;
  /** Undefined: the platform does not have it. */
  readonly remote: RemotePage | undefined;
  /** In the order in which they are carried out; never empty. */
  readonly changes: readonly Change[];
}

/** What cases are made of. */
export interface CaseSources {
  readonly base: ReadonlyMap<PageKey, BasePage>;
  readonly local: ReadonlyMap<PageKey, LocalPage>;
  /** Files that have another key than base: their key to that one. */
  readonly renamed: ReadonlyMap<PageKey, PageKey>;
  /** Keys of base of pages whose files lack again what was taken over. */
  readonly reverted: ReadonlySet<PageKey>;
  readonly unplaced: readonly UnplacedFile[];
  readonly placement: (key: PageKey) => Placement;
}

/** All pages of files and base. A case is made when it is asked for: most runs look at each once and keep none. */
export class Cases implements Iterable<Case> {
  readonly #sources: CaseSources;
  /** Keys that are another page's now, and keys of files that cannot be placed. */
  readonly #passed: ReadonlySet<PageKey | undefined>;
  readonly #unplaced: ReadonlySet<PageKey | undefined>;

  constructor(sources: CaseSources) {
    this.#sources = sources;
    this.#unplaced = new Set(sources.unplaced.map(({ key }) => key));
    this.#passed = new Set([...this.#unplaced, ...sources.renamed.values()]);
  }

  /** The page of this key; without file and base if there is none. */
  of(key: PageKey): Case {
    const { base, local, renamed, reverted, placement } = this.#sources;
    const was = renamed.get(key) ?? key;
    return {
      key,
      was,
      local: local.get(key),
      base: base.get(was),
      isReverted: reverted.has(was),
      placement: placement(key),
    };
  }

  /** Each page once, but for those of files that cannot be placed: pages with files, then pages without. */
  *[Symbol.iterator](): Generator<Case> {
    for (const key of this.#sources.local.keys()) if (!this.#unplaced.has(key)) yield this.of(key);
    yield* this.withoutFile();
  }

  /** Pages whose files have another key than base. */
  *moved(): Generator<Case> {
    for (const key of this.#sources.renamed.keys()) yield this.of(key);
  }

  /** Pages of base that no file has, under any key. */
  *withoutFile(): Generator<Case & { readonly base: BasePage }> {
    const { base, local } = this.#sources;
    for (const [key, line] of base) {
      if (!local.has(key) && !this.#passed.has(key)) yield { ...this.of(key), base: line };
    }
  }
}
