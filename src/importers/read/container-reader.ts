/** What the containers of other tools become: blocks of the page format, else what is in them, else text. */
import { posix } from 'node:path';
import type { Phrases } from '../../content/darkdown/markdown/flow.ts';
import type { BlockPiece, SourcePiece } from '../model.ts';
import type { Container, Inner } from './rules/container.ts';
import { callout, isCallout } from './callouts.ts';
import { codeOf } from './code-info.ts';
import { CountedSlugs } from '../slugs.ts';
import { constantsIn, importedNames } from './constants.ts';
import { stringIn } from './element.ts';
import type { ElementTag } from './element.ts';
import { elementReaders } from './element-readers.ts';
import type { ElementReader, Member } from './element-readers.ts';
import { elementsIn } from './elements-in.ts';
import { loose } from './groups.ts';
import { regionIn } from './includes.ts';
import {
  accordions,
  codeGroup,
  link,
  paragraph,
  prefixed,
  tabs,
  titledCode,
} from './made-pieces.ts';
import { isHtml } from './names.ts';
import type { SourceReading } from './page-reader.ts';
import { attributeText, htmlName, readAt, plainText, short, textPhrase } from './phrases.ts';
import type { SourcePlace } from './phrases.ts';
import { videoOf } from './videos.ts';

/** Reads the containers of one page. */
export class ContainerReader {
  readonly #page: SourceReading;
  readonly #elements: ReadonlyMap<string, ElementReader>;
  /** Names of components that were given so far, counted in each way in which links were written. */
  readonly #names: readonly CountedSlugs[];

