/**
 * Turns other tools' containers into blocks. If there is no such block, their content stays; if
 * that is not possible, the text.
 */
import { posix } from 'node:path';
import type { Phrases } from '../../content/darkdown/markdown/flow.ts';
import { isShowable } from '../../content/shown-files.ts';
import type { BlockPiece, SourcePiece } from '../model.ts';
import { callout, isCallout } from './callouts.ts';
import { codeOf } from './code-info.ts';
import { constantsIn, importedNames } from './constants.ts';
import { type Inner, stringIn } from './element.ts';
import { videoOf } from './elements/media.ts';
import { readElement } from './elements/read-element.ts';
import { regionIn } from './includes.ts';
import {
  accordions,
  codeGroup,
  lead,
  link,
  loose,
  paragraph,
  prefixed,
  tabs,
  titledCode,
} from './made-pieces.ts';
import type { SourceReading } from './source-reading.ts';
import { type SourcePlace, readAt, short, textPhrase } from './phrases.ts';
import type { Container } from './rules/rule.ts';

/** `line` is the line of the container. The lines of its content count from `base`. */
export function readContainer(
  page: SourceReading,
  container: Container,
  line: number,
  base: number,
): SourcePiece[] {
  const place = { file: page.file, line: line + 1 };
  const pieces = piecesOf(page, container, line, base);
  for (const piece of pieces) {
    if (piece.kind === 'block') placeBlocks(piece, place, 3);
    if (piece.kind === 'paragraph') placeTargets(piece.phrases, place);
  }
  return pieces;
}

function piecesOf(
  page: SourceReading,
  container: Container,
  line: number,
  base: number,
): SourcePiece[] {
  const at = (inner: Inner): Inner => ({ text: inner.text, line: base + inner.line });
  const read = (inner: Inner): SourcePiece[] => page.pieces(at(inner), true);
  switch (container.kind) {
    case 'nothing':
      return [];
    case 'rest':
      return read(container.inner);
    case 'element':
      return readElement(page, container.tag, container.inner && at(container.inner), line);
    case 'named':
      return named(page, container, read(container.inner), line);
    case 'liquid':
      if (container.name === 'if') {
        page.leaveOutCondition(container.inner?.text ?? '', line);
        return [];
      }
      return tagged(page, container, container.inner === null ? [] : read(container.inner), line);
    case 'include': {
      const { path, lines } = container;
      return page.include(path, lines, line) ?? [paragraph(textPhrase(path + lines))];
    }
    case 'code-file':
      return codeFile(page, container, line);
    case 'expression':
      return expression(page, container.code, line);
    case 'module':
      return readModule(page, container.source, line);
    case 'math':
      page.say(line, 'math', 'A formula was turned into a code block.');
      return [codeOf('latex', container.source.replace(/\n$/, ''))];
    case 'footnote':
      page.say(line, 'footnote', `The footnote ${short(container.label)} was kept as text.`);
      return prefixed(`[^${container.label}]: `, read(container.inner));
    default:
      return container satisfies never;
  }
}

type Of<Kind extends Container['kind']> = Extract<Container, { kind: Kind }>;

/** Colon containers that are dropped. Their content stays. */
const BARE: ReadonlySet<string> = new Set(['tabs', 'raw', 'v-pre']);

function named(
  page: SourceReading,
  { mark, name, title, isOpen }: Of<'named'>,
  content: readonly SourcePiece[],
  line: number,
): SourcePiece[] {
  const said = page.title(page.line(title, line), line);
  if (mark === '===') return [loose(tabs([{ title: said, content }]))];
  if (mark === '???' || name === 'details') {
    return [loose(accordions([{ title: said || capital(name), content, open: isOpen }]))];
  }
  if (name === 'code-group') return codeGroup(content);
  if (BARE.has(name)) return [...content];
  if (isCallout(name)) return [callout(name, said, content)];
  page.say(line, 'container', `The container "${short(name)}" was turned into a callout.`);
  return [callout(name, said || capital(name), content)];
}

