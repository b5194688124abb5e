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
import type { BasePage } from '../model/sides.ts';

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
}

/**
 * The file's text: JSON whose head and pages have one line each, sorted, every page line ending in a comma and a sentinel
 * closing, so that git merges lines of different pages without a conflict.
 */
export function printLock(lock: Lock): string {
  const lines = ['{', '"docs-cli-lock": 1,', '"versions": {'];
  printIds(lock.versions, lines);
  lines.push('"": 0},', '"documentations": {');
  printIds(lock.documentations, lines);
  lines.push('"": 0},', '"pages": {');
  for (const key of [...lock.pages.keys()].toSorted(byCodeUnit)) {
    const page = lock.pages.get(key);
    if (page) lines.push(`${JSON.stringify(key)}: ${JSON.stringify(lineOf(page))},`);
  }
  lines.push('"": null}', '}', '');
  return lines.join('\n');
}

function printIds(ids: ReadonlyMap<string, number>, lines: string[]): void {
  for (const slug of [...ids.keys()].toSorted(byCodeUnit)) {
    lines.push(`${JSON.stringify(slug)}: ${ids.get(slug)},`);
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
export function parseLock(text: string): ReadLock {
  const reader = new LockReader();
  let number = 0;
  for (const line of text.split('\n')) {
    number += 1;
    reader.take(line.trim(), number);
  }
  return reader.finish();
}

const MARKER = /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/;
const ENTRY = /^("(?:[^"\\]|\\.)*"): (.+?),?$/;
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

  take(line: string, number: number): void {
    if (MARKER.test(line)) {
      this.#mark(line, number);
      return;
    }
    const section = /^"(versions|documentations|pages)": \{$/.exec(line)?.[1];
    if (section !== undefined) {
      this.#section = section as Section;
      return;
    }
    if (STRUCTURE.test(line)) return;
    if (this.#conflict) return;
    const cut = cutEntry(line);
    if (cut === undefined || !this.#entry(cut.key, cut.value, number)) {
      this.#warn(number, 'cannot be read');
    }
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
  #entry(key: string, value: string, number: number): boolean {
    const parsed = parseJson(value);
    if (this.#section === 'pages') return this.#page(key, parsed, number);
    if (this.#section === null || !isId(parsed)) return false;
    if (this.#section === 'versions') this.#versions.set(key, parsed as VersionId);
    else this.#documentations.set(key, parsed as DocumentationId);
    return true;
  }

  #page(key: string, parsed: unknown, number: number): boolean {
    const page = decodeLine(key, parsed);
    if (page === undefined) return false;
    const claimant = this.#keys.get(page.id);
    if (this.#pages.has(page.key) || claimant !== undefined) {
      this.#warn(number, 'claims a page that another line claims');
      this.#twice.add(page.key);
      if (claimant !== undefined) this.#twice.add(claimant);
      return true;
    }
    this.#pages.set(page.key, page);
    this.#keys.set(page.id, page.key);
    return true;
  }
}

/** A line's key, and the JSON of its value. */
function cutEntry(line: string): { readonly key: string; readonly value: string } | undefined {
  const end = line.startsWith('"') ? line.indexOf('": ') : -1;
  const plain = line.slice(1, Math.max(end, 1));
  if (end > 0 && !plain.includes('\\')) {
    return { key: plain, value: line.slice(end + 3, line.endsWith(',') ? -1 : undefined) };
  }
  const [, quoted, value] = ENTRY.exec(line) ?? [];
  const key = quoted === undefined ? undefined : parseJson(quoted);
  return typeof key === 'string' && value !== undefined ? { key, value } : undefined;
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

function decodeLine(key: string, parsed: unknown): BasePage | undefined {
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const line: { readonly [field in keyof PageLine]?: unknown } = parsed;
  const { id, title, slug, updated, header, sent, draft, published } = line;
  const shown = 'shown' in line ? line.shown : sent;
  const place = key.split('/');
  if (place.length !== 3 || place.includes('')) return undefined;
  if (!isId(id) || !isText(title) || !isText(slug) || !isText(updated)) return undefined;
  if (!isDigest(header) || !isDigest(sent) || sent === null || !isDigest(shown)) return undefined;
  if (!isDigest(draft) || !isDigest(published)) return undefined;
  return {
    key: key as PageKey,
    id: id as PageId,
    title,
    slug: slug as Slug,
    updated: updated as Instant,
    header,
    sent,
    sentPublished: shown,
    draft,
    published,
  };
}

/** `version/documentation` of a key. */
export const documentationKey = (key: PageKey): string => key.slice(0, key.lastIndexOf('/'));
