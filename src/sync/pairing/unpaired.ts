/** Files and pages that are not paired yet, and what a clue is given to pair them. */
import type { FilePath, PageId, PageKey } from '../../model/ids.ts';
import type { LocalPage, LocalProject, UnplacedFile } from '../../model/local.ts';
import type { Page, PageSummary } from '../../model/resources.ts';
import type { BasePage } from '../../model/sides.ts';
import type { TextReader } from '../folder/texts.ts';
import type { Lock } from '../lock/lock.ts';
import type { OpenWrites } from '../recognition/open-writes.ts';
import type { RecentPages } from '../recognition/recent-pages.ts';
import type { SyncDeps } from '../session.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { KeysByName } from './named-places.ts';

/** What a clue may look at beside what is left. */
export interface ClueScene {
  /** The whole folder. */
  readonly local: LocalProject;
  readonly lock: Lock;
  /** Files that were paired with a line already: new keys to those that the lock has. */
  readonly renamed: ReadonlyMap<PageKey, PageKey>;
  readonly snapshot: Snapshot;
  readonly texts: TextReader;
  readonly named: KeysByName;
  readonly writes: OpenWrites;
  /** The run deletes pages that no file is found for. */
  readonly prune: boolean;
  /** Gets the pages of the lock that a clue reads: they are not read once more to be recognised. */
  readonly recent: RecentPages;
  /** Pages that were looked at and whose file has another key, by the key that they have on the platform. */
  readonly moved: ReadonlyMap<PageKey, { readonly id: PageId; readonly file: FilePath }>;
}

/** Finds whose some of the files are, and takes these out of what is left. */
export type Clue = (left: Unpaired, scene: ClueScene, deps: SyncDeps) => Promise<void> | void;

/** Told of a page that the lock does not know, and that is the one of `page`. `formerly`: keys that the file had before, the platform's first. */
export type TakePage = (
  page: LocalPage,
  answer: Page,
  formerly: readonly PageKey[],
) => Promise<void> | void;

/** Files, lines and pages that nobody is paired with yet, and what was found out about the others. */
export class Unpaired {
  /** Files that the lock does not know, or whose page is gone. */
  readonly files: Map<PageKey, LocalPage>;
  /** Lines of pages that the platform has, as far as that is known, and no file. */
  readonly lines: Map<PageKey, BasePage>;
  /** Files that have another key than their line in the lock: their key to that one. */
  readonly renamed = new Map<PageKey, PageKey>();
  /** Files that may be renamed ones. */
  readonly unclear: PageKey[] = [];
  /** Files that are another page's file under a second name: a pull that was killed left them so. */
  readonly twins = new Set<PageKey>();
  /** Files that cannot be the pages that they say. */
  readonly unplaced: UnplacedFile[] = [];
  readonly #take: TakePage;
  readonly #findPages: () => Map<PageId, PageSummary>;
  #pages: Map<PageId, PageSummary> | undefined;

  /** `pages`: those of the platform that nobody claims, asked for once. */
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

  /** Pages of the platform that nobody claims; none if it was not asked. */
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

  /** The file may be renamed, and it cannot be told. */
  doubt(key: PageKey): void {
    this.unclear.push(key);
    this.files.delete(key);
  }

  /** The file cannot be the page that it says. `reason` is a sentence. */
  refuse(key: PageKey, reason: string): void {
    const page = this.files.get(key);
    if (page) this.unplaced.push({ key, file: page.file, reason });
    this.files.delete(key);
  }

  /** The file is another page's, under a second name. */
  drop(key: PageKey): void {
    this.twins.add(key);
    this.files.delete(key);
  }
}
