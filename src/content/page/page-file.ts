/** Parses and prints page files. Parts keep their source, so a file prints back byte for byte. */
import { sizeProblem } from '../../model/input-limits.ts';
import type { PageTexts } from '../../model/local.ts';
import { parseHeader, printHeader } from './page-header.ts';
import type { Header, SectionName } from './page-header.ts';
import { markerLines } from './section-markers.ts';

/** One section of a page file: its body and everything around it. */
export interface FileSection {
  /** `null`: the file has one body and does not say which. */
  readonly name: SectionName | null;
  /**
   * Its first line with its line end: the header's closing fence, or a marker. Empty if the file
   * has no header.
   */
  readonly marker: string;
  /** Empty lines before the body. */
  readonly lead: string;
  /** The body as it is in the file, with its line ends. */
  readonly source: string;
  /** The line end after the body, and the empty lines that follow. */
  readonly tail: string;
  /** The line of the file, from 1, on which the body begins. */
  readonly line: number;
}

/** A parsed page file. It contains every byte of the text. */
export interface PageFile {
  readonly bom: '' | '\u{feff}';
  /** The line end of the file's first line. Changed parts use it too. */
  readonly eol: '\n' | '\r\n';
  readonly header: Header | null;
  /** One or two, in the order of the file. */
  readonly sections: readonly [FileSection, ...FileSection[]];
}

interface Marker {
  readonly name: SectionName;
  readonly start: number;
  readonly next: number;
}

/** The first line from `from` on that begins the other section than `first`. */
function findMarker(text: string, from: number, first: SectionName): Marker | null {
  const name = first === 'draft' ? 'published' : 'draft';
  for (const { start, next } of markerLines(text, from, name)) return { name, start, next };
  return null;
}

/** Carriage returns before a newline belong to the line end, however many there are. */
function endOfEmptyLines(text: string, start: number, end: number): number {
  let at = start;
  for (;;) {
    let newline = at;
    while (newline < end && text[newline] === '\r') newline += 1;
    if (newline >= end || text[newline] !== '\n') return at;
    at = newline + 1;
  }
}

function startOfEmptyLines(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && text[at - 1] === '\n') {
    at -= 1;
    while (at > start && text[at - 1] === '\r') at -= 1;
  }
  return at;
}

const countLines = (text: string): number => text.split('\n').length - 1;

interface SectionSpan {
  readonly name: SectionName | null;
  readonly marker: string;
  readonly start: number;
  readonly end: number;
  /** The line of the file, from 1, that follows the marker. */
  readonly line: number;
}

function section(text: string, { name, marker, start, end, line }: SectionSpan): FileSection {
  const from = endOfEmptyLines(text, start, end);
  const to = startOfEmptyLines(text, from, end);
  const lead = text.slice(start, from);
  return {
    name,
    marker,
    lead,
    source: text.slice(from, to),
    tail: text.slice(to, end),
    line: line + countLines(lead),
  };
}

/** Parses any text and never fails. Time is linear in its length. */
export function parsePageFile(text: string): PageFile {
  const bom = text.startsWith('\u{feff}') ? '\u{feff}' : '';
  const newline = text.indexOf('\n');
  const eol = newline > 0 && text[newline - 1] === '\r' ? '\r\n' : '\n';
  const parsed = parseHeader(text, bom.length);
  if (!parsed) {
    const whole = { name: null, marker: '', start: bom.length, end: text.length, line: 1 };
    return { bom, eol, header: null, sections: [section(text, whole)] };
  }
  const { header, marker, section: name, next, lines } = parsed;
  const second = name && findMarker(text, next, name);
  const end = second ? second.start : text.length;
  const first = section(text, { name, marker, start: next, end, line: lines + 1 });
  if (!second) return { bom, eol, header, sections: [first] };
  const rest = section(text, {
    name: second.name,
    marker: text.slice(second.start, second.next),
    start: second.next,
    end: text.length,
    line: lines + countLines(text.slice(next, second.next)) + 1,
  });
  return { bom, eol, header, sections: [first, rest] };
}

/** A section's source, byte for byte. */
export const printSection = ({ marker, lead, source, tail }: FileSection): string =>
  marker + lead + source + tail;

/** The file's text. `printPageFile(parsePageFile(text)) === text` for every text. */
export const printPageFile = ({ bom, header, sections }: PageFile): string =>
  bom + (header ? printHeader(header) : '') + sections.map(printSection).join('');

const withoutReturns = (line: string): string => {
  let end = line.length;
  while (line[end - 1] === '\r') end -= 1;
  return line.slice(0, end);
};

function withNewlines(text: string): string {
  if (!text.includes('\r')) return text;
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  return [...lines.map(withoutReturns), last].join('\n');
}

/** Why the header is too large. Undefined if it is not. */
export const headerProblem = ({ header }: PageFile): string | undefined =>
  header === null ? undefined : sizeProblem('header', printHeader(header).length);

/** The body as sent and compared: LF, no empty lines at either end. A line of spaces is text. */
export function normalBody(text: string): string {
  const lf = withNewlines(text);
  const start = endOfEmptyLines(lf, 0, lf.length);
  return lf.slice(start, startOfEmptyLines(lf, start, lf.length));
}

/** The value of a header key; undefined if missing. If several lines have it, the first counts. */
export const headerValue = ({ header }: PageFile, key: string): string | undefined =>
  header?.entries.find((entry) => entry.key === key)?.value;

/** The values of all keys; for each key, the first one counts. */
export function headerValues({ header }: PageFile): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { key, value } of header?.entries ?? []) if (!values.has(key)) values.set(key, value);
  return values;
}

/** The bodies in normal form. An unnamed one is the published one. At least one is not null. */
export function bodiesOf({ sections }: PageFile): PageTexts {
  const body = (wanted: SectionName): string | null => {
    const found = sections.find(({ name }) => (name ?? 'published') === wanted);
    return found ? normalBody(found.source) : null;
  };
  return { draft: body('draft'), published: body('published') };
}
