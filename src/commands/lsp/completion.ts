/** What may be written at a place: links, tags, keys, values, variables and rules. */
import type { CompletionItem, Position } from 'vscode-languageserver-protocol';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { KNOWN_KEYS } from '../../config/settings.ts';
import { targetOf } from '../../content/check/targets.ts';
import type { CheckedPage } from '../../content/check/linkable-pages.ts';
import { SHAPES } from '../../content/check/repository/shapes.ts';
import type { Shape } from '../../content/check/repository/shapes.ts';
import { RULES } from '../../content/check/rules.ts';
import { TAGS } from '../../content/darkdown/read/vocabulary.ts';
import { fileIn } from '../../content/folder/list-folder.ts';
import { besidePages } from '../../content/layouts/beside-pages.ts';
import { ENTRY_TYPES } from '../../content/layouts/layout.ts';
import { pathTo } from '../../content/links/link-targets.ts';
import { HEADER_KEYS } from '../../content/page/page-header.ts';
import type { FilePath } from '../../model/ids.ts';
import { headerEnd } from './page-text.ts';
import type { OpenProject } from './workspace.ts';

/** Longer lines are data. */
const LONGEST = 2000;

/** A choice, and what to say of it. */
interface Choice {
  readonly label: string;
  readonly detail?: string;
  /** What is written, if it is not the label. */
  readonly text?: string;
}

/** The choices at a place, which replace the last `length` characters before it. */
interface Choices {
  readonly length: number;
  readonly all: readonly Choice[];
}

export async function completionsAt(
  now: OpenProject,
  file: FilePath,
  document: TextDocument,
  position: Position,
): Promise<readonly CompletionItem[]> {
  const start = { line: position.line, character: 0 };
  const before = document.getText({ start, end: position });
  if (before.length > LONGEST) return [];
  const { length, all } =
    rules(before) ??
    (file.endsWith('.md')
      ? await inPage(before, { now, file, document, position })
      : inYaml(before, { now, file, document, position }));
  const from = { ...position, character: position.character - length };
  return all.map(({ label, detail = '', text = label }) => ({
    label,
    detail,
    filterText: text,
    textEdit: { range: { start: from, end: position }, newText: text },
  }));
}

interface Place {
  readonly now: OpenProject;
  readonly file: FilePath;
  readonly document: TextDocument;
  readonly position: Position;
}

const NONE: Choices = { length: 0, all: [] };
const FLAGS: readonly Choice[] = [{ label: 'true' }, { label: 'false' }];

/** What is written after the last character of `before` that is not one of a name. */
const nameBefore = (before: string): string => /[\w.-]*$/.exec(before)?.[0] ?? '';

const named = (names: Iterable<string>): Choice[] => Array.from(names, (label) => ({ label }));

function rules(before: string): Choices | null {
  if (!/docs-check-ignore(?:-file)?[ \t]/.test(before)) return null;
  const all = Object.entries(RULES).map(([label, { says }]) => ({ label, detail: says }));
  return { length: nameBefore(before).length, all };
}

async function inPage(before: string, place: Place): Promise<Choices> {
  const { now, file, document, position } = place;
  const text = document.getText();
  const page = now.whole.site.inFile(file);
  if (document.offsetAt(position) < headerEnd(text)) return inHeader(before);
  const open = before.lastIndexOf('{%');
  if (open > before.lastIndexOf('%}')) return inTag(before.slice(open + 2), page, now);
  const target = /(?:\]\(|^ {0,3}\[[^\]]{1,200}\]: ?)([^()\s]*)$/.exec(before)?.[1];
  if (target !== undefined) return page === undefined ? NONE : links(target, page, now);
  const variable = /%[\w.-]*$/.exec(before)?.[0];
  if (variable === undefined || !page?.variables) return NONE;
  return {
    length: variable.length,
    all: Array.from(page.variables, (name) => ({ label: `%${name}%` })),
  };
}

function inHeader(before: string): Choices {
  const [, key, value = ''] = /^([a-z_]+):[ ]?(\S*)$/.exec(before) ?? [];
  if (key === undefined) {
    if (!/^[a-z_]*$/.test(before)) return NONE;
    const all = Array.from(HEADER_KEYS, (label) => ({ label, text: `${label}: ` }));
    return { length: before.length, all };
  }
  const { length } = value;
  if (key === 'listed' || key === 'hidden') return { length, all: FLAGS };
  return key === 'type' ? { length, all: named(new Set(['page', ...ENTRY_TYPES])) } : NONE;
}

