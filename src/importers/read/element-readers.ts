/** What each element of HTML and each component becomes, by its name. */
import { decodeHTMLStrict } from 'entities';
import type { Phrases } from '../../content/darkdown/markdown/flow.ts';
import type { SourcePiece } from '../model.ts';
import { callout } from './callouts.ts';
import { codeOf } from './code-info.ts';
import { stringIn } from './element.ts';
import type { ElementTag } from './element.ts';
import { elementsIn } from './elements-in.ts';
import { loose } from './groups.ts';
import { tableOf } from './html-tables.ts';
import {
  accordions,
  asOneList,
  block,
  captioned,
  card,
  cardText,
  cardsIn,
  codeGroup,
  link,
  paragraph,
  strong,
  tabs,
  titledCode,
} from './made-pieces.ts';
import type { SourceReading } from './page-reader.ts';
import { attributeText, plainText, textPhrase } from './phrases.ts';
import type { Inner } from './rules/container.ts';
import { videoOf } from './videos.ts';

/** What a container holds, without a place. */
export type ElementReader = (tag: ElementTag, inner: Inner | null, line: number) => SourcePiece[];

/** What the readers of elements need. */
export interface ElementReading {
  readonly page: SourceReading;
  /** What is between the tags. */
  readonly content: (inner: Inner | null) => SourcePiece[];
  /** The elements directly inside, by the names that are asked for; null if anything else is there. */
  readonly members: (inner: Inner | null, names: readonly string[]) => readonly Member[] | null;
  /** The tags stay as text; what is between them is read. */
  readonly unknown: (tag: ElementTag, inner: Inner | null, line: number) => SourcePiece[];
}

/** An element inside of another one. */
export interface Member {
  readonly tag: ElementTag;
  readonly content: readonly SourcePiece[];
}

/** The readers, each with the name that it is for. */
export function* elementReaders({
  page,
  content,
  members,
  unknown,
}: ElementReading): Generator<readonly [string, ElementReader]> {
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
    const found = members(inner, ['TabItem', 'Tab']);
    if (found === null) {
      page.say(
        line,
        'component',
        'A <Tabs> has other content besides tabs: all of it is shown one below the other.',
      );
      return content(inner);
    }
    return codeGroup([
      tabs(
        found.map((member) => ({
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
    return [loose(block('cards', {}, [card({ title: said, text: whole, link: href })]))];
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
    return page.include(path ?? `/snippets/${file}`, '', line) ?? unknown(tag, inner, line);
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
    const found = members(inner, ['li', 'LI']);
    if (found === null || found.length === 0) return content(inner);
    const start =
      tag.name.toLowerCase() === 'ol' ? Number(attributeText(tag, 'start') || 1) : undefined;
    return [{ kind: 'list', start, isTight: true, items: found.map((member) => member.content) }];
  });
  yield* each('dt', (_tag, inner, line) => {
    const phrases = page.line((inner?.text ?? '').trim(), line);
    return phrases.length === 0 ? [] : [{ kind: 'paragraph', phrases }];
  });
  yield* each(
    'table',
    (tag, inner, line) =>
      tableOf(inner, elementsIn, content, (says) => page.say(line, 'html', says)) ??
      unreadTable(inner, line),
  );
  yield* each('iframe video embed', (tag, inner, line) => {
    const url = attributeText(tag, 'src');
    const video = url === '' ? null : videoOf(url);
    const said = title(tag, 'title');
    if (video !== null) return said === '' ? [video] : [video, paragraph(textPhrase(said))];
    const source = /<source[^>]*\ssrc="([^"]+)"/.exec(inner?.text ?? '')?.[1] ?? url;
    if (source === '') return unknown(tag, inner, line);
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

  function unreadTable(inner: Inner | null, line: number): SourcePiece[] {
    page.say(line, 'html', 'A table could not be read: its content is shown without the table.');
    return content(inner);
  }
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

/** The text of `<pre>`: without tags. */
const plainCode = (text: string): string =>
  decodeHTMLStrict(
    text
      .replaceAll(/<\/?(?:code|span|b|i|strong|em|a|br|mark|kbd|var)(?:\s[^<>]*)?\/?>/gi, '')
      .replaceAll(/\{`([^`]*)`\}/g, '$1'),
  ).replace(/\n[ \t]*$/, '');
