/** What the containers of other tools become: blocks of the page format, else what is in them, else text. */
import { posix } from 'node:path';
import type { Phrases } from '../../darkdown/markdown/flow.ts';
import type { BlockPiece, SourcePiece } from '../model.ts';
import type { Container, Inner } from './rules/container.ts';
import { callout, isCallout } from './callouts.ts';
import { codeOf } from './code-info.ts';
import { ComponentNames } from './component-names.ts';
import { constantsIn, importedNames } from './constants.ts';
import { stringIn } from './element.ts';
import type { ElementTag } from './element.ts';
import { elementsIn } from './elements-in.ts';
import { loose } from './groups.ts';
import { card } from './home-page.ts';
import { tableOf } from './html-tables.ts';
import { regionIn } from './includes.ts';
import {
  accordions,
  block,
  captioned,
  cardText,
  cardsIn,
  asOneList,
  codeGroup,
  link,
  paragraph,
  prefixed,
  strong,
  tabs,
  titledCode,
} from './made-pieces.ts';
import { isHtml } from './names.ts';
import type { SourceReading } from './page-reader.ts';
import { attributeText, htmlName, readAt, plainText, short, textPhrase } from './phrases.ts';
import type { SourcePlace } from './phrases.ts';
import { videoOf } from './videos.ts';

/** What a container holds, without a place. */
type ElementReader = (tag: ElementTag, inner: Inner | null, line: number) => SourcePiece[];

/** Reads the containers of one page. */
export class ContainerReader {
  readonly #page: SourceReading;
  readonly #elements: ReadonlyMap<string, ElementReader>;
  readonly #names = new ComponentNames();

