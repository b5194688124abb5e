/** Elements of HTML, and components that replace them. */
import { decodeHTMLStrict } from 'entities';
import { codeOf } from '../code-info.ts';
import { htmlTableIn, tableOf } from '../html-tables.ts';
import { paragraph, titledCode } from '../made-pieces.ts';
import { attributeText, plainText } from '../phrases.ts';
import { tableCards } from './cards.ts';
import { all, inside, nothing } from './source-element.ts';
import type { ElementReader, ElementReaders } from './source-element.ts';

const heading: ElementReader = (element) => {
  const phrases = element.phrases();
  const isSeen = plainText(phrases) !== '' || phrases.some(({ kind }) => kind === 'image');
  const id = attributeText(element.tag, 'id');
  const level = Number(element.tag.name.slice(1));
  return isSeen ? [element.page.heading(level, phrases, id === '' ? [] : [id])] : [];
};

const headingComponent: ElementReader = (element) => {
  const level = Number(/[1-6]/.exec(element.said('level'))?.[0] ?? 2);
  const phrases = element.phrases();
  return phrases.length === 0 ? [] : [element.page.heading(level, phrases, [])];
};

const code: ElementReader = (element) => {
  element.say('code', `Code was removed: <${element.tag.name}>`);
  return [];
};

/** Text that is for agents only in the source must not be shown to all readers. */
const forReaders: ElementReader = (element) => {
  if (element.said('for') !== 'agents') return element.content();
  element.say('component', 'Text for agents only was left out: <Visibility for="agents">');
  element.page.leftOut.push(element.text);
  return [];
};

const pre: ElementReader = (element) => {
  const text = element.text.replace(/^\n/, '');
  const classes = `${element.said('class')} ${/<code[^>]*class="([^"]*)/.exec(text)?.[1] ?? ''}`;
  const language = /\blang(?:uage)?-([\w+#-]+)/.exec(classes)?.[1] ?? '';
  const numbers = element.has('data-line-numbers');
  return titledCode([codeOf(language, plainCode(text))], element.said('data-title'), numbers);
};

/** The text of `<pre>`, without tags. */
const plainCode = (text: string): string =>
  decodeHTMLStrict(
    text
      .replaceAll(/<\/?(?:code|span|b|i|strong|em|a|br|mark|kbd|var)(?:\s[^<>]*)?\/?>/gi, '')
      .replaceAll(/\{`([^`]*)`\}/g, '$1'),
  ).replace(/\n[ \t]*$/, '');

const list: ElementReader = (element) => {
  const found = element.members('li', 'LI');
  if (found === null || found.length === 0) return element.content();
  const isOrdered = element.tag.name.toLowerCase() === 'ol';
  const start = isOrdered ? Number(attributeText(element.tag, 'start') || 1) : undefined;
  return [{ kind: 'list', start, isTight: true, items: found.map(({ content }) => content) }];
};

const table: ElementReader = (element) => {
  const found = htmlTableIn(element);
  if (found !== null) {
    return element.said('data-view') === 'cards' ? tableCards(element, found) : tableOf(found);
  }
  element.say('html', 'A table could not be read: its content is shown without the table.');
  return element.content();
};

const snippet: ElementReader = (element) => {
  const file = element.said('file');
  const { folder } = element.page.site;
  const path = [`/snippets/${file}`, `/_snippets/${file}`].find((each) =>
    folder.has(each.slice(1)),
  );
  return element.page.include(path ?? `/snippets/${file}`, '', element.line) ?? element.kept();
};

export const HTML: ElementReaders = {
  ...all('h1 h2 h3 h4 h5 h6', heading),
  Heading: headingComponent,
  ...all('script style Head', code),
  ...all('link meta base title head br wbr', nothing),
  hr: () => [{ kind: 'rule' }],
  blockquote: (element) => [{ kind: 'quote', content: element.content() }],
  pre,
  ...all('ul ol menu', list),
  dt: (element) => {
    const phrases = element.page.line(element.text.trim(), element.line);
    return phrases.length === 0 ? [] : [paragraph(...phrases)];
  },
  table,
  Snippet: snippet,
  ...all('Panel ZoomImage BrowserOnly ClientOnly Fragment', inside),
  Visibility: forReaders,
  '': inside,
};
