/** The front matter of a page: YAML or TOML. */
import { parsePageFile } from '../../content/page/page-file.ts';
import { UNSEEN_START, restrictionsOf } from '../../content/page/page-restriction.ts';
import { type KeyVerdict, verdictOf } from '../../content/settings/reader-keys.ts';
import { splitFrontMatter } from '../../content/settings/front-matter.ts';
import type { Dialect, PageHead, TellIssue } from '../model.ts';
import { isRecord, textIn, textUnder } from '../config-values.ts';
import { iconClasses } from './elements/inline.ts';
import { short } from './phrases.ts';

/** A page's text, divided into front matter and body. */
export interface Fronted {
  readonly data: FrontData;
  readonly body: string;
  /** The line, from 0, on which the body begins. */
  readonly line: number;
  /** Whether a header that is part of the body may hide the page: its data is not known. */
  readonly isHeld: boolean;
}

export type FrontData = ReadonlyMap<string, unknown>;

/**
 * Control characters except tabs and line feeds. No text needs them, and terminals interpret some.
 */
const CONTROLS = /[^\P{Cc}\t\n]/gu;

/**
 * Separates the front matter from the body. If it cannot be parsed, it stays in the body as code.
 */
export async function readFrontMatter(
  text: string,
  report: TellIssue,
  isPython = false,
): Promise<Fronted> {
  const whole = text
    .replace(UNSEEN_START, (unseen) => unseen.replaceAll(/[^\r\n]/g, ''))
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(CONTROLS, '');
  const { header, body, isToml } = splitFrontMatter(whole, true);
  if (header === null) return (isPython ? unfenced(whole) : null) ?? unread(whole, report);
  const line = header.split('\n').length + 1;
  const data = isToml ? await tomlOf(header, report) : await yamlOf(header, report);
  // The first line is a horizontal rule, not a fence.
  if (data === 'text') return unread(whole, report);
  if (data !== null) {
    const isSecond = /^\s*(?:---|\+\+\+)/.test(body);
    return { data, body, line, isHeld: isSecond && unread(body, report).isHeld };
  }
  const shown = `\`\`\`\n${header}\`\`\`\n\n${body}`;
  return { ...unread(whole, report), body: shown, line: line - 3 };
}

/** A page without data. What its text says of readers in a header's place counts all the same. */
function unread(body: string, report: TellIssue): Fronted {
  const [reason] = restrictionsOf(parsePageFile(body)).reasons;
  if (reason !== undefined)
    report(
      1,
      'front-matter',
      `The front matter was not read: it may hide the page (${reason.says}), which was imported as a draft.`,
    );
  return { data: new Map(), body, line: 0, isHeld: reason !== undefined };
}

/** MultiMarkdown's metadata, as MkDocs reads it: `key: value` lines at the top. Null: none. */
function unfenced(text: string): Fronted | null {
  const data = new Map<string, string>();
  const lines = text.split('\n');
  let key = '';
  let line = 0;
  for (; line < lines.length; line += 1) {
    const said = lines[line] ?? '';
    const pair = /^ {0,3}([\w-]+):\s*(.*)$/.exec(said);
    const isMore = key !== '' && /^(?: {4}|\t)/.test(said);
    if (pair === null && !isMore) break;
    key = pair?.[1] ?? key;
    data.set(key, `${data.get(key) ?? ''} ${(pair?.[2] ?? said).trim()}`.trim());
  }
  const body = lines.slice(line).join('\n');
  return data.size === 0 ? null : { data, body, line, isHeld: false };
}

type Found = FrontData | null | 'text';

async function yamlOf(source: string, report: TellIssue): Promise<Found> {
  const { placedYaml } = await import('../../system/yaml/placed-yaml.ts');
  const yaml = await placedYaml(source, 'source');
  if ('value' in yaml) {
    if (yaml.value === null) return new Map();
    return isRecord(yaml.value) ? new Map(Object.entries(yaml.value)) : 'text';
  }
  const loose = looseLines(source);
  report(
    1,
    'front-matter',
    `The front matter is not valid YAML${loose ? ', so it was read line by line' : ', so it was turned into code'}.`,
  );
  return loose;
}

