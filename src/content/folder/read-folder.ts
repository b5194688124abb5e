/**
 * Turns the files of a content folder into pages. All code uses this to find which page is where.
 */
import { posix } from 'node:path';
import { Failure } from '../../model/failure.ts';
import { type FilePath, type PageKey, pageKey } from '../../model/ids.ts';
import type { ContentFolder } from '../../model/project.ts';
import {
  arrangeFolder,
  ENTRY_TYPES,
  folderOf,
  isPage,
  join,
  mappingOf,
  withoutExtension,
} from '../layouts/layout.ts';
import type { Arrangement, Layout, LayoutInput, Misplaced, PlacedPage } from '../layouts/layout.ts';
import { detectLayout, roleOf } from '../layouts/layouts.ts';
import { NAV } from '../layouts/nav.ts';
import { navHolds } from './nav-holds.ts';
import { foldPath } from '../file-names.ts';
import { UNKNOWN_ABOVE } from '../../model/local.ts';
import { fileIn, pageMeant } from './list-folder.ts';
import type { Listing } from './list-folder.ts';
import type { EntryFacts } from '../page/page-facts.ts';
import {
  type Above,
  type Restrictions,
  restrictionsBelow,
  UNKNOWN_READERS,
  UNRESTRICTED,
} from '../page/page-restriction.ts';
import { unreadyReason } from '../page/unready.ts';
import type { Unready } from '../page/unready.ts';
import { HIDDEN, settingsMap } from '../settings/settings-file.ts';
import { NO_STRAYS, readStrays } from './stray-settings.ts';
import type { SettingsValue } from '../../system/yaml/placed-yaml.ts';
import type { Unreadable } from '../../system/files/read.ts';

/** What the reader needs to know about a page file. */
export interface SeenPage {
  readonly facts: EntryFacts;
  /** The restrictions in its own header. Left out if it has none. */
  readonly restrictions?: Restrictions;
  /** Why the file is not sent. */
  readonly unready?: Unready;
  /** It stands for a file that cannot be read. */
  readonly isUnreadable?: true;
}

/**
 * The source of texts: a disk, a cache, or another point in time. Its methods return null if the
 * file is missing.
 */
export interface FolderSource<Known extends SeenPage> {
  /** Whether to read, for links, pages that the globs leave out. Nothing is reported about them. */
  readonly beyondGlobs: boolean;
  /** @param isAbove whether pages are below it, so that all of the file matters to them */
  page(file: FilePath, path: string, isAbove: () => boolean): Known | Unreadable | null;
  /** Rejects with `Failure('content')` if the file is malformed. */
  settings(
    file: FilePath,
    path: string,
  ): Promise<{ readonly value: SettingsValue } | Unreadable | null>;
  /** Called before each page. Returns a promise if other work has to run first. */
  turn?(): Promise<void> | null;
}

/** The files of a folder, and which of them the configuration selects. */
export interface TakenListing extends Listing {
  /** Whether the configuration's globs select the page. */
  readonly takes: (path: string) => boolean;
}

/** A page file with its place, before other files that claim the same place are known. */
export interface Candidate<Known extends SeenPage = SeenPage> {
  readonly key: PageKey;
  readonly file: FilePath;
  readonly page: PlacedPage;
  readonly known: Known;
  /** Who may see it, by its own header and by those of the pages above it. */
  readonly restrictions: Restrictions;
}

/** A file that is left out, and by which rule if its place is not the reason. */
export interface SkippedFile extends Misplaced {
  readonly rule?: Unreadable['rule'] | Unready['rule'];
  /** From 1. */
  readonly line?: number;
}

/** A settings file that cannot be read or is malformed. */
export interface Malformed {
  readonly path: string;
  readonly failure: Failure;
  readonly unreadable: Unreadable | null;
}