  constructor(page: SourceReading) {
    this.#page = page;
    this.#elements = new Map(this.#readers());
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
    const { name, attributes, source } = container;
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
      case 'columns':
      case 'column':
      case 'updates':
      case 'update':
      case 'if':
        if (name === 'if') {
          page.say(
            line,
            'container',
            'A condition was removed: its content is shown to everybody.',
          );
        }
        return content();
      case 'raw':
        return content();
      default: {
        page.say(line, 'container', `The block {% ${short(name)} %} was kept as text.`);
        const end = inner === null ? [] : [paragraph(textPhrase(`{% end${name} %}`))];
        return [paragraph(textPhrase(source.replaceAll(/\s+/g, ' '))), ...content(), ...end];
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

  /** Only Mintlify names components. */
  #nameIt(tag: ElementTag): void {
    if (this.#page.site.tool !== 'mintlify') return;
    for (const name of this.#names.take(tag)) this.#page.place(name);
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

  *#readers(): Generator<readonly [string, ElementReader]> {
    const page = this.#page;
    const content = (inner: Inner | null): SourcePiece[] => this.#content(inner);
    const title = (tag: ElementTag, ...names: string[]): string => {
      for (const name of names) {
        const text = attributeText(tag, name);
        if (text !== '') return text;
        const value = tag.attributes.get(name);
        if (typeof value === 'object') return value.code.replaceAll(/<[^<>]*>/g, '');
      }
      return '';
    };
    const each = function* (
      names: string,
      reader: ElementReader,
    ): Generator<readonly [string, ElementReader]> {
      for (const name of names.split(' ')) yield [name, reader] as const;
    };

    // Notes.
    yield* each(
      'Note Warning Info Tip Check Danger Caution Important Success Error',
      (tag, inner) => [callout(tag.name, title(tag, 'title'), content(inner))],
    );
    yield* each('Banner', (_tag, inner) => [callout('info', '', content(inner))]);
    yield* each('Callout Admonition Alert Aside', (tag, inner) => [
      callout(title(tag, 'type', 'variant') || 'info', title(tag, 'title'), content(inner)),
    ]);

    // Tabs.
    yield* each('Tabs', (_tag, inner, line) => {
      const members = this.#members(inner, ['TabItem', 'Tab']);
      if (members === null) {
        page.say(
          line,
          'component',
          'A <Tabs> has other content besides tabs: all of it is shown one below the other.',
        );
        return content(inner);
      }
      return codeGroup([
        tabs(
          members.map((member) => ({
            title: title(member.tag, 'label', 'title', 'value'),
            content: member.content,
          })),
        ),
      ]);
    });
    yield* each('TabItem Tab View', (tag, inner) => [
      loose(tabs([{ title: title(tag, 'label', 'title', 'value'), content: content(inner) }])),
    ]);
    yield* each('CodeGroup RequestExample ResponseExample', (_tag, inner) =>
      codeGroup(content(inner)),
    );
    yield* each('CodeBlock', (tag, inner) => {
      const pieces = content(inner);
      const said = title(tag, 'title', 'filename');
      const [only] = pieces;
      if (pieces.length === 1 && only?.kind === 'code') {
        const language = title(tag, 'language') || only.language;
        return titledCode([{ ...only, language }], said, false);
      }
      const code = inner === null ? '' : inner.text.trim();
      return titledCode(
        [codeOf(title(tag, 'language'), stringIn(code.slice(1, -1)) ?? code)],
        said,
        false,
      );
    });

    // Accordions.
    yield* each('details Details', (tag, inner) => {
      const { summary, rest } = summaryOf(inner);
      const said =
        summary === null
          ? ''
          : plainText(page.line(summary.text.trim().replaceAll(/\s*\n\s*/g, ' '), summary.line));
      const member = {
        title: said || title(tag, 'title', 'summary') || 'Details',
        content: content(rest),
        open: tag.attributes.has('open'),
      };
      return [loose(accordions([member]))];
    });
    yield* each('summary', (_tag, inner) => content(inner));
    yield* each('Accordion Expandable', (tag, inner) => {
      const said = title(tag, 'title') || 'Details';
      const described = title(tag, 'description');
      const lead = described === '' ? [] : [paragraph(textPhrase(described))];
      const open = tag.attributes.get('defaultOpen') !== undefined;
      return [loose(accordions([{ title: said, content: [...lead, ...content(inner)], open }]))];
    });
    yield* each('Prompt', (tag, inner) => {
      const said = title(tag, 'description');
      return [...(said === '' ? [] : [paragraph(textPhrase(said))]), ...content(inner)];
    });
    yield* each('AccordionGroup', (_tag, inner) => content(inner));

    // Steps.
    yield* each('Steps', (_tag, inner) => content(inner));
    yield* each('Step Update', (tag, inner) => {
      const said = [title(tag, 'title', 'label'), title(tag, 'description')].filter(
        (text) => text !== '',
      );
      const head = said.length === 0 ? [] : [page.heading(3, [textPhrase(said.join(': '))], [])];
      return [...head, ...content(inner)];
    });

    // Cards.
    yield* each('CardGroup Cards Columns Column Tiles', (_tag, inner) => cardsIn(content(inner)));
    yield* each('Card LinkCard Tile', (tag, inner) => {
      const pieces = content(inner);
      const [said, href] = [title(tag, 'title'), title(tag, 'href', 'link', 'to')];
      const description = title(tag, 'description', 'cta');
      const text = cardText(pieces);
      if (text === null) {
        const head: Phrases = href === '' ? strong(said) : link(href, said || href);
        return [
          ...(said === '' && href === '' ? [] : [paragraph(...head)]),
          ...(description === '' ? [] : [paragraph(textPhrase(description))]),
          ...pieces,
        ];
      }
      const whole = [description, text].filter((part) => part !== '').join(' ');
      return [loose(block('cards', {}, [card(said, whole, href)]))];
    });
    // Lists.
    const listed = (items: readonly (readonly SourcePiece[])[]): SourcePiece[] => [
      { kind: 'list', start: undefined, isTight: true, items },
    ];
    yield* each('Tree', (_tag, inner) => asOneList(content(inner)));
    yield* each('Tree.Folder Tree.File', (tag, inner) =>
      listed([[paragraph(textPhrase(title(tag, 'name'))), ...asOneList(content(inner))]]),
    );
    yield* each('Color Color.Row', (_tag, inner) => asOneList(content(inner)));
    yield* each('Color.Item', (tag) => {
      const value = title(tag, 'value');
      const name = title(tag, 'name');
      const code: Phrases = value === '' ? [] : [{ kind: 'code-span', code: value }];
      return listed([[paragraph(textPhrase(name === '' ? '' : `${name}: `), ...code)]]);
    });
    yield* each('DocCardList', () => [block('index-list', {}, [])]);

    // Fields of an API.
    yield* each('ParamField ResponseField Property', (tag, inner) => {
      const name = title(tag, 'path', 'query', 'body', 'header', 'name');
      const facts = ['type', 'default', 'placeholder'].map((key) => title(tag, key));
      if (tag.attributes.has('required')) facts.push('required');
      if (tag.attributes.has('deprecated')) facts.push('deprecated');
      const said = facts.filter((fact) => fact !== '').join(', ');
      const head: Phrases[number][] = name === '' ? [] : [{ kind: 'code-span', code: name }];
      if (said !== '') head.push(textPhrase(` ${said}`));
      return [...(head.length === 0 ? [] : [paragraph(...head)]), ...content(inner)];
    });
    yield* each('Frame', (tag, inner) => {
      const said = title(tag, 'caption', 'hint');
      return [...content(inner), ...(said === '' ? [] : [paragraph(textPhrase(said))])];
    });
    yield* each('figure', (_tag, inner) => {
      const { text, line } = inner ?? { text: '', line: 0 };
      const match = /<figcaption(?:\s[^<>]*)?>([^]*?)<\/figcaption\s*>/i.exec(text);
      if (match === null) return content(inner);
      const before = { text: text.slice(0, match.index), line };
      const after = { text: text.slice(match.index + match[0].length), line };
      const caption = content({ text: match[1] ?? '', line });
      return captioned([...content(before), ...content(after)], caption);
    });
    yield* each('Snippet', (tag, inner, line) => {
      const file = title(tag, 'file');
      const path = [`/snippets/${file}`, `/_snippets/${file}`].find((each) =>
        page.site.folder.has(each.slice(1)),
      );
      return page.include(path ?? `/snippets/${file}`, '', line) ?? this.#unknown(tag, inner, line);
    });
    yield* each(
      'Panel ZoomImage Visibility BrowserOnly ClientOnly Head Fragment',
      (tag, inner, line) => {
        if (tag.name === 'Head') {
          page.say(line, 'code', 'Code was removed: <Head>');
          return [];
        }
        return content(inner);
      },
    );
    yield ['', (_tag, inner) => content(inner)];

    yield* each('Heading', (tag, inner, line) => {
      const level = /[1-6]/.exec(title(tag, 'level'))?.[0] ?? '2';
      const phrases = page.line((inner?.text ?? '').trim().replaceAll(/\s*\n\s*/g, ' '), line);
      return phrases.length === 0 ? [] : [page.heading(Number(level), phrases, [])];
    });

    // HTML.
    for (const level of [1, 2, 3, 4, 5, 6]) {
      yield [
        `h${level}`,
        (tag, inner, line) => {
          const text = (inner?.text ?? '').trim().replaceAll(/\s*\n\s*/g, ' ');
          const phrases = page.line(text, line);
          const id = attributeText(tag, 'id');
          const images = phrases.some(({ kind }) => kind === 'image');
          if (plainText(phrases) === '' && !images) return [];
          return [page.heading(level, phrases, id === '' ? [] : [id])];
        },
      ];
    }
    yield* each('script style', (tag, _inner, line) => {
      page.say(line, 'code', `Code was removed: <${tag.name}>`);
      return [];
    });
    yield* each('link meta base title head', () => []);
    yield* each('hr', () => [{ kind: 'rule' }]);
    yield* each('br wbr', () => []);
    yield* each('blockquote', (_tag, inner) => [{ kind: 'quote', content: content(inner) }]);
    yield* each('pre', (_tag, inner) => {
      const text = (inner?.text ?? '').replace(/^\n/, '');
      const language = /<code[^>]*class="[^"]*language-([\w+#-]+)/.exec(text)?.[1] ?? '';
      return [codeOf(language, plainCode(text))];
    });
    yield* each('ul ol menu', (tag, inner) => {
      const members = this.#members(inner, ['li', 'LI']);
      if (members === null || members.length === 0) return content(inner);
      const start =
        tag.name.toLowerCase() === 'ol' ? Number(attributeText(tag, 'start') || 1) : undefined;
      return [
        { kind: 'list', start, isTight: true, items: members.map((member) => member.content) },
      ];
    });
    yield* each('dt', (_tag, inner, line) => {
      const phrases = page.line((inner?.text ?? '').trim(), line);
      return phrases.length === 0 ? [] : [{ kind: 'paragraph', phrases }];
    });
    yield* each(
      'table',
      (tag, inner, line) =>
        tableOf(inner, elementsIn, content, (says) => page.say(line, 'html', says)) ??
        this.#unreadTable(tag, inner, line),
    );
    yield* each('iframe video embed', (tag, inner, line) => {
      const url = attributeText(tag, 'src');
      const video = url === '' ? null : videoOf(url);
      const said = title(tag, 'title');
      if (video !== null) return said === '' ? [video] : [video, paragraph(textPhrase(said))];
      const source = /<source[^>]*\ssrc="([^"]+)"/.exec(inner?.text ?? '')?.[1] ?? url;
      if (source === '') return this.#unknown(tag, inner, line);
      page.say(line, 'html', `The <${tag.name}> was turned into a link.`);
      return [paragraph(...link(source, said || source))];
    });
    yield* each('svg math canvas', (tag, inner, line) => {
      page.say(line, 'html', `The <${tag.name}> was kept as HTML.`);
      return [
        {
          kind: 'html',
          html: `<${tag.name}>${(inner?.text ?? '').replaceAll(/\n[ \t]*\n/g, '\n')}</${tag.name}>`,
        },
      ];
    });
    yield* each('img Image', (tag, _inner, line) => {
      const phrases = page.line(sourceOfImage(tag), line);
      const width = Number(attributeText(tag, 'width').replace(/px$/, ''));
      const url = attributeText(tag, 'src');
      const alt = attributeText(tag, 'alt');
      // What a block shows below the picture is a caption, not what is said in its place.
      if (url !== '' && alt === '' && Number.isInteger(width) && width > 0 && width < 100_000) {
        return [block('image', { url, width }, [])];
      }
      return phrases.length === 0 ? [] : [{ kind: 'paragraph', phrases }];
    });
  }

  #unreadTable(_tag: ElementTag, inner: Inner | null, line: number): SourcePiece[] {
    this.#page.say(
      line,
      'html',
      'A table could not be read: its content is shown without the table.',
    );
    return this.#content(inner);
  }
}