  constructor(page: SourceReading) {
    this.#page = page;
    this.#names = page.site.dialect.slugs.map((slugger) => new CountedSlugs(slugger));
    this.#elements = new Map(
      elementReaders({
        page,
        content: (inner) => this.#content(inner),
        members: (inner, names) => this.#members(inner, names),
        unknown: (tag, inner, line) => this.#unknown(tag, inner, line),
      }),
    );
  }

  /** `line` is the container's own; the lines inside it count from `base`. */
  pieces(container: Container, line: number, base: number): SourcePiece[] {
    const place = { file: this.#page.file, line: line + 1 };
    const pieces = this.#read(container, line, base);
    for (const piece of pieces) {
      if (piece.kind === 'block') placeBlocks(piece, place, 3);
      if (piece.kind === 'paragraph') placeTargets(piece.phrases, place);
    }
    return pieces;
  }

  #read(container: Container, line: number, base: number): SourcePiece[] {
    const page = this.#page;
    const at = (inner: Inner): Inner => ({ text: inner.text, line: base + inner.line });
    switch (container.kind) {
      case 'nothing':
        return [];
      case 'rest':
        return page.pieces(at(container.inner), true);
      case 'element':
        return this.#element(container.tag, container.inner && at(container.inner), line);
      case 'named':
        return this.#named(container, at(container.inner), line);
      case 'liquid':
        return this.#liquid(container, container.inner && at(container.inner), line);
      case 'include':
        return (
          page.include(container.path, container.lines, line) ?? [
            paragraph(textPhrase(`${container.path}${container.lines}`)),
          ]
        );
      case 'code-file':
        return this.#codeFile(container.path, container.info, container.source, line);
      case 'expression':
        return this.#expression(container.code, line);
      case 'module':
        return this.#module(container.source, line);
      case 'math':
        page.say(line, 'math', 'A formula was turned into a code block.');
        return [codeOf('latex', container.source.replace(/\n$/, ''))];
      case 'footnote':
        page.say(line, 'footnote', `The footnote ${short(container.label)} was kept as text.`);
        return prefixed(`[^${container.label}]: `, page.pieces(at(container.inner), true));
      default:
        return container satisfies never;
    }
  }

  #named(
    container: Extract<Container, { kind: 'named' }>,
    inner: Inner,
    line: number,
  ): SourcePiece[] {
    const { mark, name, title } = container;
    const content = this.#page.pieces(inner, true);
    const said = plainText(this.#page.line(title, line));
    if (mark === '===') return [loose(tabs([{ title: said, content }]))];
    if (mark === '???') {
      return [
        loose(accordions([{ title: said || capital(name), content, open: container.isOpen }])),
      ];
    }
    if (name === 'details') {
      return [loose(accordions([{ title: said || 'Details', content, open: container.isOpen }]))];
    }
    if (name === 'code-group') return codeGroup(content);
    if (name === 'tabs') return content;
    if (name === 'raw' || name === 'v-pre') return content;
    if (!isCallout(name)) {
      this.#page.say(
        line,
        'container',
        `The container "${short(name)}" was turned into a callout.`,
      );
      return [callout(name, said || capital(name), content)];
    }
    return [callout(name, said, content)];
  }

  #liquid(
    container: Extract<Container, { kind: 'liquid' }>,
    inner: Inner | null,
    line: number,
  ): SourcePiece[] {
    const { name, attributes } = container;
    const page = this.#page;
    const get = (key: string): string => attributes.get(key) ?? '';
    const content = (): SourcePiece[] => (inner === null ? [] : page.pieces(inner, true));
    switch (name) {
      case 'hint':
        return [callout(get('style') || 'info', get('title'), content())];
      case 'tabs': {
        const pieces = content();
        const members = pieces.filter((each) => each.kind === 'block' && each.name === 'tabs');
        return members.length === pieces.length ? codeGroup(pieces) : pieces;
      }
      case 'tab':
        return [loose(tabs([{ title: get('title'), content: content() }]))];
      case 'code':
        return titledCode(content(), get('title'), get('lineNumbers') === 'true');
      case 'content-ref': {
        const pieces = content();
        const has = pieces.some(
          (each) => each.kind === 'paragraph' && each.phrases.some(({ kind }) => kind === 'open'),
        );
        return has || get('url') === ''
          ? pieces
          : [paragraph(...link(get('url'), get('url'))), ...pieces];
      }
      case 'embed':
        return [videoOf(get('url')) ?? paragraph(...link(get('url'), get('url'))), ...content()];
      case 'file': {
        const caption = get('caption') || posix.basename(get('src'));
        return [paragraph(...link(get('src'), caption)), ...content()];
      }
      case 'stepper':
      case 'step':
        return content();
      default: {
        page.say(line, 'container', `The tag \`${short(name)}\` was removed; its content stays.`);
        const said = SHOWN.map(get).filter((text) => text !== '');
        return [
          ...(said.length === 0 ? [] : [paragraph(textPhrase(said.join(' ')))]),
          ...content(),
        ];
      }
    }
  }

  #codeFile(path: string, info: string, source: string, line: number): SourcePiece[] {
    const found = this.#page.includedText(path, line);
    if (found === null) return [paragraph(textPhrase(source))];
    const language = posix.extname(found.file).slice(1);
    const region = /#([\w-]+)/.exec(info)?.[1];
    const text = region === undefined ? found.text : (regionIn(found.text, region) ?? found.text);
    return [codeOf(`${language} ${info.replace(/^#[\w-]+/, '')}`, text.replace(/\n$/, ''))];
  }

  #expression(code: string, line: number): SourcePiece[] {
    const inner = code.trim();
    if (inner === '' || /^\/\*[^]*\*\/$/.test(inner)) return [];
    const text = stringIn(inner) ?? this.#page.lineContext(line).expression(inner);
    if (text !== undefined) return text.trim() === '' ? [] : [codeOf('', text.replace(/\n$/, ''))];
    this.#page.say(line, 'expression', `The expression {${short(inner)}} was kept as text.`);
    return [paragraph(textPhrase(`{${code.replaceAll(/\s+/g, ' ')}}`))];
  }

  /** `import` and `export`: readers do not see them, but components may stand for files. */
  #module(source: string, line: number): SourcePiece[] {
    let isKnown = source.startsWith('import');
    const pattern = /import\s+(?:(\w+)|\{([^}]*)\}|[^'"]*?)(?:\s*from)?\s*['"]([^'"]+)['"]/g;
    for (const [, name, names, from = ''] of source.matchAll(pattern)) {
      const path = from.replace(/^.*!/, '');
      if (name !== undefined) this.#page.imports.set(name, path);
      const isOurs =
        /^@theme\/|^@docusaurus\//.test(path) || /\.(?:mdx?|png|jpe?g|gif|svg|webp)$/i.test(path);
      const isRaw = from.includes('raw-loader');
      const isRead = names !== undefined && this.#page.readConstants(from, importedNames(names));
      if (!isOurs && !isRaw && !isRead) isKnown = false;
      if (names !== undefined && !isOurs && !isRead) isKnown = false;
    }
    const own = constantsIn(source);
    for (const [name, value] of own) this.#page.values.set(name, value);
    const exports = source.match(/^export\s/gm)?.length ?? 0;
    if (exports > 0 && exports === own.size) isKnown = true;
    if (!isKnown) this.#page.say(line, 'code', `Code was removed: ${short(source)}`);
    return [];
  }

  #element(tag: ElementTag, inner: Inner | null, line: number): SourcePiece[] {
    const name = htmlName(tag.name);
    const id = attributeText(tag, 'id');
    if (id !== '' && tag.kind !== 'close') this.#page.id(id);
    this.#nameIt(tag);
    if (tag.kind === 'close') {
      return name === '' || isHtml(name) ? [] : this.#literal(tag, line, `</${tag.name}>`);
    }
    const reader = this.#elements.get(name);
    if (reader) return reader(tag, inner, line);
    const file = this.#page.imports.get(name);
    if (file !== undefined && /\.mdx?$/i.test(file)) {
      const included = this.#page.include(file, '', line, valuesOf(tag));
      if (included !== null) return [...included, ...this.#content(inner)];
    }
    const image = file !== undefined && /\.(?:png|jpe?g|gif|svg|webp)$/i.test(file);
    if (image && file !== undefined) {
      const label = [textPhrase(attributeText(tag, 'alt') || attributeText(tag, 'title'))];
      return [paragraph({ kind: 'image', url: file, title: '', label })];
    }
    if (isHtml(name)) {
      if (tag.kind === 'open' && inner === null) return [];
      return this.#content(inner);
    }
    return this.#unknown(tag, inner, line);
  }

  #nameIt(tag: ElementTag): void {
    const text = tag.kind === 'close' ? '' : (this.#page.site.dialect.componentName?.(tag) ?? '');
    if (text === '') return;
    for (const name of new Set(this.#names.map((way) => way.take(text)))) this.#page.place(name);
  }

  #literal(tag: ElementTag, line: number, source: string): SourcePiece[] {
    this.#page.say(line, 'component', `The component <${short(tag.name)}> was kept as text.`);
    return [paragraph(textPhrase(source))];
  }

  /** The tags stay as text; what is between them is read. */
  #unknown(tag: ElementTag, inner: Inner | null, line: number): SourcePiece[] {
    const attributes = [...tag.attributes].map(([name, value]) =>
      value === true
        ? name
        : typeof value === 'string'
          ? `${name}="${value.replaceAll(/\s+/g, ' ')}"`
          : name.startsWith('{')
            ? `{${short(value.code)}}`
            : `${name}={${value.code.replaceAll(/\s+/g, ' ')}}`,
    );
    const isOpen = tag.kind === 'open';
    const source = `<${[tag.name, ...attributes].join(' ')}${isOpen ? '' : ' /'}>`;
    const open = this.#literal(tag, line, source);
    if (!isOpen || inner === null) return open;
    return [...open, ...this.#content(inner), paragraph(textPhrase(`</${tag.name}>`))];
  }

  #content(inner: Inner | null): SourcePiece[] {
    return inner === null || inner.text.trim() === '' ? [] : this.#page.pieces(inner, true);
  }

  /** The elements directly inside, by the name that is asked for; null if anything else is there. */
  #members(inner: Inner | null, names: readonly string[]): readonly Member[] | null {
    if (inner === null) return [];
    const members: Member[] = [];
    let isPure = true;
    const scan = (part: Inner): void => {
      for (const found of elementsIn(part)) {
        if (typeof found === 'string') isPure &&= found.trim() === '';
        else if (found.inner !== null && names.includes(found.tag.name)) {
          this.#nameIt(found.tag);
          members.push({ tag: found.tag, content: this.#content(found.inner) });
        } else if (found.tag.kind === 'self' && names.includes(found.tag.name)) {
          members.push({ tag: found.tag, content: [] });
        } else isPure = false;
      }
    };
    scan(inner);
    return isPure ? members : null;
  }
}

/** Attributes of tags whose texts readers see. */
const SHOWN = ['method', 'baseUrl', 'path', 'title', 'summary', 'description', 'date', 'caption'];

/** Links and images that were not read by themselves stand where their container does. */
function placeTargets(phrases: Phrases, place: SourcePlace): void {
  for (const phrase of phrases) {
    if (phrase.kind === 'image') readAt(phrase, place);
    if (phrase.kind === 'open' && phrase.mark.name === 'link') readAt(phrase.mark, place);
  }
}

/** What a component hands to the file that it stands for, by the names that are used there. */
function valuesOf(tag: ElementTag): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of tag.attributes) {
    const text = typeof value === 'object' ? stringIn(value.code.trim()) : value;
    if (typeof text !== 'string') continue;
    values.set(name, text);
    values.set(`props.${name}`, text);
  }
  return values;
}

/** Members of a block that were not read by themselves stand where it does. */
function placeBlocks(piece: BlockPiece, place: SourcePlace, depth: number): void {
  readAt(piece, place);
  if (depth === 0) return;
  for (const each of piece.content) if (each.kind === 'block') placeBlocks(each, place, depth - 1);
}

const capital = (name: string): string => {
  const text = name.replaceAll(/[-_]+/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
