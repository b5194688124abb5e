/** Each page with its file, base and keys in one row, so that each is looked up once. Pure. */
import type { Change } from '../../model/change.ts';
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage, UnplacedFile } from '../../model/local.ts';
import type { BasePage, Placement, RemotePage } from '../../model/sides.ts';

/** What the folder and the lock say about one page. */
export interface Case {
  /** The key of its file today, or of its lock line if it has no file. */
  readonly key: PageKey;
  /** The key of base and the platform: differs from `key` only after a rename. */
  readonly formerKey: PageKey;
  readonly local: LocalPage | undefined;
  readonly base: BasePage | undefined;
  /**
   * File or page went back to a state from before it got the other side's. Base describes neither,
   * and nobody has decided which text is right.
   */
  readonly isReverted: boolean;
  /** A commit deleted the page, and a newer commit restored its file. */
  readonly isRestored: boolean;
  /** The version and documentation of the page on the platform. */
  readonly placement: Placement;
}

/** A page that the plan changes or mentions. Plan, prompt and apply share it. */
export interface Row extends Case {
  /** Undefined if the platform does not have the page. */
  readonly remote: RemotePage | undefined;
  /** In the order in which they are carried out; never empty. */
  readonly changes: readonly Change[];
}

export interface CaseSources {
  readonly base: ReadonlyMap<PageKey, BasePage>;
  readonly local: ReadonlyMap<PageKey, LocalPage>;
  /** For files whose key differs from base: from the new key to the old one. */
  readonly renamed: ReadonlyMap<PageKey, PageKey>;
  /** Old keys of pages that are `isReverted`. */
  readonly reverted: ReadonlySet<PageKey>;
  /** Pages that a commit deleted, and whose files a newer commit restored. */
  readonly restored: ReadonlySet<PageKey>;
  readonly unplaced: readonly UnplacedFile[];
  readonly placement: (key: PageKey) => Placement;
}

/** All pages of files and base. Cases are made on demand: most runs look at each page once and keep only those without a file. */
export class Cases implements Iterable<Case> {
  readonly #sources: CaseSources;
  /** Old keys of renamed pages and keys of files that cannot be placed; `withoutFile` skips both. */
  readonly #skipped: ReadonlySet<PageKey | undefined>;
  readonly #unplaced: ReadonlySet<PageKey | undefined>;
  #withoutFile: readonly CaseWithoutFile[] | undefined;

  constructor(sources: CaseSources) {
    this.#sources = sources;
    this.#unplaced = new Set(sources.unplaced.map(({ key }) => key));
    this.#skipped = new Set([...this.#unplaced, ...sources.renamed.values()]);
  }

  /** The page with this key; without file and base if there is no such page. */
  of(key: PageKey): Case {
    return this.#with(key, this.#sources.local.get(key));
  }

  #with<Local extends LocalPage | undefined>(key: PageKey, local: Local): CaseWith<Local> {
    const { base, renamed, reverted, restored, placement } = this.#sources;
    const formerKey = renamed.get(key) ?? key;
    return {
      key,
      formerKey,
      local,
      base: base.get(formerKey),
      isReverted: reverted.has(formerKey),
      isRestored: restored.has(formerKey),
      placement: placement(key),
    };
  }

  /** Each page once, except those of files that cannot be placed: pages with a file come first. */
  *[Symbol.iterator](): Generator<Case> {
    yield* this.withFile();
    yield* this.withoutFile();
  }

  /** The pages with a file, or those of them that are wanted. */
  *withFile(
    isWanted?: (page: LocalPage, base: BasePage | undefined) => boolean,
  ): Generator<CaseWith<LocalPage>> {
    const { base, local, renamed } = this.#sources;
    for (const [key, page] of local) {
      if (this.#unplaced.has(key)) continue;
      if (isWanted && !isWanted(page, base.get(renamed.get(key) ?? key))) continue;
      yield this.#with(key, page);
    }
  }

  /** Pages whose file has another key than base. */
  *moved(): Generator<Case> {
    for (const key of this.#sources.renamed.keys()) yield this.of(key);
  }

  /** Pages of base that have no file under any key. */
  withoutFile(): readonly CaseWithoutFile[] {
    return (this.#withoutFile ??= [...this.#findWithoutFile()]);
  }

  *#findWithoutFile(): Generator<CaseWithoutFile> {
    const { base, local } = this.#sources;
    for (const [key, line] of base) {
      if (!local.has(key) && !this.#skipped.has(key)) yield { ...this.of(key), base: line };
    }
  }
}

type CaseWith<Local> = Case & { readonly local: Local };
type CaseWithoutFile = Case & { readonly base: BasePage };
