/**
 * Page files that are unfinished, or whose content is not the text of a page: they are not sent.
 * Also the markers of merge conflicts, those of this tool's merges and those of git's.
 */
import { placed } from '../../system/findings/place.ts';
import { regionsOf } from '../darkdown/read/regions.ts';
import type { Region } from '../darkdown/read/regions.ts';
import { readerLines } from './page-restriction.ts';
import { parsePageFile, printSection } from './page-file.ts';
import type { PageFile } from './page-file.ts';
import { withoutReturns } from './section-markers.ts';
import { beginsAsHeader } from './page-header.ts';

/** Written by this tool's merges. */
export const MARKERS = {
  file: '<<<<<<< file',
  between: '=======',
  platform: '>>>>>>> platform',
} as const;

/**
 * Markers of this tool also count in code, because a merge may write them there, and no page shows
 * them as an example.
 */
const OWN = /^<{7} file\r?$[^]*^>{7} platform\r?$/m;

const FIRST = '<<<<<<< ';
const LAST = '>>>>>>> ';
/** Outer markers need the name of a side. A lone `=======` may be text: it underlines a heading. */
const LINE = /^(?:(<{7} (?=\S))|(={7}\r?$)|(>{7} (?=\S)))/gm;

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The line, from 1, of the first unresolved conflict; undefined if there is none. Takes linear
 * time. One outer marker is enough, because people forget to delete one. Markers of git count as an
 * example if all of them are in code.
 */
export function conflictLine(text: string): number | undefined {
  if (!text.includes(FIRST) && !text.includes(LAST)) return undefined;
  const found = text.replace(/^\u{feff}/u, '').startsWith(FIRST) ? 0 : firstConflict(text);
  const own = OWN.exec(text)?.index;
  if (found === undefined && own === undefined) return undefined;
  const at = Math.min(found ?? text.length, own ?? text.length);
  return text.slice(0, at).split('\n').length;
}

/**
 * The offset of the first conflict with a marker outside code. One marker is enough, because a side
 * of the conflict may open a fence. The marker in the middle counts only between the others.
 */
function firstConflict(text: string): number | undefined {
  const isInCode = inCode(text);
  let start: number | undefined;
  let isBetween = false;
  let isOutside = false;
  for (const { 1: first, 2: middle, 3: last, index } of text.matchAll(LINE)) {
    const isText = !isInCode(index);
    if (middle === undefined && isText) return start ?? index;
    if (first !== undefined) [start, isBetween, isOutside] = [index, false, false];
    if (start === undefined) continue;
    if (middle !== undefined) [isBetween, isOutside] = [true, isOutside || isText];
    if (last === undefined) continue;
    if (isBetween && isOutside) return start;
    start = undefined;
  }
  return undefined;
}

/**
 * The body with a backslash before such lines in text: readers see no difference. In raw HTML, they
 * would.
 */
export function withEscapedMarkers(body: string): string {
  const found = [...body.matchAll(MARKER)];
  if (found.length === 0) return body;
  const isInCode = inCode(body, (region) => isCode(region) || region.kind === 'raw');
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: line, 1: marker = '' } of found) {
    if (isInCode(index)) continue;
    const at = index + line.indexOf(marker);
    parts.push(body.slice(from, at), '\\');
    from = at;
  }
  return parts.join('') + body.slice(from);
}

/** Returns a function that says whether an offset is in code. Ask in the order of the text. */
function inCode(text: string, isWanted = isCode): (at: number) => boolean {
  const code = codeIn(text, isWanted);
  let ahead = code.next();
  return (at) => {
    while (ahead.done !== true && ahead.value.end <= at) ahead = code.next();
    return ahead.done !== true && ahead.value.start <= at;
  };
}

/** The code of a page file, in order. The header contains none. */
function* codeIn(text: string, isWanted: typeof isCode): Generator<Span, void> {
  const file = parsePageFile(text);
  const bodies = file.sections.map(printSection);
  let from = text.length - bodies.reduce((sum, body) => sum + body.length, 0);
  for (const [index, body] of bodies.entries()) {
    const marker = file.sections[index]?.marker.length ?? 0;
    for (const region of regionsOf(withoutReturns(body.slice(marker)))) {
      if (!isWanted(region)) continue;
      yield { start: from + marker + region.start, end: from + marker + region.end };
    }
    from += body.length;
  }
}

function isCode(region: Region): boolean {
  const isRawCode = region.kind === 'raw' && region.tag.name !== 'html';
  return region.kind === 'fence' || region.kind === 'code' || isRawCode;
}

/** Why a page file is not sent. */
export interface Unready {
  readonly rule: 'conflict-markers' | 'bad-header' | 'key-in-title' | 'stray-section' | NoTextRule;
  /** From 1. */
  readonly line: number;
}

/** Why a file does not contain the text of a page. */
export type NoTextRule = 'binary-file' | 'lfs-pointer' | 'empty-file';

/** Why the file is not sent. `file`: the parsed text. Returns undefined if the file may be sent. */
export function unreadyOf(text: string, file: PageFile): Unready | undefined {
  const noText = noTextOf(text);
  if (noText) return noText;
  const unready = unreadyPostOf(text, file);
  if (unready?.rule === 'conflict-markers') return unready;
  if (isHeaderOpen(text, file)) return { rule: 'bad-header', line: 1 };
  const line = keyInTitle(file);
  return line === undefined ? unready : { rule: 'key-in-title', line };
}

