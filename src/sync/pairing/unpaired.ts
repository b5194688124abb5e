/** Files and pages that are not paired yet, and what clues need to pair them. */
import type { FilePath, PageId, PageKey } from '../../model/ids.ts';
import type { LocalPage, UnplacedFile } from '../../model/local.ts';
import type { Page, PageSummary } from '../../model/resources.ts';
import type { BasePage } from '../../model/sides.ts';
import type { BothSides } from '../read-sides.ts';
import type { PairedSides, SyncDeps } from '../session.ts';

/**
 * What a clue may use besides the unpaired files and pages. `recent` receives lock pages that a clue reads, so
 * that recognition need not read them again.
 */
export interface ClueScene extends BothSides, Pick<PairedSides, 'texts' | 'renamed'> {
  /** Pages that were looked at and whose file has another key, by their key on the platform. */
  readonly moved: ReadonlyMap<PageKey, { readonly id: PageId; readonly file: FilePath }>;
}

/** Finds the pages of some of the files, and removes these from what is left. */
export type Clue = (left: Unpaired, scene: ClueScene, deps: SyncDeps) => Promise<void> | void;

/** Receives a page that the lock does not know and that belongs to `page`. `formerly`: earlier keys of the file, starting with the platform's. */
export type TakePage = (
  page: LocalPage,
  answer: Page,
  formerly: readonly PageKey[],
) => Promise<void> | void;

/** Files, lines and pages that are not paired yet, and what was found out about the others. */
export class Unpaired {
  /** Files that the lock does not know, or whose page is gone. */
  readonly files: Map<PageKey, LocalPage>;
  /** Lines without a file whose pages still exist, as far as that is known. */
  readonly lines: Map<PageKey, BasePage>;
  /** For files whose key differs from their lock line: from the new key to the old one. */
  readonly renamed = new Map<PageKey, PageKey>();
  /** Files that may have been renamed. */
  readonly unclear: PageKey[] = [];
  /** Files that cannot be the pages that their keys name. */
  readonly unplaced: UnplacedFile[] = [];
  readonly #take: TakePage;
  readonly #findPages: () => Map<PageId, PageSummary>;
  #pages: Map<PageId, PageSummary> | undefined;

  /** `pages` returns the platform's unclaimed pages; called at most once. */
  constructor(
    files: Iterable<LocalPage>,
    lines: Iterable<BasePage>,
    pages: () => Map<PageId, PageSummary>,
    take: TakePage = () => undefined,
  ) {
    this.files = new Map(Array.from(files, (file) => [file.key, file]));
    this.lines = new Map(Array.from(lines, (line) => [line.key, line]));
    this.#findPages = pages;
    this.#take = take;
  }

  /** Unclaimed pages of the platform. Empty if it was not asked. */
  get pages(): Map<PageId, PageSummary> {
    return (this.#pages ??= this.#findPages());
  }

  /** The file is the page that the lock has under another key. */
  pair(key: PageKey, was: PageKey): void {
    this.renamed.set(key, was);
    this.files.delete(key);
    this.lines.delete(was);
  }

  /** The file is a page that the lock does not know. */
  async take(key: PageKey, answer: Page, formerly: readonly PageKey[] = []): Promise<void> {
    const page = this.files.get(key);
    this.files.delete(key);
    this.pages.delete(answer.id);
    if (page) await this.#take(page, answer, formerly);
  }

  /** The file may have been renamed, but it is unclear. */
  doubt(key: PageKey): void {
    this.unclear.push(key);
    this.files.delete(key);
  }

  /** The file cannot be the page that its key names. `reason` is a sentence. */
  refuse(key: PageKey, reason: string): void {
    const page = this.files.get(key);
    if (page) this.unplaced.push({ key, file: page.file, reason });
    this.files.delete(key);
  }
}
