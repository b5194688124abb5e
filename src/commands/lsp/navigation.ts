/** Where things are and what they are: definition, references, hover and symbols. */
import { posix } from 'node:path';
import { SymbolKind } from 'vscode-languageserver-protocol';
import type {
  DocumentSymbol,
  Hover,
  Location,
  SymbolInformation,
} from 'vscode-languageserver-protocol';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { CheckFinding } from '../../content/check/finding.ts';
import type { CheckedPage } from '../../content/check/linkable-pages.ts';
import { RULES } from '../../content/check/rules.ts';
import { targetOf } from '../../content/check/targets.ts';
import type { Target } from '../../content/check/targets.ts';
import { decoded, parseAddress } from '../../content/darkdown/address.ts';
import { VARIABLE } from '../../content/darkdown/read/variable.ts';
import { TAGS } from '../../content/darkdown/read/vocabulary.ts';
import { fileIn } from '../../content/folder/list-folder.ts';
import { PROJECT_FILE, SYNCED_FOLDER } from '../../content/file-names.ts';
import type { FilePath } from '../../model/ids.ts';
import { restrictionWords } from '../../model/local.ts';
import { placedYaml } from '../../system/yaml/placed-yaml.ts';
import { cleanLine } from '../../model/text/clean.ts';
import { linksBetween } from '../shared/links-to.ts';
import { headingsIn, linkAt, rangeOf } from './page-text.ts';
import type { OpenProject } from './workspace.ts';

/** A place in an open file. */
export interface Cursor {
  readonly now: OpenProject;
  readonly file: FilePath;
  readonly document: TextDocument;
  readonly offset: number;
}

/** Where something begins in a file of the project. Lines and columns count from 0. */
export interface Spot {
  readonly file: FilePath;
  readonly line: number;
  readonly character: number;
}

const topOf = (file: FilePath): Spot => ({ file, line: 0, character: 0 });

/** The page that the link at the cursor leads to. */
export function linkedPage({ now, file, document, offset }: Cursor): {
  readonly page: CheckedPage;
  readonly fragment: string;
} | null {
  const found = targetAt({ now, file, document, offset });
  return found?.kind === 'page' ? found : null;
}

function targetAt({ now, file, document, offset }: Cursor): Target | null {
  const from = now.whole.site.inFile(file);
  const link = from && linkAt(document.getText(), offset);
  return link ? targetOf(link.target, from, now.whole.site) : null;
}

export async function definitionAt(cursor: Cursor): Promise<Spot | null> {
  const { now, file, document, offset } = cursor;
  const text = document.getText();
  if (!file.endsWith('.md')) return pageOfNavigation(cursor);
  const variable = wordAt(text, offset, VARIABLE);
  if (variable !== null) return variableSpot(variable.slice(1, -1), cursor);
  const synced = /^\{%\s{0,9}synced\s[^%]{0,200}?id="([^"]{1,200})"/.exec(tagAround(text, offset));
  if (synced?.[1] !== undefined) return fileSpot(`${SYNCED_FOLDER}/${synced[1]}.md`, cursor);
  const linked = linkedPage(cursor);
  if (linked !== null) return headingSpot(linked.page.file, linked.fragment, now);
  const link = linkAt(text, offset);
  const path = link && decoded(parseAddress(link.target).path);
  const named = path ? (posix.join(posix.dirname(file), path) as FilePath) : null;
  return named !== null && now.whole.site.hasFile(named) ? topOf(named) : null;
}

/** The heading with the anchor, else the beginning of the page. */
function headingSpot(file: FilePath, fragment: string, now: OpenProject): Spot {
  const text = fragment === '' ? null : now.textOf(file);
  const heading = headingsIn(text ?? '').find(({ anchor }) => anchor === fragment);
  if (heading === undefined) return topOf(file);
  const line = (text ?? '').slice(0, heading.start).split('\n').length - 1;
  return { file, line, character: 0 };
}

/** The match of a pattern around an offset, in its line. */
function wordAt(text: string, offset: number, pattern: RegExp): string | null {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const line = text.slice(start, end === -1 ? undefined : end).slice(0, LONGEST);
  for (const { 0: found, index } of line.matchAll(new RegExp(pattern, 'g'))) {
    if (start + index <= offset && offset <= start + index + found.length) return found;
  }
  return null;
}

const LONGEST = 2000;

/** The tag around an offset, without what follows; empty if there is none. */
function tagAround(text: string, offset: number): string {
  const around = text.slice(Math.max(0, offset - LONGEST), offset + LONGEST);
  const at = Math.min(offset, LONGEST);
  const start = around.lastIndexOf('{%', at + 1);
  const end = around.indexOf('%}', start);
  return start === -1 || end === -1 || end + 2 < at ? '' : around.slice(start, end + 2);
}

/** A file of the content folder that the cursor's file is in. */
function fileSpot(path: string, { now, file }: Cursor): Spot | null {
  for (const { folder } of now.read) {
    const wanted = fileIn(folder.path, path);
    if (file.startsWith(fileIn(folder.path, '')) && now.whole.site.hasFile(wanted))
      return topOf(wanted);
  }
  return null;
}