/** Keys of maps are relative to the folder; `file` is relative to the project. */
export interface ReadFolder<Known extends SeenPage> {
  readonly folder: ContentFolder;
  readonly layout: Layout;
  readonly arrangement: Arrangement;
  /** All page files that were read, with or without a place. */
  readonly pages: ReadonlyMap<string, Known>;
  /** In reading order. */
  readonly candidates: readonly Candidate<Known>[];
  readonly leftOut: readonly SkippedFile[];
  /**
   * Malformed settings are replaced by ones that hide their section; a malformed navigation is left
   * out, and may hide all pages of its documentation.
   */
  readonly settings: ReadonlyMap<string, SettingsValue>;
  readonly malformed: readonly Malformed[];
}

/**
 * Arranges the files, and returns malformed and unplaced ones as well. Rejects with `usage` if the
 * folder is an export.
 */
export async function readFolder<Known extends SeenPage>(
  folder: ContentFolder,
  listing: TakenListing,
  source: FolderSource<Known>,
): Promise<ReadFolder<Known>> {
  const { takes } = listing;
  const mapping = mappingOf(folder);
  const layout = detectLayout(listing.files, mapping !== null);
  if (layout === 'export') throw exported(folder);
  const sorted = sortFiles(listing, layout, mapping !== null);
  const isSettings = ({ path }: { readonly path: string }): boolean =>
    roleOf(path, layout, mapping !== null).role === 'settings';
  const leftOut: SkippedFile[] = [
    ...sorted.misplaced,
    ...listing.refused.filter((each) => takes(each.path) && !isSettings(each)),
  ];

  const pages = new Map<string, Known>();
  const above = new PagesAbove(sorted.pages.filter(takes));
  for (const { path } of listing.refused) above.addUnknown(path);
  // Nobody reads these, so they may hide what is below them.
  for (const path of sorted.others) {
    const page = pageMeant(path);
    if (page !== undefined && takes(page) && !sorted.pages.includes(page)) above.addUnknown(page);
  }
  for (const path of sorted.pages) {
    const isTaken = takes(path);
    if (!isTaken && !source.beyondGlobs && !above.hasBelow(path)) continue;
    const turn = source.turn?.();
    if (turn) await turn;
    const file = fileIn(folder.path, path);
    const known = source.page(file, path, () => above.hasBelow(path));
    if (known === null) continue;
    if ('problem' in known) {
      above.addUnknown(path);
      if (isTaken) leftOut.push({ path, reason: known.problem, rule: known.rule });
      continue;
    }
    above.add(path, known);
    if (!isTaken && !source.beyondGlobs) continue;
    pages.set(path, known);
    if (known.unready && isTaken && isNoPage(known.facts)) {
      leftOut.push({ path, reason: unreadyReason(known.unready), ...known.unready });
    }
  }
  const others = { files: sorted.others, refused: listing.refused };
  const strays =
    others.files.length + others.refused.length === 0
      ? NO_STRAYS
      : await readStrays(others, layout, mapping !== null, (path) =>
          source.settings(fileIn(folder.path, path), path),
        );
  for (const [path, says] of strays.files) above.addSettings(path, fileIn(folder.path, path), says);
  for (const [path, nav] of strays.navs) above.addNav(path, fileIn(folder.path, path), nav);
  // Patterns of pages do not hide settings, and settings that are not read may hide pages.
  const refused = listing.refused.filter(isSettings);
  const { settings, malformed } = await readSettings(folder, sorted.settings, refused, source);
  const { references } = sorted;
  const held = strays.places;
  const whole = { path: folder.path, mapping, pages, settings, references, held };
  const arrangement = arranged(whole, layout, malformed);
  for (const [path, value] of settings) {
    if (posix.basename(path) === NAV) above.addNav(path, fileIn(folder.path, path), value);
  }
  for (const { path } of malformed) {
    if (posix.basename(path) === NAV)
      above.addSettings(path, fileIn(folder.path, path), UNKNOWN_ABOVE);
  }
  for (const each of arrangement.misplaced) if (takes(each.path)) leftOut.push(each);

  const candidates: Candidate<Known>[] = [];
  for (const page of arrangement.pages) {
    const known = pages.get(page.path);
    if (known === undefined) continue;
    const file = fileIn(folder.path, page.path);
    const restrictions = above.restrictionsAt(page, known);
    candidates.push({ key: pageKey(page), file, page, known, restrictions });
  }
  return { folder, layout, arrangement, pages, candidates, leftOut, settings, malformed };
}

