/** Words of a page as HTML, for a file that loads nothing and links only to other sites. */
import type { Mark, Phrase, Phrases } from '../../../content/darkdown/markdown/flow.ts';
import { encodeUrl } from '../../../content/darkdown/markdown/markdown-it.ts';
import { textOf } from '../../../content/darkdown/read/blocks.ts';
import type { InlineTag } from '../../../content/darkdown/read/inline.ts';
import { meantValue } from '../../../content/darkdown/read/vocabulary.ts';
import { showBlank, showHidden } from '../../../model/text/hidden-characters.ts';
import { isSafeLink } from '../../../content/darkdown/url.ts';
import type { Conversion } from '../../../content/darkdown/write/conversion.ts';
import { openTag } from '../../../content/darkdown/write/html.ts';
import { elementOf, hrefOf } from '../../../content/darkdown/write/html-phrases.ts';
import { phrasesText } from '../../../content/darkdown/write/phrase-text.ts';
import { iconName } from '../looks.ts';
import type { WordRun } from '../runs.ts';
import type { Word } from '../words.ts';
import { textHtml } from './text.ts';

/** The URL of a picture in the file, by its project's name for it; undefined if it is not there. */
export type Carry = (source: string) => string | undefined;

/** What is needed to write the words of one side. */
export interface LineWriter {
  readonly project: Conversion;
  readonly carry: Carry;
}

/** The runs of a line as HTML. Tags balance in each run. */
export function runsHtml(runs: readonly WordRun[], old: LineWriter, next: LineWriter): string {
  let html = '';
  for (const { state, old: before, new: after } of runs) {
    if (state === 'removed') html += changedHtml('del', before, old);
    else if (state === 'added') html += changedHtml('ins', after, next);
    else if (state === 'restyled')
      html += changedHtml('del', before, old) + changedHtml('ins', after, next);
    else if (state === 'same') html += lineHtml(balanced(after), next);
    else html += `<span class="behind">${lineHtml(balanced(after), next)}</span>`;
  }
  return html;
}

/** Changed words as HTML. A line break is shown as a sign, unusual spaces as their names. */
function changedHtml(element: 'del' | 'ins', words: readonly Word[], writer: LineWriter): string {
  const phrases = balanced(words);
  const text = phrasesText(phrases, writer.project);
  const isBlank = text.trim() === '' && showBlank(text) !== text;
  const html = isBlank
    ? `<span class="break">${textHtml(showBlank(text))}</span>`
    : lineHtml(phrases, writer);
  return `<${element}>${html.replaceAll('<br>', '<span class="break">⏎</span><br>')}</${element}>`;
}

/** The words with the marks around them opened and closed. */
function balanced(words: readonly Word[]): Phrase[] {
  const phrases: Phrase[] = [];
  let open: readonly Mark[] = [];
  const turnTo = (marks: readonly Mark[]): void => {
    let kept = 0;
    while (kept < open.length && open[kept] === marks[kept]) kept += 1;
    for (const mark of open.slice(kept).toReversed()) phrases.push({ kind: 'close', mark });
    for (const mark of marks.slice(kept)) phrases.push({ kind: 'open', mark });
    open = marks;
  };
  for (const { phrase, marks } of words) {
    turnTo(marks);
    const both = oneOf(phrases.at(-1), phrase);
    if (both) phrases[phrases.length - 1] = both;
    else phrases.push(phrase);
  }
  turnTo([]);
  return phrases;
}

/**
 * Joins adjacent texts, or adjacent code, because hidden characters in one may depend on the next.
 * Otherwise undefined.
 */
function oneOf(before: Phrase | undefined, next: Phrase): Phrase | undefined {
  if (before?.kind === 'text' && next.kind === 'text')
    return { kind: 'text', text: before.text + next.text };
  return before?.kind === 'code-span' && next.kind === 'code-span'
    ? { kind: 'code-span', code: before.code + next.code }
    : undefined;
}

export function lineHtml(phrases: Phrases, writer: LineWriter): string {
  const { project } = writer;
  let html = '';
  for (const phrase of phrases) {
    switch (phrase.kind) {
      case 'text':
        html += textHtml(phrase.text);
        break;
      case 'code-span':
        html += `<code>${textHtml(phrase.code)}</code>`;
        break;
      case 'hard-break':
        html += '<br>';
        break;
      case 'image':
        html += pictureHtml(phrase.url, phrasesText(phrase.label, project), writer);
        break;
      case 'tag':
        html += tagHtml(phrase.tag, writer);
        break;
      case 'open':
        html += openMark(phrase.mark, project);
        break;
      case 'close':
        html += `</${elementOf(phrase.mark)}>`;
        break;
      case 'soft-break':
      case 'variable':
      case 'page-title':
      case 'empty-link':
        html += textHtml(phrasesText([phrase], project));
        break;
      default:
        phrase satisfies never;
    }
  }
  return html;
}

/** The beginning of a mark. A link to another page cannot work here, so it names its target. */
function openMark(mark: Mark, project: Conversion): string {
  const element = elementOf(mark);
  if (element !== 'a') return `<${element}>`;
  const href = hrefOf(mark);
  const url = project.link(href)?.url ?? href;
  const leadsOut = /^https?:\/\//i.test(url) && isSafeLink(url);
  return leadsOut
    ? openTag('a', { href: encodeUrl(url), rel: 'noreferrer' })
    : openTag('a', { class: 'page-link', title: showHidden(href) });
}

/** The picture, if it is in the file; otherwise its address and its alternative text. */
function pictureHtml(url: string, alt: string, { project, carry }: LineWriter): string {
  const source = carry(project.asset(url));
  if (source !== undefined && CARRIED.test(source))
    return openTag('img', { src: source, alt: showHidden(alt) });
  const said = alt === '' ? '' : ` ${textHtml(alt)}`;
  return `<span class="picture"><code>${textHtml(url)}</code>${said}</span>`;
}

/** `openTag` escapes the rest. */
const CARRIED = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml);base64,/;

function tagHtml(tag: InlineTag, writer: LineWriter): string {
  const { project } = writer;
  const { name, attributes } = tag;
  const text = textHtml(phrasesText([{ kind: 'tag', tag }], project));
  switch (name) {
    case 'badge': {
      const kind = meantValue(name, 'type', textOf(attributes, 'type'));
      return `<span class="badge ${kind}">${text}</span>`;
    }
    case 'icon':
      return `<span class="icon">${textHtml(iconName(textOf(attributes, 'classes')))}</span>`;
    case 'key':
      return `<kbd>${text}</kbd>`;
    case 'inline-image':
      return pictureHtml(textOf(attributes, 'url'), '', writer);
    default:
      return text;
  }
}
