/** The front matter of a page: YAML or TOML. */
import type { PageHead, TellIssue } from '../model.ts';

/** A page's text in two. */
export interface Fronted {
  readonly data: ReadonlyMap<string, unknown>;
  readonly body: string;
  /** The line, from 0, on which the body begins. */
  readonly line: number;
}

const FENCES = [
  ['---', /^---[ \t]*\r?\n/, /^(?:---|\.\.\.)[ \t]*$/m],
  ['+++', /^\+\+\+[ \t]*\r?\n/, /^\+\+\+[ \t]*$/m],
] as const;

/** Control characters but tabs and line feeds: no text needs them, and terminals obey some. */
const CONTROLS = /[^\P{Cc}\t\n]/gu;

/** Takes the front matter off. What cannot be read stays at the top of the body, as text. */
export async function readFrontMatter(text: string, report: TellIssue): Promise<Fronted> {
  const whole = text
    .replace(/^\u{feff}/u, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(CONTROLS, '');
  for (const [mark, open, close] of FENCES) {
    const opening = open.exec(whole)?.[0];
    if (opening === undefined) continue;
    const rest = whole.slice(opening.length);
    const closing = close.exec(rest);
    if (closing === null) break;
    const source = rest.slice(0, closing.index);
    const end = opening.length + closing.index + closing[0].length;
    const data = mark === '---' ? await yamlOf(source, report) : await tomlOf(source, report);
    const line = whole.slice(0, end).split('\n').length;
    const body = whole.slice(end).replace(/^\n/, '');
    // A rule, not front matter.
    if (data === 'text') break;
    if (data !== null) return { data, body, line };
    return { data: new Map(), body: `\`\`\`\n${source}\`\`\`\n\n${body}`, line: line - 3 };
  }
  return { data: new Map(), body: whole, line: 0 };
}

type Found = ReadonlyMap<string, unknown> | null | 'text';

async function yamlOf(source: string, report: TellIssue): Promise<Found> {
  const { parseYaml } = await import('../../yaml/parse-yaml.ts');
  try {
    const document = parseYaml(source, { prettyErrors: false });
    const [error] = document.errors;
    if (error === undefined) {
      const value: unknown = document.toJS({ maxAliasCount: 100 });
      if (value === null || value === undefined) return new Map();
      if (isRecord(value)) return new Map(Object.entries(value));
      return 'text';
    }
  } catch {
    // Aliases without end.
  }
  const loose = looseLines(source);
  report(
    1,
    'front-matter',
    `The front matter is not valid YAML${loose ? ', so it was read line by line' : ', so it was turned into code'}.`,
  );
  return loose;
}

/** `key: value` lines as people write them, colons and all; null if a line is anything else. */
function looseLines(source: string): ReadonlyMap<string, unknown> | null {
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

/** Whether it is a map, as parsers of settings give it. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** The text of a scalar on one line; null for anything else, and for nothing. */
export function textIn(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    return value instanceof Date ? value.toISOString().slice(0, 10) : null;
  }
  const text = String(value).replaceAll(/\s+/g, ' ').trim();
  return text === '' ? null : text;
}

/** The value that an own key has: names in sources may be anything. */
export const valueIn = (map: unknown, key: string): unknown =>
  isRecord(map) && Object.hasOwn(map, key) ? map[key] : undefined;

const isOn = (value: unknown): boolean => value === true || value === 'true';

function listIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) {
    return value
      .map((item) => textIn(isRecord(item) ? valueIn(item, 'label') : item))
      .filter((item) => item !== null);
  }
  return (textIn(value) ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** What front matter says of a page, whichever tool's it is: their keys do not contradict each other. */
export function pageHeadOf(data: ReadonlyMap<string, unknown>): PageHead {
  const text = (...keys: string[]): string | null => {
    for (const key of keys) {
      const found = textIn(data.get(key));
      if (found !== null) return found;
    }
    return null;
  };
  const position = Number(text('sidebar_position', 'order', 'nav_order') ?? Number.NaN);
  const hide = data.get('hide');
  return {
    title: text('title'),
    label: text('sidebar_label', 'sidebarTitle', 'nav_title'),
    description: text('description', 'summary'),
    keywords: listIn(data.get('keywords')),
    tags: listIn(data.get('tags')),
    slug: text('slug', 'permalink'),
    id: text('id'),
    position: Number.isFinite(position) ? position : null,
    isDraft: isOn(data.get('draft')),
    isHidden: isOn(data.get('unlisted')) || isOn(data.get('hidden')) || isOn(hide),
  };
}