/**
 * `key: value` lines of invalid YAML, such as values with a colon; null if there is any other line.
 */
function looseLines(source: string): FrontData | null {
  const found = new Map<string, unknown>();
  for (const line of source.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const match = /^([\w-]+):[ \t]*(.*)$/.exec(line);
    if (match === null) return null;
    found.set(match[1] ?? '', (match[2] ?? '').trim().replace(/^(["'])(.*)\1$/, '$2'));
  }
  return found;
}

async function tomlOf(source: string, report: TellIssue): Promise<Found> {
  const { parse } = await import('smol-toml');
  try {
    return new Map(Object.entries(parse(source)));
  } catch {
    report(1, 'front-matter', 'The front matter is not valid TOML, so it was turned into code.');
    return null;
  }
}

/**
 * Reports front matter that readers see and that pages cannot have. `keys`: the end of the issue
 * about each value.
 */
export function tellShown(
  text: string,
  data: FrontData,
  keys: ReadonlyMap<string, string>,
  tell: TellIssue,
): void {
  for (const [key, says] of keys) {
    const value = textIn(data.get(key));
    if (value === null) continue;
    tell(lineOf(key, text), 'front-matter', `${short(value)} ${says}`);
  }
}

const lineOf = (key: string, text: string): number =>
  text.split('\n').findIndex((line) => /^["']?([\w-]+)/.exec(line)?.[1] === key) + 1;

/** Reports keys that hide the page here although they have no meaning in its tool. */
export function tellHiding(
  text: string,
  data: FrontData,
  { hidesBy = [] }: Dialect,
  tell: TellIssue,
): void {
  for (const [key, value] of data) {
    if (heldKind(key, value) === null || hidesBy.includes(key)) continue;
    const says = `"${key}" means nothing to this tool: the page is hidden all the same.`;
    tell(lineOf(key, text), 'front-matter', says);
  }
}

/** Whether only some readers may see the page. If so, adds an issue. */
export function isForSome(
  text: string,
  data: FrontData,
  { groupsKey = '' }: Dialect,
  tell: TellIssue,
): boolean {
  if (!data.has(groupsKey)) return false;
  const groups = listIn(data.get(groupsKey)).join(', ');
  const says = `Only some readers may see this page (${short(groups)}): it was imported as a draft.`;
  tell(lineOf(groupsKey, text), 'front-matter', says);
  return true;
}

/**
 * How a key of any tool holds a page back; null if it does not. `layout` has switches for parts of a
 * page.
 */
function heldKind(key: string, value: unknown): KeyVerdict['kind'] | null {
  if (key === 'layout') return null;
  const isEmpty = value === null || value === undefined;
  const verdict = verdictOf(key, isEmpty ? '' : (textIn(value) ?? JSON.stringify(value)));
  return verdict === null || verdict.says === 'open' ? null : verdict.kind;
}

function listIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) {
    return value.flatMap(
      (item) => (isRecord(item) ? textUnder(item, 'label') : textIn(item)) ?? [],
    );
  }
  return (textIn(value) ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/**
 * The facts in a page's front matter. The same function serves all tools, because their keys do not
 * conflict.
 */
export function pageHeadOf(data: FrontData): PageHead {
  const text = (...keys: string[]): string | null =>
    keys.map((key) => textIn(data.get(key))).find((found) => found !== null) ?? null;
  const held = new Set([...data].map(([key, value]) => heldKind(key, value)));
  const position = Number(text('sidebar_position', 'order', 'nav_order') ?? Number.NaN);
  return {
    title: text('title'),
    label: text('sidebar_label', 'sidebarTitle', 'nav_title'),
    description: text('description', 'summary'),
    keywords: listIn(data.get('keywords')),
    tags: listIn(data.get('tags')),
    slug: text('slug', 'permalink'),
    id: text('id'),
    position: Number.isFinite(position) ? position : null,
    icon: iconClasses(text('icon') ?? '', text('iconType') ?? ''),
    // Only the old tool has the members of an audience, so the page becomes a draft.
    isDraft: held.has('not-yet') || held.has('audience'),
    isHidden: held.has('hidden') || held.has('unlisted'),
  };
}