interface Member {
  readonly tag: ElementTag;
  readonly content: readonly SourcePiece[];
}

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

/** An element's source, once more, for the reader of lines. */
function sourceOfImage(tag: ElementTag): string {
  const attributes = [...tag.attributes].map(([name, value]) =>
    value === true
      ? name
      : typeof value === 'string'
        ? `${name}="${value.replaceAll('"', '&quot;')}"`
        : `${name}={${value.code}}`,
  );
  return `<img ${attributes.join(' ')} />`;
}

const capital = (name: string): string => {
  const text = name.replaceAll(/[-_]+/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** The `<summary>` of an element, and what is left. */
function summaryOf(inner: Inner | null): { summary: Inner | null; rest: Inner | null } {
  if (inner === null) return { summary: null, rest: null };
  const match = /<summary(?:\s[^>]*)?>([^]*?)<\/summary\s*>/i.exec(inner.text);
  if (match === null) return { summary: null, rest: inner };
  const before = inner.text.slice(0, match.index);
  if (before.trim() !== '') return { summary: null, rest: inner };
  const line = inner.line + inner.text.slice(0, match.index).split('\n').length - 1;
  const end = match.index + match[0].length;
  const rest = {
    text: inner.text.slice(end),
    line: inner.line + inner.text.slice(0, end).split('\n').length - 1,
  };
  return { summary: { text: match[1] ?? '', line }, rest };
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['#39', "'"],
  ['#123', '{'],
  ['#125', '}'],
]);

/** The text of `<pre>`: without tags. */
const plainCode = (text: string): string =>
  text
    .replaceAll(/<\/?(?:code|span|b|i|strong|em|a|br|mark|kbd|var)(?:\s[^<>]*)?\/?>/gi, '')
    .replaceAll(/\{`([^`]*)`\}/g, '$1')
    .replaceAll(/&(#?\w{1,6});/g, (all, name: string) => ENTITIES.get(name) ?? all)
    .replace(/\n[ \t]*$/, '');
