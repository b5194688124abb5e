/** The lock file as text: what local and remote last had in common. ADR 50. */
import type {
  Digest,
  DocumentationId,
  Instant,
  PageId,
  PageKey,
  Slug,
  VersionId,
} from '../model/ids.ts';
import { byCodeUnit } from '../model/order.ts';
import type { BasePage, Merging } from '../model/sides.ts';

export interface Lock {
  /** Version slugs to ids, and `version/documentation` to ids, as last seen. */
  readonly versions: ReadonlyMap<string, VersionId>;
  readonly documentations: ReadonlyMap<string, DocumentationId>;
  readonly pages: ReadonlyMap<PageKey, BasePage>;
}

export const EMPTY_LOCK: Lock = {
  versions: new Map(),
  documentations: new Map(),
  pages: new Map(),
};

interface PageLine {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
  readonly updated: string;
  readonly header: string | null;
  readonly sent: string;
  /** Left out where it equals `sent`. */
  readonly shown?: string | null;
  readonly draft: string | null;
  readonly published: string | null;
  readonly merging?: Merging;
}

/**
 * The file's text: JSON whose head and pages have one line each, sorted, every page line ending in a comma and a sentinel
 * closing, so that git merges lines of different pages without a conflict.
 */
export const printLock = (lock: Lock): string => [...linesOfLock(lock), ''].join('\n');

/** The text line by line, made as they are asked for. */
export function* linesOfLock(lock: Lock): Generator<string> {
  yield '{';
  yield '"docs-cli-lock": 1,';
  yield '"versions": {';
  yield* idLines(lock.versions);
  yield '"": 0},';
  yield '"documentations": {';
  yield* idLines(lock.documentations);
  yield '"": 0},';
  yield '"pages": {';
  for (const key of [...lock.pages.keys()].toSorted(byCodeUnit)) {
    const page = lock.pages.get(key);
    if (page) yield `${JSON.stringify(key)}: ${JSON.stringify(lineOf(page))},`;
  }
  yield '"": null}';
  yield '}';
}

function* idLines(ids: ReadonlyMap<string, number>): Generator<string> {
  for (const slug of [...ids.keys()].toSorted(byCodeUnit)) {
    yield `${JSON.stringify(slug)}: ${ids.get(slug)},`;
  }
}

const lineOf = (page: BasePage): PageLine => ({
  id: page.id,
  title: page.title,
  slug: page.slug,
  updated: page.updated,
  header: page.header,
  sent: page.sent,
  ...(page.sentPublished === page.sent ? {} : { shown: page.sentPublished }),
  draft: page.draft,
  published: page.published,
  ...(page.merging === undefined ? {} : { merging: page.merging }),
});

export interface ReadLock {
  readonly lock: Lock;
  /** One sentence each, naming the line. */
  readonly warnings: readonly string[];
}

type Section = 'versions' | 'documentations' | 'pages';

/**
 * Reads a lock file, whatever state a merge left it in. Lines inside conflict markers, keys that occur twice, ids that two keys claim and
 * lines that cannot be read count as missing, with a warning each: their pages are looked for on the platform. Never throws.
 */
export const parseLock = (text: string): ReadLock => parseLockLines(text.split('\n'));

/** The same, line by line. What it returns shares no memory with the lines. */
export function parseLockLines(lines: Iterable<string>): ReadLock {
  const reader = new LockReader();
  let number = 0;
  for (const line of lines) {
    number += 1;
    reader.take(line.trim(), number);
  }
  return reader.finish();
}

const MARKER = /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/;
const ENTRY = /^("(?:[^"\\]|\\.)*"): /;
/** `"documentations": {` */
const LONGEST_STRUCTURE = 19;
const STRUCTURE = /^(?:[{}]|"docs-cli-lock": 1,|"": (?:0|null)\},?)?$/;

class LockReader {
  #section: Section | null = null;
  #conflict = false;
  readonly #warnings: string[] = [];
  readonly #versions = new Map<string, VersionId>();
  readonly #documentations = new Map<string, DocumentationId>();
  readonly #pages = new Map<PageKey, BasePage>();
  readonly #keys = new Map<PageId, PageKey>();
  readonly #twice = new Set<PageKey>();
  /** Of the page before: most pages have the same. */
  #header: Digest | null = null;