/**
 * Pages that restrict their readers, for the pages below them: `a/b.md` is below `a.md`, and below
 * the page in whose items a navigation lists it. So do settings and keys of navigations that the
 * platform does not read. All paths are folded: people change the case of a name by accident.
 */
class PagesAbove {
  /** Folders with pages, without the version's and the documentation's own. */
  readonly #folders = new Set<string>();
  readonly #restricting = new Map<string, Restrictions>();
  /** By the path of a page, for it and those below it, or by a folder with a slash at its end. */
  readonly #said = new Map<string, Above[]>();
  /** Paths of the pages in whose items a page is listed. */
  readonly #nested = new Map<string, string[]>();

  /** @param paths of all pages that are wanted */
  constructor(paths: readonly string[]) {
    for (const folder of new Set(paths.map(folderOf)))
      for (const above of foldersFrom(folder)) this.#folders.add(foldPath(above));
  }

  hasBelow = (path: string): boolean => this.#folders.has(foldPath(withoutExtension(path)));

  add(path: string, { restrictions = UNRESTRICTED, unready, isUnreadable }: SeenPage): void {
    if (unready || isUnreadable) this.addUnknown(path);
    else if (restrictions.reasons.length > 0) this.#restrict(path, restrictions);
  }

  /** A page whose file is there and cannot be used, so that it may restrict its readers. */
  addUnknown(path: string): void {
    if (path.endsWith('.md')) this.#restrict(path, UNKNOWN_READERS);
  }

  /** Settings that were meant for all pages in their folder. `says`: what holds these back. */
  addSettings(path: string, name: FilePath, says: string): void {
    const reasons = [{ kind: 'not-yet', says }] as const;
    this.#say(`${folderOf(path)}/`, { name, restrictions: { ...UNRESTRICTED, reasons } });
  }

  /** The keys of the items of a navigation, and which pages it lists in the items of others. */
  addNav(path: string, name: FilePath, nav: SettingsValue): void {
    const { holds, nested } = navHolds(nav);
    const folder = folderOf(path);
    // People name pages with their version and documentation, too.
    const placesOf = (page: string): ReadonlySet<string> => new Set([join(folder, page), page]);
    for (const { page, restrictions } of holds) {
      const places = page === null ? [`${folder}/`] : placesOf(page);
      for (const at of places) this.#say(at, { name, restrictions });
    }
    for (const { page, above } of nested) {
      for (const at of placesOf(page)) {
        const key = foldPath(at);
        this.#nested.set(key, [...(this.#nested.get(key) ?? []), ...placesOf(above)]);
      }
    }
  }