async function inTag(
  inside: string,
  page: CheckedPage | undefined,
  now: OpenProject,
): Promise<Choices> {
  const started = /^\s{0,9}\/?\s{0,9}([\w-]*)$/.exec(inside)?.[1];
  if (started !== undefined) return { length: started.length, all: named(TAGS.keys()) };
  const name = /^\s{0,9}([\w-]+)/.exec(inside)?.[1] ?? '';
  const attributes = TAGS.get(name)?.attributes;
  const [, attribute, value = ''] = /([\w-]+)="([^"]*)$/.exec(inside) ?? [];
  if (attribute === undefined) {
    const all = Array.from(attributes ?? [], ([label, { kind }]) => ({
      label,
      text: kind === 'number' || kind === 'boolean' ? `${label}=` : `${label}="`,
    }));
    return { length: nameBefore(inside).length, all };
  }
  const { length } = value;
  if (name === 'synced' && attribute === 'id')
    return { length, all: named(page?.synced?.keys() ?? []) };
  const { oneOf, kind } = attributes?.get(attribute) ?? {};
  if (oneOf !== undefined) return { length, all: named(oneOf) };
  const isLink = kind === 'image' || attribute === 'link' || attribute === 'href';
  return isLink && page !== undefined ? links(value, page, now) : NONE;
}

/** Pages and files that a link may lead to; after a `#`, the anchors of its page. */
async function links(written: string, from: CheckedPage, now: OpenProject): Promise<Choices> {
  const { whole, readings } = now;
  const hash = written.indexOf('#');
  if (hash !== -1) {
    const found = targetOf(written.slice(0, hash) || '#', from, whole.site);
    if (found.kind !== 'page') return NONE;
    const { anchors } = await readings.of(found.page);
    return { length: written.length - hash - 1, all: named(anchors?.all ?? []) };
  }
  const pages = whole.pages.map(({ file, place }) => ({
    label: pathTo(from.file, file),
    detail: place.title,
  }));
  const files = whole.files.filter((file) => !/\.(?:md|ya?ml|json)$/i.test(file));
  const others = files.map((file) => ({ label: pathTo(from.file, file) }));
  return { length: written.length, all: [...pages, ...others] };
}

/** Keys and values of settings, by the keys around the place; pages of a navigation. */
function inYaml(before: string, place: Place): Choices {
  const { now, file } = place;
  const [, indent = '', item = '', key, value] =
    /^( *)(- +)?(?:([\w-]+): ?)?(\S*)$/.exec(before) ?? [];
  if (value === undefined) return NONE;
  const { length } = value;
  const path = file.slice(
    now.read.map(({ folder }) => fileIn(folder.path, '')).find((each) => file.startsWith(each))
      ?.length ?? 0,
  );
  const beside = besidePages(path);
  if (beside?.kind === 'navigation') {
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    const own = now.whole.pages.filter((each) => each.file.startsWith(folder));
    const all = own.map((each) => ({
      label: each.file.slice(folder.length, -'.md'.length),
      detail: each.place.title,
    }));
    return item !== '' && key === undefined ? { length, all } : NONE;
  }
  const parents = parentsOf(place, indent.length + item.length);
  if (/^docs-cli\.config\.ya?ml$/.test(file)) {
    const [top = 'top'] = parents;
    const keys = top === 'content' || top === 'references' || top === 'top' ? KNOWN_KEYS[top] : [];
    return key === undefined ? { length, all: keysOf(keys) } : NONE;
  }
  let shape = shapeOf(beside);
  for (const name of key === undefined ? parents : [...parents, key]) shape = shapeIn(shape, name);
  if (shape?.kind === 'list') shape = shape.of;
  if (key !== undefined) return shape?.kind === 'flag' ? { length, all: FLAGS } : NONE;
  return shape?.kind === 'map' ? { length, all: keysOf(Object.keys(shape.keys)) } : NONE;
}

const keysOf = (keys: readonly string[]): Choice[] =>
  keys.map((label) => ({ label, text: `${label}: ` }));

function shapeOf(beside: ReturnType<typeof besidePages>): Shape | undefined {
  if (beside?.kind === 'project') return SHAPES.project;
  if (beside?.kind === 'settings') return SHAPES[beside.of];
  return beside?.kind === 'reference-settings' ? SHAPES.reference : undefined;
}

function shapeIn(shape: Shape | undefined, name: string): Shape | undefined {
  const map = shape?.kind === 'list' ? shape.of : shape;
  return map?.kind === 'map' && Object.hasOwn(map.keys, name) ? map.keys[name] : undefined;
}

/** The most lines that are searched for the keys around a place. */
const MOST_LINES = 500;

/** The keys around a line that is indented by so much, the outermost first. */
function parentsOf({ document, position }: Place, indent: number): readonly string[] {
  const parents: string[] = [];
  let left = indent;
  for (let line = position.line - 1; line >= 0 && left > 0; line -= 1) {
    if (position.line - line > MOST_LINES) break;
    const text = document.getText({ start: { line, character: 0 }, end: { line, character: 200 } });
    const [, space = '', key] = /^([ -]*)([\w-]+):/.exec(text) ?? [];
    if (key === undefined || space.length >= left) continue;
    parents.unshift(key);
    left = space.length;
  }
  return parents;
}