  take(line: string, number: number): void {
    const isEntry = line.startsWith('"') && line.length > LONGEST_STRUCTURE;
    if ((!isEntry && this.#isFrame(line, number)) || this.#conflict) return;
    const entry = readEntry(line);
    if (entry === undefined || !this.#entry(entry[0], entry[1], number)) {
      this.#warn(number, 'cannot be read');
    }
  }

  /** Whether the line is what stands around entries, or a merge's mark. */
  #isFrame(line: string, number: number): boolean {
    if (MARKER.test(line)) {
      this.#mark(line, number);
      return true;
    }
    const section = /^"(versions|documentations|pages)": \{$/.exec(line)?.[1];
    if (section === undefined) return STRUCTURE.test(line);
    this.#section = section as Section;
    return true;
  }

  finish(): ReadLock {
    for (const key of this.#twice) this.#pages.delete(key);
    return {
      lock: { versions: this.#versions, documentations: this.#documentations, pages: this.#pages },
      warnings: this.#warnings,
    };
  }

  #mark(line: string, number: number): void {
    if (line.startsWith('<')) this.#warn(number, 'starts a merge conflict');
    this.#conflict = !line.startsWith('>');
  }

  #warn(number: number, what: string): void {
    this.#warnings.push(`Line ${number} of the lock file ${what}; its pages are looked for.`);
  }

  /** Whether the line could be read. */
  #entry(key: string, parsed: unknown, number: number): boolean {
    if (this.#section === 'pages') return this.#page(key, parsed, number);
    if (this.#section === null || !isId(parsed)) return false;
    if (this.#section === 'versions') this.#versions.set(key, parsed as VersionId);
    else this.#documentations.set(key, parsed as DocumentationId);
    return true;
  }

  #page(key: string, parsed: unknown, number: number): boolean {
    const page = decodeLine(key, parsed, this.#header);
    if (page === undefined) return false;
    const claimant = this.#keys.get(page.id);
    if (this.#pages.has(page.key) || claimant !== undefined) {
      this.#warn(number, 'claims a page that another line claims');
      this.#twice.add(page.key);
      if (claimant !== undefined) this.#twice.add(claimant);
      return true;
    }
    this.#header = page.header;
    this.#pages.set(page.key, page);
    this.#keys.set(page.id, page.key);
    return true;
  }
}

/** A line's key and value. Parsed together, so that neither keeps the line alive. */
function readEntry(line: string): readonly [key: string, value: unknown] | undefined {
  const plain = line.startsWith('"') ? line.indexOf('": ') : -1;
  const end =
    plain > 0 && line[plain - 1] !== '\\' ? plain : (ENTRY.exec(line)?.[1]?.length ?? 0) - 1;
  if (end < 0) return undefined;
  const value = line.slice(end + 3, line.endsWith(',') ? -1 : undefined);
  const parsed = parseJson(`[${line.slice(0, end + 1)},${value}]`);
  if (!Array.isArray(parsed) || parsed.length !== 2 || !isText(parsed[0])) return undefined;
  return [parsed[0], parsed[1]];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

const isText = (value: unknown): value is string => typeof value === 'string';

const isDigest = (value: unknown): value is Digest | null =>
  value === null || (isText(value) && /^[\w-]{43}$/.test(value));

/** Equal texts as one: there are many pages, and each has its digests several times. */
const shared = <T>(value: T, ...known: readonly T[]): T =>
  known.find((one) => one === value) ?? value;

/** `before`: the header digest of another line. */
function decodeLine(key: string, parsed: unknown, before: Digest | null): BasePage | undefined {
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const line: { readonly [field in keyof PageLine]?: unknown } = parsed;
  const { id, title, slug, updated, header, sent, draft, published, merging } = line;
  const shown = 'shown' in line ? line.shown : sent;
  const place = key.split('/');
  if (place.length !== 3 || place.includes('')) return undefined;
  if (!isId(id) || !isText(title) || !isText(slug) || !isText(updated)) return undefined;
  if (!isDigest(header) || !isDigest(sent) || sent === null || !isDigest(shown)) return undefined;
  if (!isDigest(draft) || !isDigest(published)) return undefined;
  if (merging !== undefined && !isMerging(merging)) return undefined;
  return {
    key: key as PageKey,
    id: id as PageId,
    title,
    slug: slug as Slug,
    updated: updated as Instant,
    header: shared(header, before),
    sent,
    sentPublished: shared(shown, sent),
    draft: shared(draft, sent),
    published: shared(published, sent, shown),
    ...(merging === undefined ? {} : { merging }),
  };
}

function isMerging(value: unknown): value is Merging {
  if (typeof value !== 'object' || value === null) return false;
  const { title, theirs, undone }: { readonly [field in keyof Merging]?: unknown } = value;
  const isState = (one: unknown): boolean => one !== null && isDigest(one);
  return isText(title) && isState(theirs) && Array.isArray(undone) && undone.every(isState);
}

/** `version/documentation` of a key. */
export const documentationKey = (key: PageKey): string => key.slice(0, key.lastIndexOf('/'));

/** The documentations of these pages, each once. Pages of one mostly follow each other: only where they do not is anything cut out of a key. */
export function documentationsOf(keys: Iterable<PageKey>): ReadonlySet<string> {
  const found = new Set<string>();
  let last = '';
  for (const key of keys) {
    if (isDirectlyIn(key, last)) continue;
    last = documentationKey(key);
    found.add(last);
  }
  return found;
}

/** Whether the key's page is one of `documentation`, a `version/documentation`. */
export const isDirectlyIn = (key: PageKey, documentation: string): boolean =>
  key.lastIndexOf('/') === documentation.length && key.startsWith(documentation);
