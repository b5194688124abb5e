/**
 * Checks the header of a page: `key: value` lines that look like YAML and are not (manual, "Page
 * format", "Header").
 */
import type { FilePath } from '../../model/ids.ts';
import { ENTRY_TYPES } from '../layouts/layout.ts';
import { type ReaderLine, readerLines } from '../page/page-restriction.ts';
import type { PageFile } from '../page/page-file.ts';
import { HEADER_KEYS, MAX_HEADER_LINES } from '../page/page-header.ts';
import type { HeaderEntry } from '../page/page-header.ts';
import { isHeaderOpen, keyInTitle } from '../page/unready.ts';
import { finding, quoted } from './finding.ts';
import type { CheckFinding, Fix } from './finding.ts';
import { LIST_KEYS, listValue, plainValue } from './fixes/header-values.ts';
import { leadingTitle, movedTitle } from './fixes/moved-title.ts';
import { didYouMean, nearest } from '../../model/text/nearest.ts';
import { count } from '../../model/text/sentences.ts';

const IN_TITLE = 'Delete the line, or move it below another key';

const SWITCHES: ReadonlySet<string> = new Set(['listed', 'hidden']);

export function checkHeader(file: FilePath, text: string, page: PageFile): CheckFinding[] {
  const { header } = page;
  if (isHeaderOpen(text, page)) {
    const message = 'This header is never closed: the page is not pushed.';
    return [finding('bad-header', { file, line: 1, message, hint: CLOSE })];
  }
  const readers = readerLines(page);
  if (!header) {
    // Text that looks like a header probably contains the title.
    const holding = readers.find(({ says }) => says === 'holds');
    const wrong = checkNoHeader(file, text);
    if (wrong.length === 0 && holding) {
      const message = 'This header is not one, so it is read as text.';
      wrong.push(finding('bad-header', { file, line: holding.line, message, hint: READ }));
    }
    const unread = [...wrong, ...checkReaders(file, readers)];
    return unread.length > 0 ? unread : checkTitle(file, page);
  }
  const findings: CheckFinding[] = checkReaders(file, readers);
  const inTitle = keyInTitle(page);
  if (inTitle !== undefined) {
    const message = 'This line is a part of the title: the page is not pushed.';
    findings.push(finding('key-in-title', { file, line: inTitle, message, hint: IN_TITLE }));
  }
  const told = new Set(readers.filter(({ says }) => says !== 'open').map(({ line }) => line));
  const unclear = new Set(readers.filter(({ says }) => says === 'unclear').map(({ line }) => line));
  const seen = new Set<string>();
  for (const entry of header.entries) {
    findings.push(...checkKey(file, entry, { seen, told }));
    if (entry.key !== 'title' || inTitle === undefined)
      findings.push(...checkValue(file, entry, unclear.has(entry.line)));
    if (entry.key === 'type' && !seen.has('type')) findings.push(...checkType(file, entry));
    seen.add(entry.key);
  }
  const lines = header.entries.reduce((sum, { source }) => sum + linesOf(source), 0);
  if (lines > MAX_HEADER_LINES) {
    findings.push(
      finding('long-header', {
        file,
        line: MAX_HEADER_LINES + 2,
        message: `The header has ${lines} lines: the platform reads the first ${MAX_HEADER_LINES}.`,
      }),
    );
  }
  return [...findings, ...checkTitle(file, page)];
}

const CLOSE = 'Close it with a line of `---`';

const linesOf = (source: string): number => Math.max(1, source.split('\n').length - 1);

