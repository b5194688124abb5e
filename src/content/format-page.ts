/** The canonical form of a page file. Import this lazily: it loads markdown-it. */
import { listOf, shorten } from '../model/text/sentences.ts';
import type { FilePath } from '../model/ids.ts';
import { firstMissing } from './darkdown/print/multiset.ts';
import { byCodeUnit } from '../model/order.ts';
import { parsedBodies } from './check/body.ts';
import { checkPage } from './check/check.ts';
import type { RuleCode } from './check/rules.ts';
import { unguarded } from './darkdown/print/canonical.ts';
import { bodiesOf, normalBody, parsePageFile, printPageFile } from './page/page-file.ts';
import type { PageFile, FileSection } from './page/page-file.ts';
import { MAX_HEADER_LINES, rankOf } from './page/page-header.ts';
import type { Header, HeaderEntry } from './page/page-header.ts';
import { unreadyOf, unreadyReason, withEscapedMarkers } from './page/unready.ts';
import { changedWords } from './words.ts';

export type Formatted =
  | { readonly kind: 'same' }
  | { readonly kind: 'changed'; readonly text: string }
  /** The canonical form would change the content, so the file stays as it is. */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * In characters. Real pages with a notebook reach 600,000; longer ones may take over 10 seconds.
 */
const MAX_LENGTH = 700_000;

/**
 * The canonical form: keys in order, bodies as today's platform prints them, no BOM, one kind of
 * line end. Idempotent. Never changes what the file says, and hides no finding of `docs check`.
 */
export function formatPage(text: string): Formatted {
  if (text.length > MAX_LENGTH) {
    return { kind: 'refused', reason: `it is longer than ${MAX_LENGTH / 1e6} MB` };
  }
  const before = parsePageFile(text);
  const wanted = formatted(before);
  const after = printPageFile(wanted);
  if (after === text) return { kind: 'same' };
  const unready = unreadyOf(text, before);
  if (unready) return { kind: 'refused', reason: `it ${unreadyReason(unready)}` };
  const again = parsePageFile(after);
  const spoilt = unreadyOf(after, again);
  if (spoilt) return { kind: 'refused', reason: `its canonical form ${unreadyReason(spoilt)}` };
  const reason = difference(before, wanted, again) ?? hiddenFinding([text, before], [after, again]);
  if (reason !== null) return { kind: 'refused', reason };
  return { kind: 'changed', text: after };
}

type ReadPage = readonly [text: string, page: PageFile];

/** The rules whose findings formatting fixes if `docs check --fix` does. */
const FIXED_BY_FORMAT: ReadonlySet<RuleCode> = new Set([
  'bom',
  'crlf',
  'header-blank',
  'open-gate',
  'same-line-tag',
  'bad-value',
  'tab-in-code',
]);

/** A finding that formatting would hide from `docs check` without fixing it; null if none. */
function hiddenFinding(before: ReadPage, after: ReadPage): string | null {
  const hidden = firstMissing(reported(before), reported(after));
  return hidden === undefined
    ? null
    : `docs check would no longer report its ${hidden.slice(0, hidden.indexOf(' '))}`;
}

const reported = ([text, page]: ReadPage): string[] =>
  checkPage({ file: '' as FilePath, page, bodies: parsedBodies(page) }, text).flatMap(
    ({ rule, message, fix }) =>
      FIXED_BY_FORMAT.has(rule) && fix !== null ? [] : [`${rule} ${message}`],
  );

function formatted(page: PageFile): PageFile {
  const { eol, header, sections } = page;
  const [first, second] = sections;
  return {
    ...page,
    bom: '',
    header: header && formattedHeader(header, eol),
    sections: second
      ? [formattedSection(first, eol, eol + eol), formattedSection(second, eol, eol)]
      : [formattedSection(first, eol, eol)],
  };
}

function formattedHeader({ entries }: Header, eol: string): Header {
  const lines = entries.reduce((sum, { value }) => sum + value.split('\n').length, 0);
  // If a header is too long, the order of its keys decides which ones the platform sees.
  const ordered =
    lines > MAX_HEADER_LINES ? entries : entries.toSorted((a, b) => rankOf(a.key) - rankOf(b.key));
  const source = ({ key, value }: HeaderEntry): string =>
    `${key}: ${value}\n`.replaceAll('\n', eol);
  return {
    open: `---${eol}`,
    entries: ordered.map((entry) => Object.assign({}, entry, { source: source(entry) })),
  };
}

/**
 * Formats a section. One without a body keeps its lines: the file of a category ends with its
 * header.
 */
function formattedSection(section: FileSection, eol: string, tail: string): FileSection {
  const body = normalBody(section.source);
  if (body === '') return section;
  const printed = withEscapedMarkers(normalBody(unguarded(body)));
  const marker = section.marker === '' ? '' : section.marker.trimEnd() + eol;
  return {
    ...section,
    marker,
    lead: marker === '' ? '' : eol,
    source: eol === '\n' ? printed : printed.replaceAll('\n', eol),
    tail,
  };
}

/**
 * How the content of two pages differs; null if it does not. Of equal keys, the first counts.
 *
 * @param wanted the intended result; its bodies mean the same as those of `before`
 *
 * @param after `wanted`, printed and parsed again
 */
function difference(before: PageFile, wanted: PageFile, after: PageFile): string | null {
  if (headerOf(before) !== headerOf(after)) return 'its header would read differently';
  const had = bodiesOf(before);
  const meant = bodiesOf(wanted);
  const has = bodiesOf(after);
  for (const side of ['draft', 'published'] as const) {
    if ((had[side] === null) !== (has[side] === null)) return 'its sections would change';
    const words = changedWords(had[side] ?? '', has[side] ?? '');
    if (words.length > 0)
      return `its words would change (${listOf(
        words.map((word) => `\`${shorten(word, 40)}\``),
        MAX_WORDS,
      )})`;
    if (has[side] !== meant[side]) return 'formatting would change its meaning';
  }
  return null;
}

/** A limit, so that the reason fits on one line. */
const MAX_WORDS = 5;

function headerOf({ header, sections }: PageFile): string {
  const values = new Map<string, string>();
  for (const { key, value } of header?.entries ?? []) {
    if (!values.has(key)) values.set(key, value);
  }
  const sorted = [...values].toSorted(([a], [b]) => byCodeUnit(a, b));
  return JSON.stringify([header !== null, sorted, sections.map(({ name }) => name)]);
}