  #say(at: string, says: Above): void {
    const key = foldPath(at);
    this.#said.set(key, [...(this.#said.get(key) ?? []), says]);
  }

  #restrict(path: string, restrictions: Restrictions): void {
    this.#restricting.set(foldPath(withoutExtension(path)), restrictions);
  }

  restrictionsAt(page: PlacedPage, { restrictions: own = UNRESTRICTED }: SeenPage): Restrictions {
    if (this.#restricting.size + this.#said.size === 0) return own;
    const path = withoutExtension(page.path);
    const above = [...(this.#said.get(foldPath(path)) ?? [])];
    for (const at of this.#around(path)) {
      const restrictions = this.#restricting.get(foldPath(at));
      const name = `${page.documentation}/${at.slice(at.lastIndexOf('/') + 1)}`;
      if (restrictions !== undefined) above.push({ name, restrictions });
      for (const each of [at, `${at}/`]) above.push(...(this.#said.get(foldPath(each)) ?? []));
    }
    return above.length === 0 ? own : restrictionsBelow(own, above);
  }

  /** The folders around a page and the pages above it, with theirs, the nearest first. */
  #around(path: string): ReadonlySet<string> {
    const found = new Set(foldersFrom(folderOf(path)));
    if (this.#nested.size === 0) return found;
    this.#addAbove(path, found);
    // A set that grows is walked to its new end.
    for (const at of found) this.#addAbove(at, found);
    return found;
  }

  #addAbove(at: string, found: Set<string>): void {
    for (const above of this.#nested.get(foldPath(at)) ?? [])
      for (const each of [above, ...foldersFrom(folderOf(above))]) found.add(each);
  }
}

/** A folder and those around it, the nearest first, in Unicode's composed form. The last is empty. */
function foldersFrom(nearest: string): readonly string[] {
  const found: string[] = [];
  for (let folder = nearest; folder !== ''; folder = folderOf(folder)) {
    found.push(folder.normalize('NFC'));
  }
  return [...found, ''];
}

function exported({ path, version, documentation }: ContentFolder): Failure {
  const place = version === null ? '' : ` --in ${version}/${documentation}`;
  const named = /^[\w./-]+$/.test(path) ? path : JSON.stringify(path);
  return new Failure('usage', `"${path}" is an export: its files are named by titles.`, {
    hint: `Convert it once: docs import ${named}${place} --out <new folder>`,
  });
}

/** Whether an entry has a file but is not a page: a category, a link, a separator or a label. */
const isNoPage = (facts: EntryFacts): boolean => ENTRY_TYPES.has(facts.type) && !isPage(facts);

interface Sorted {
  readonly pages: string[];
  readonly settings: string[];
  readonly references: string[];
  readonly misplaced: Misplaced[];
  readonly others: string[];
}

/** Sorts the files by their role in this layout. */
function sortFiles({ files, takes }: TakenListing, layout: Layout, mapped: boolean): Sorted {
  const sorted: Sorted = { pages: [], settings: [], references: [], misplaced: [], others: [] };
  for (const path of files) {
    const found = roleOf(path, layout, mapped);
    if (found.role === 'settings') sorted.settings.push(path);
    else if (found.role === 'reference') sorted.references.push(path);
    else if (found.role === 'page') sorted.pages.push(path);
    else if (found.role === 'other') sorted.others.push(path);
    else if (found.role === 'misplaced' && takes(path)) {
      sorted.misplaced.push({ path, reason: found.reason });
    }
  }
  return sorted;
}

interface Settings {
  readonly settings: Map<string, SettingsValue>;
  readonly malformed: Malformed[];
}

async function readSettings(
  folder: ContentFolder,
  paths: readonly string[],
  refused: TakenListing['refused'],
  source: FolderSource<SeenPage>,
): Promise<Settings> {
  const settings = new Map<string, SettingsValue>();
  const malformed: Malformed[] = [];
  const leaveOut = (path: string, failure: Failure, unreadable: Unreadable | null): void => {
    malformed.push({ path, failure, unreadable });
    if (posix.basename(path) !== NAV) settings.set(path, HIDDEN);
  };
  for (const { path, reason: problem } of refused)
    leaveOut(path, notRead(fileIn(folder.path, path), problem), null);
  for (const path of paths) {
    const file = fileIn(folder.path, path);
    try {
      const read = await source.settings(file, path);
      if (read === null) continue;
      if ('problem' in read) {
        leaveOut(path, notRead(file, read.problem), read);
        continue;
      }
      settingsMap(read.value, file);
      settings.set(path, read.value);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      leaveOut(path, error, null);
    }
  }
  return { settings, malformed };
}

const notRead = (file: FilePath, problem: string): Failure =>
  new Failure('content', `This settings file ${problem}.`, {
    place: { file },
    hint: 'Correct the file, or restore it from version control',
  });

/**
 * Arranges the folder. A malformed navigation is added to `malformed` and removed from the
 * settings.
 */
function arranged(
  folder: LayoutInput & Pick<Settings, 'settings'>,
  layout: Layout,
  malformed: Malformed[],
): Arrangement {
  const { path: at, settings } = folder;
  for (;;) {
    try {
      return arrangeFolder(folder, layout);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const wrong = [...settings.keys()].find((path) => fileIn(at, path) === error.place?.file);
      if (wrong === undefined) throw error;
      malformed.push({ path: wrong, failure: error, unreadable: null });
      settings.delete(wrong);
    }
  }
}