/** Reports an opening fence if a line like a header's follows. Otherwise it is a thematic break. */
function checkNoHeader(file: FilePath, text: string): CheckFinding[] {
  const lines = text
    .slice(0, 4000)
    .replace(/^\u{feff}/u, '')
    .split(/\r?\n/);
  const [first = '', second = ''] = lines;
  if (
    !/^---[ \t]*$/.test(first) ||
    !/^["']?[A-Za-z][\w -]{0,30}["']?[ \t]*:(?!\/\/)/.test(second)
  ) {
    return [];
  }
  const closes = lines.slice(1).some((line) => /^---(?:draft|published)?[ \t]*$/.test(line));
  if (!closes) {
    const message = 'This header is never closed, so it is read as text.';
    return [finding('bad-header', { file, message, hint: CLOSE })];
  }
  const message = `${quoted(second)} is not a header line, so the header is read as text.`;
  const hint = 'Keys are lowercase letters and `_`, followed by a colon and a space';
  return [finding('bad-header', { file, line: 2, message, hint })];
}

function checkKey(
  file: FilePath,
  { key, source, line }: HeaderEntry,
  { seen, told }: { readonly seen: ReadonlySet<string>; readonly told: ReadonlySet<number> },
): CheckFinding[] {
  const findings: CheckFinding[] = [];
  if (!HEADER_KEYS.has(key) && !told.has(line)) {
    const near = nearest(key, HEADER_KEYS);
    const hint = didYouMean(near && `\`${near}\``, null);
    findings.push(
      finding('unknown-key', {
        file,
        line,
        message: `Unknown header key \`${key}\`.`,
        hint,
      }),
    );
  }
  if (seen.has(key)) {
    const message = `\`${key}\` appears twice in this header; the first is used.`;
    findings.push(finding('duplicate-key', { file, line, message }));
  }
  const after = source[key.length + 1] ?? '\n';
  if (after !== ' ' && after !== '\n' && after !== '\r') {
    const column = key.length + 2;
    findings.push(
      finding('header-blank', {
        file,
        line,
        column,
        message: `There is no space after \`${key}:\`.`,
        fix: { kind: 'edits', edits: [{ line, column, length: 0, text: ' ' }] },
      }),
    );
  }
  return findings;
}

const COMMENT = /^[ \t]*#/;
const ITEM = /^[ \t]*- /;

/** The fix that replaces the value of an entry with `value`, on one line. */
function written(
  { key, value: before, source, line }: HeaderEntry,
  value: string | null,
): Fix | null {
  if (value === null) return null;
  const start = source.length - source.slice(key.length + 1).trimStart().length;
  const column = before.startsWith('\n') || before.trim() === '' ? key.length + 2 : start + 1;
  const length = source.trimEnd().length - (column - 1);
  const text = column === key.length + 2 ? ` ${value}` : value;
  return { kind: 'edits', edits: [{ line, column, length, text }] };
}

/** Lines that restrict readers but not clearly, or not with a key of the platform. */
function checkReaders(file: FilePath, lines: readonly ReaderLine[]): CheckFinding[] {
  return lines.flatMap(({ key, kind, says, said, line }) => {
    if (says === 'open' || (says === 'holds' && OWN_KEYS.has(key))) return [];
    const own = { audience: 'audience', hidden: 'hidden', unlisted: 'listed', 'not-yet': null }[
      kind
    ];
    const hint = own === null || own === key ? null : `Did you mean \`${own}\`?`;
    if (says === 'holds') {
      const message = `\`${said}\` holds the page back here; the platform does not know the key.`;
      return [finding('unknown-key', { file, line, message, hint })];
    }
    const message = OWN_KEYS.has(key)
      ? `\`${said}\` is neither yes nor no: the page is held back.`
      : `\`${said}\` does not clearly say who may see the page: it is held back.`;
    return [
      finding('unclear-visibility', {
        file,
        line,
        message,
        hint: hint ?? (key === '' ? READ : CLEARLY),
      }),
    ];
  });
}

const OWN_KEYS: ReadonlySet<string> = new Set(['audience', 'hidden', 'listed']);
const READ = 'Write the header as `key: value` lines between two lines of `---`';
const CLEARLY = 'Write `true` or `false`, or remove the line';

function checkValue(file: FilePath, entry: HeaderEntry, isUnclear: boolean): CheckFinding[] {
  const { key, value, line } = entry;
  const [first = '', ...rest] = value.split('\n');
  const column = key.length + 3;
  const place = { file, line, column };
  if (
    LIST_KEYS.has(key) &&
    (isFlowList(value) || (first.trim() === '' && ITEM.test(rest[0] ?? '')))
  ) {
    const hint = `Write the list as \`${key}: one, two\`.`;
    return [
      finding('yaml-value', {
        ...place,
        message: `\`${key}\` is not read as a YAML list.`,
        hint,
        fix: written(entry, listValue(key, value)),
      }),
    ];
  }
  if (rest.length > 0 && /^[|>][+-]?[ \t]*$/.test(first)) {
    const message = `${quoted(first.trim())} is part of the value: the header is not YAML.`;
    return [finding('yaml-value', { ...place, message, hint: 'Write the value on one line' })];
  }
  const findings = continuedLines(file, entry, rest);
  const trimmed = value.trim();
  if (/^(?:"[^"]*"|'[^']*')$/.test(trimmed) && !isChangelog(key)) {
    const message = `The quotes are part of \`${key}\`: the header is not YAML.`;
    const hint = 'Leave the quotes out';
    const fix = written(entry, plainValue(trimmed));
    findings.push(finding('quoted-value', { ...place, message, hint, fix }));
  } else if (SWITCHES.has(key) && !isUnclear && !/^(?:true|false|0|1)?$/.test(trimmed)) {
    const message = `\`${key}\` must be true or false, not ${quoted(trimmed)}.`;
    findings.push(finding('bad-boolean', { ...place, message, hint: 'Write `true` or `false`' }));
  }
  return findings;
}

/** One finding for all lines of an entry, because its nested lines were meant as one value. */
function continuedLines(
  file: FilePath,
  { key, line }: HeaderEntry,
  rest: readonly string[],
): CheckFinding[] {
  const first = rest.findIndex((text) => text.trim() !== '');
  const text = rest[first]?.trim();
  if (text === undefined) return [];
  const more = rest.slice(first + 1).filter((each) => each.trim() !== '').length;
  const what = COMMENT.test(text) ? 'is not a comment, and' : 'is not `key: value`:';
  const others =
    more === 0 ? '' : `, and so ${more === 1 ? 'does' : 'do'} ${count(more, 'more line')}`;
  const message = `${quoted(text)} ${what} it belongs to \`${key}\`${others}.`;
  return [finding('continued-value', { file, line: line + first + 1, message })];
}

/** Compares the whole value, like the layouts. */
function checkType(file: FilePath, { key, value, line }: HeaderEntry): CheckFinding[] {
  const type = value.trim();
  if (type === '' || ENTRY_TYPES.has(type)) return [];
  const near = nearest(type, ENTRY_TYPES);
  const message = `Unknown type ${quoted(type)}: the file is not pushed.`;
  const hint = didYouMean(near && `\`${near}\``, null);
  return [finding('unknown-type', { file, line, column: key.length + 3, message, hint })];
}

const isFlowList = (value: string): boolean => /^\[[^\n]*\]$/.test(value.trim());

/** Changelog posts have YAML headers, with quoted dates. */
const isChangelog = (key: string): boolean => key === 'date';

function checkTitle(file: FilePath, page: PageFile): CheckFinding[] {
  const { header } = page;
  const entries = header?.entries ?? [];
  const type = entries.find(({ key }) => key === 'type')?.value.trim() || 'page';
  if (type === 'separator') return [];
  const title = entries.find(({ key }) => key === 'title');
  if (title && title.value.trim() !== '') return [];
  const message = `The page has ${title ? 'an empty' : 'no'} title: its file name is used instead.`;
  const heading = leadingTitle(page);
  const begin = header ? null : 'Begin the file with the lines `---`, `title: …`, `---`';
  const hint = heading === null ? begin : 'Move the heading of the text into `title:`';
  const fix = movedTitle(page);
  return [finding('missing-title', { file, line: title?.line ?? 1, message, hint, fix })];
}