const capital = (name: string): string => {
  const text = name.replaceAll(/[-_]+/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

type TagReader = (get: (key: string) => string, content: readonly SourcePiece[]) => SourcePiece[];

/**
 * The pieces for tags between `{%` and `%}`. `get` returns an empty text for a missing attribute.
 */
const TAGS: Readonly<Record<string, TagReader>> = {
  hint: (get, content) => [callout(get('style') || 'info', get('title'), content)],
  tabs: (_get, content) =>
    content.every((each) => each.kind === 'block' && each.name === 'tabs')
      ? codeGroup(content)
      : [...content],
  tab: (get, content) => [loose(tabs([{ title: get('title'), content }]))],
  code: (get, content) => titledCode(content, get('title'), get('lineNumbers') === 'true'),
  'content-ref': (get, content) => linked(get('url'), content),
  'page-ref': (get, content) => linked(get('page'), content),
  embed: (get, content) => [
    videoOf(get('url')) ?? paragraph(...link(get('url'), get('url'))),
    ...content,
  ],
  file: (get, content) => [
    paragraph(...link(get('src'), get('caption') || posix.basename(get('src')))),
    ...content,
  ],
  stepper: (_get, content) => [...content],
  step: (_get, content) => [...content],
};

/** The content, with a link to `url` above it if it contains no link. */
function linked(url: string, content: readonly SourcePiece[]): SourcePiece[] {
  const isLinked = content.some(
    (each) => each.kind === 'paragraph' && each.phrases.some(({ kind }) => kind === 'open'),
  );
  return isLinked || url === '' ? [...content] : [paragraph(...link(url, url)), ...content];
}

/** Attributes of other tags that are addresses. */
const LEADING = ['url', 'href', 'src', 'page'];

/** Attributes of other tags whose texts readers see. */
const SHOWN = [
  'method',
  'host',
  'baseUrl',
  'path',
  'title',
  'summary',
  'description',
  'date',
  'caption',
  'content',
];

function tagged(
  page: SourceReading,
  { name, attributes }: Of<'liquid'>,
  content: readonly SourcePiece[],
  line: number,
): SourcePiece[] {
  const get = (key: string): string => attributes.get(key) ?? '';
  const reader = Object.hasOwn(TAGS, name) ? TAGS[name] : undefined;
  if (reader) return reader(get, content);
  const others = [...attributes].filter(([key]) => !SHOWN.includes(key) && !LEADING.includes(key));
  const without = others.map(([key, value]) => ` ${key}="${short(value)}"`).join('');
  page.say(
    line,
    'container',
    `The tag \`${short(name)}\` was removed; its content stays${without && `, without${without}`}.`,
  );
  const said = SHOWN.map(get).filter((text) => text !== '');
  const url = LEADING.map(get).find((text) => text !== '') ?? '';
  return [...lead(said.join(' ')), ...linked(url, content)];
}

function codeFile(
  page: SourceReading,
  { path, info, source }: Of<'code-file'>,
  line: number,
): SourcePiece[] {
  const found = page.includedText(path, line);
  if (found === null) return [paragraph(textPhrase(source))];
  const language = posix.extname(found.file).slice(1);
  const region = /#([\w-]+)/.exec(info)?.[1];
  const text = region === undefined ? found.text : (regionIn(found.text, region) ?? found.text);
  return [page.code(`${language} ${info.replace(/^#[\w-]+/, '')}`, text.replace(/\n$/, ''), line)];
}

function expression(page: SourceReading, code: string, line: number): SourcePiece[] {
  const inner = code.trim();
  if (inner === '' || /^\/\*[^]*\*\/$/.test(inner)) return [];
  const text = stringIn(inner) ?? page.values.get(inner);
  if (text !== undefined) return lead(text.replaceAll(/\s+/g, ' ').trim());
  const file = page.fileOf(inner);
  if (file !== undefined) return [page.code('', file.replace(/\n$/, ''), line)];
  page.say(line, 'expression', `The expression {${short(inner)}} was kept as text.`);
  return [paragraph(textPhrase(`{${code.replaceAll(/\s+/g, ' ')}}`))];
}

/** Reads `import` and `export`. Readers do not see them, but they define components and names. */
function readModule(page: SourceReading, source: string, line: number): SourcePiece[] {
  let isKnown = source.startsWith('import');
  const pattern =
    /import\s+(?:(\w+)(?:\s*,\s*\{[^}]*\})?|\{([^}]*)\}|[^'"]*?)(?:\s*from)?\s*(['"][^'"]+['"])/g;
  for (const [, name, names, literal = ''] of source.matchAll(pattern)) {
    const from = stringIn(literal) ?? '';
    const path = from.replace(/^.*!/, '');
    if (name !== undefined) page.imports.set(name, path);
    const isOurs =
      page.site.dialect.ownModules?.test(path) === true ||
      /\.mdx?$/i.test(path) ||
      isShowable(path);
    const isRaw = names === undefined && from.includes('raw-loader');
    const isRead = names !== undefined && page.readConstants(from, importedNames(names));
    isKnown &&= isOurs || isRaw || isRead;
  }
  const own = constantsIn(source);
  for (const [name, value] of own) page.values.set(name, value);
  const exports = source.match(/^export\s/gm)?.length ?? 0;
  isKnown ||= exports > 0 && exports === own.size;
  if (!isKnown) page.say(line, 'code', `Code was removed: ${short(source)}`);
  return [];
}

/** Gives the place of the container to links and images that have no place. */
function placeTargets(phrases: Phrases, place: SourcePlace): void {
  for (const phrase of phrases) {
    if (phrase.kind === 'image') readAt(phrase, place);
    if (phrase.kind === 'open' && phrase.mark.name === 'link') readAt(phrase.mark, place);
  }
}

/** Gives the place of a block to its members that have no place. */
function placeBlocks(piece: BlockPiece, place: SourcePlace, depth: number): void {
  readAt(piece, place);
  if (depth === 0) return;
  for (const each of piece.content) if (each.kind === 'block') placeBlocks(each, place, depth - 1);
}
