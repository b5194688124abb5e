/** Files and pages that are not paired yet, and what the clues share to pair them. */
import type {
  DocumentationId,
  FilePath,
  PageId,
  PageKey,
  Slug,
  VersionId,
} from '../../model/ids.ts';
import { withSlug } from '../../model/ids.ts';
import type { LocalPage, UnplacedFile } from '../../model/local.ts';
import type { Page, PageSummary } from '../../model/resources.ts';
import type { BasePage } from '../../model/sides.ts';
import type { Run } from '../run.ts';

/** What this run has learned about the platform before pages are searched. */
export interface Looked {
  /** Pages that were read. */
  readonly ids: ReadonlySet<PageId>;
  /**
   * Pages that were read and whose files have another key than the platform, by the platform's key.
   */
  readonly moved: ReadonlyMap<PageKey, { readonly id: PageId; readonly file: FilePath }>;
  /** As in `SyncOptions`. */
  readonly asNamed: boolean;
}

/** Receives a file's page and, after a rename, the key that the page still has. */
export type TakePage = (
  page: LocalPage,
  answer: Page,
  previousKey: PageKey | undefined,
) => Promise<void> | void;

/** Files, lines and pages that are not paired yet, and what was found out about the others. */
export class Unpaired {
  /** Files that the lock does not know, or whose page is gone. */
  readonly files: Map<PageKey, LocalPage>;
  /** Lines without a file whose pages still exist, as far as that is known. */
  readonly lines: Map<PageKey, BasePage>;
  /** For files whose key differs from their lock line: from the new key to the old one. */
  readonly renamed = new Map<PageKey, PageKey>();
  /** Files that cannot be the pages that their keys name. */
  readonly unplaced: UnplacedFile[] = [];
  /** Warnings about pages that were found by clues which may be wrong. */
  readonly warnings: string[] = [];
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

  /** Unclaimed pages of the platform. */
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
  async take(key: PageKey, answer: Page, previousKey?: PageKey): Promise<void> {
    const page = this.files.get(key);
    this.files.delete(key);
    this.pages.delete(answer.id);
    if (page) await this.#take(page, answer, previousKey);
  }

  /** The file cannot be the page that its key names. `reason` is a sentence. */
  refuse(key: PageKey, reason: string): void {
    const page = this.files.get(key);
    if (page) this.unplaced.push({ key, file: page.file, reason });
    this.files.delete(key);
  }
}

/** The unpaired files and the possible pages of one documentation. */
export interface Neighbours<T> {
  readonly version: VersionId;
  readonly documentation: DocumentationId;
  readonly files: ReadonlyMap<PageKey, LocalPage>;
  readonly pages: ReadonlyMap<PageId, T>;
  /** The key of a page there. */
  readonly keyOf: (slug: Slug) => PageKey;
}

/**
 * Groups files that may have a page, and those of `pages` that are in the same documentation on the
 * platform. Calls `pages` only if there are files.
 */
export function neighboursIn<T>(
  { files }: Unpaired,
  { folder: { renamed }, lock, platform: { snapshot } }: Run,
  pages: () => Iterable<readonly [PageId, T]>,
): readonly Neighbours<T>[] {
  const groups = new Map<DocumentationId, Grown<T>>();
  for (const [key, page] of files) {
    const line = lock.pages.get(key);
    if (renamed.has(key) || (line && snapshot.pages.has(line.id))) continue;
    const placement = snapshot.placement(key);
    if (placement.kind === 'hidden') continue;
    const { version, documentation } = placement;
    const keyOf = (slug: Slug): PageKey => withSlug(key, slug);
    const empty = { version, documentation, files: new Map(), pages: new Map(), keyOf };
    const group: Grown<T> = groups.get(documentation) ?? empty;
    group.files.set(key, page);
    groups.set(documentation, group);
  }
  if (groups.size === 0) return [];
  for (const [id, page] of pages()) {
    const summary = snapshot.pages.get(id);
    if (summary) groups.get(summary.documentationId)?.pages.set(id, page);
  }
  return [...groups.values()].filter((group) => group.pages.size > 0);
}

interface Grown<T> extends Neighbours<T> {
  readonly files: Map<PageKey, LocalPage>;
  readonly pages: Map<PageId, T>;
}