/**
 * The line of a key of another tool, or of a comment, below the title: it would be a part of it.
 * Undefined also if the header holds the page back: readers do not see it.
 */
export function keyInTitle(file: PageFile): number | undefined {
  const title = file.header?.entries.find(({ key }) => key === 'title');
  const at =
    title?.value.split('\n').findIndex((line, n) => n > 0 && KEY_IN_TITLE.test(line)) ?? -1;
  if (!title || at < 1 || readerLines(file).some(({ says }) => says !== 'open')) return undefined;
  return title.line + at;
}

/** A key, or a comment or an item of a list in YAML, Markdown, HTML or a language. */
const KEY_IN_TITLE =
  /^[ \t]*(?:[a-z][\w-]*:(?:\s|$)|[-*+#]\s|\d+[.)]\s|\/[/*]|<!--|\{[#%]|\[\/\/\]:)/i;

/** The same of a post, whose header is read elsewhere. */
export function unreadyPostOf(text: string, file = parsePageFile(text)): Unready | undefined {
  const conflict = conflictLine(text);
  if (conflict !== undefined) return { rule: 'conflict-markers', line: conflict };
  const [stray] = strayMarkers(text, file);
  return stray && { rule: 'stray-section', line: stray.line };
}

/** A line that was meant to begin a section and does not. */
export interface StrayMarker {
  /** From 1. */
  readonly line: number;
  readonly marker: string;
}

/** `---draft`, as people and editors write it. */
const MARKER =
  /^[ \u{a0}\u{200b}\u{feff}]{0,3}((?:-{3,}[ \t]*|\u{2014}+)(?:draft|published))[ \t]*$/gimu;
/** Nearly no text has one, and this finds out three times as fast. */
const MAY_MARK = /(?:---[ \t]*|\u2014)(?:draft|published)/i;

/**
 * Lines that would begin a section in another place: what somebody meant as a draft would be public.
 * In code, they are text.
 */
export function strayMarkers(text: string, file: PageFile): readonly StrayMarker[] {
  const broken = brokenMarker(file);
  if (broken) return [broken];
  if (!MAY_MARK.test(text)) return [];
  const own = new Set<number>();
  let end = text.length;
  for (const section of file.sections.toReversed()) {
    end -= printSection(section).length;
    if (section.marker !== '') own.add(end);
  }
  const found = [...text.matchAll(MARKER)].filter(({ index }) => !own.has(index));
  if (found.length === 0) return [];
  const isInCode = inCode(text);
  return placed(
    text,
    found.flatMap(({ index, 1: marker = '' }) =>
      isInCode(index) ? [] : [{ offset: index, marker }],
    ),
  );
}

/** `---draft` as prettier breaks it: the header is closed, and the word is a line below it. */
function brokenMarker({ header, sections: [first] }: PageFile): StrayMarker | undefined {
  if (header === null || first.name !== null) return undefined;
  const [, marker] = BROKEN.exec(first.source) ?? [];
  return marker === undefined ? undefined : { line: first.line, marker };
}

const BROKEN = /^(draft|published)[ \t]*\r?(?:\n|$)/;

/**
 * Why the file has no page text; undefined if it may have one. An empty file has none: to send it
 * would empty the page. A page that is empty on purpose has a header.
 */
export function noTextOf(text: string): (Unready & { readonly rule: NoTextRule }) | undefined {
  const at = text.indexOf('\0');
  if (at !== -1) return { rule: 'binary-file', line: text.slice(0, at).split('\n').length };
  if (LFS_POINTER.test(text)) return { rule: 'lfs-pointer', line: 1 };
  return text.trim() === '' ? { rule: 'empty-file', line: 1 } : undefined;
}

/** The first line of a Git LFS pointer (its specification, "The Pointer"). */
const LFS_POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\r?\n/;

/** The reason, as the continuation of a sentence that begins with the file's name. */
export const unreadyReason = ({ rule }: Pick<Unready, 'rule'>): string => REASONS[rule];

const REASONS: Readonly<Record<Unready['rule'], string>> = {
  'binary-file': 'has NUL bytes and is not text: save it as UTF-8',
  'lfs-pointer': 'is a Git LFS pointer: run git lfs pull',
  'empty-file': 'is empty: write the page, or delete the file',
  'conflict-markers': 'has conflict markers (<<<<<<<): resolve the conflict and delete the markers',
  'stray-section':
    'has a line of ---draft or ---published that does not begin a section: move it to the end of the header, or put a backslash before it if it is text',
  'key-in-title':
    'has a line below `title` in its header that would be a part of the title: delete it, or move it',
  'bad-header': 'has a header that is not closed: put a line of --- after its last key',
};

/** Whether files with a finding of this rule are not sent. */
export const isUnreadyRule = (rule = ''): boolean => Object.hasOwn(REASONS, rule);

/**
 * Whether a header is not closed, or is closed only by a thematic break further down in the text.
 */
export const isHeaderOpen = (text: string, { bom, header }: PageFile): boolean =>
  header === null
    ? beginsAsHeader(text, bom.length)
    : header.entries.some(({ value }) => TEXT_AFTER_BLANK.test(value));

const TEXT_AFTER_BLANK = /\n[ \t\r]*\n[^]*\S/;