async function variableSpot(name: string, cursor: Cursor): Promise<Spot | null> {
  const spot = fileSpot(PROJECT_FILE, cursor);
  const text = spot && cursor.now.textOf(spot.file);
  if (!spot || text === null) return spot;
  const yaml = await placedYaml(text);
  if ('message' in yaml) return spot;
  const { line, column } = yaml.keyAt(['variables', ...name.split('.')]);
  return { ...spot, line: line - 1, character: column - 1 };
}

function pageOfNavigation({ now, file, document, offset }: Cursor): Spot | null {
  if (posix.basename(file) !== '_nav.yaml') return null;
  const name = wordAt(document.getText(), offset, /[\w./-]+/);
  const page = name === null ? null : (posix.join(posix.dirname(file), `${name}.md`) as FilePath);
  return page !== null && now.whole.site.inFile(page) ? topOf(page) : null;
}

/** The links to the page at the cursor: that of a link, else the one that the file is. */
export async function referencesAt(
  cursor: Cursor,
  locationOf: (spot: Spot, length: number) => Location,
): Promise<readonly Location[]> {
  const { now, file } = cursor;
  const { site } = now.whole;
  const page = linkedPage(cursor)?.page ?? site.inFile(file);
  if (page === undefined) return [];
  const found: Location[] = [];
  for (const from of now.whole.pages) {
    for (const link of await linksBetween(from, page, site, now.readings)) {
      const spot = { file: link.file, line: link.line - 1, character: link.column - 1 };
      found.push(locationOf(spot, link.target.length));
    }
  }
  return found;
}

/** What the rules of the findings at the cursor mean, where a link leads, or what a tag is. */
export function hoverAt(cursor: Cursor, findings: readonly CheckFinding[]): Hover | null {
  const { document, offset } = cursor;
  const { line, character } = document.positionAt(offset);
  const told = findings
    .filter(({ place }) => place.line === line + 1 && place.column <= character + 1)
    .map(
      ({ rule, severity }) => `**${rule}** (${severity})\n\n${RULES[rule].says} ${RULES[rule].why}`,
    );
  const parts = [
    ...new Set(told),
    linkWords(targetAt(cursor)),
    tagWords(tagAround(document.getText(), offset)),
  ];
  const value = parts.filter((part) => part !== null).join('\n\n---\n\n');
  return value === '' ? null : { contents: { kind: 'markdown', value } };
}

function linkWords(target: Target | null): string | null {
  if (target?.kind !== 'page') return null;
  const { place, key, restrictions, hasPublished } = target.page;
  const [reason] = restrictions.reasons;
  const seen =
    reason !== undefined
      ? `Readers may not see it: it is ${restrictionWords(reason)}.`
      : hasPublished
        ? 'Readers see it once it is published.'
        : 'Readers do not see it: it is a draft.';
  return `${plain(place.title)}\n\n\`${key}\`\n\n${seen}`;
}

/** A text of a file, so that it is not read as Markdown. */
const plain = (text: string): string =>
  cleanLine(text).replaceAll(/[\\`*_{}[\]()#+!<>|]/g, String.raw`\$&`);

function tagWords(tag: string): string | null {
  const name = /^\{%\s{0,9}\/?\s{0,9}([\w-]+)/.exec(tag)?.[1];
  const rule = name === undefined ? undefined : TAGS.get(name);
  if (rule === undefined) return null;
  const attributes = Array.from(rule.attributes, ([each, { oneOf, kind, isNeeded }]) => {
    const values = oneOf?.join(', ') ?? kind ?? 'text';
    return `- \`${each}\`: ${values}${isNeeded ? ' (needed)' : ''}`;
  });
  return [`\`{% ${name} %}\``, ...(attributes.length === 0 ? [] : ['', ...attributes])].join('\n');
}

/** The headings of the page, each below the one that it belongs to. */
export function symbolsIn(document: TextDocument): DocumentSymbol[] {
  const top: DocumentSymbol[] = [];
  const open: { readonly level: number; readonly children: DocumentSymbol[] }[] = [];
  for (const { level, title, start, end } of headingsIn(document.getText())) {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const range = rangeOf(document, start, end);
    const children: DocumentSymbol[] = [];
    const symbol = {
      name: cleanLine(title),
      kind: SymbolKind.String,
      range,
      selectionRange: range,
      children,
    };
    (open.at(-1)?.children ?? top).push(symbol);
    open.push({ level, children });
  }
  return top;
}

const MOST_SYMBOLS = 200;

/** The pages whose title or key has the text. */
export const pagesNamed = (
  query: string,
  { whole }: OpenProject,
  locationOf: (spot: Spot, length: number) => Location,
): SymbolInformation[] =>
  whole.pages
    .filter(({ key, place }) =>
      `${place.title}\n${key}`.toLowerCase().includes(query.toLowerCase()),
    )
    .slice(0, MOST_SYMBOLS)
    .map(({ key, file, place }) => ({
      name: cleanLine(place.title) || key,
      containerName: key,
      kind: SymbolKind.File,
      location: locationOf(topOf(file), 0),
    }));
