/** One page of a review, as HTML. */
import { digestOf } from '../../../content/digest.ts';
import type { ComparedPiece } from '../compared.ts';
import type { FactChange } from '../fact-changes.ts';
import { type PageReview, headerSentence } from '../review.ts';
import { type Sanitise, PieceWriter } from './pieces.ts';
import type { Carry } from './phrases.ts';
import { plainHtml, textHtml } from './text.ts';

/** The name of each state of a page, for people. */
export type StateNames = Readonly<Record<PageReview['state'], string>>;

/** The state of a page, as a badge. */
export const badge = ({ state }: Pick<PageReview, 'state'>, names: StateNames): string =>
  `<span class="state ${state}">${textHtml(names[state])}</span>`;

/**
 * A page's article, with balanced tags, whatever the page holds. Loads the sanitiser for raw HTML.
 * `id`: of the element; no other in the document may begin with it.
 */
export async function articleHtml(
  page: PageReview,
  id: string,
  names: StateNames,
  carry: Carry,
): Promise<string> {
  const { old, new: next } = page.body;
  const sanitise = old.hasHtml || next.hasHtml ? await loadSanitise() : textHtml;
  return article(page, id, names, new PieceWriter(page.body, sanitise, carry));
}

async function loadSanitise(): Promise<Sanitise> {
  const { sanitise } = await import('../../../content/darkdown/write/sanitise.ts');
  return (html) => plainHtml(sanitise(html));
}

const titleOf = ({ title, name }: PageReview): string => title.new ?? title.old ?? name;

function article(page: PageReview, id: string, names: StateNames, writer: PieceWriter): string {
  const { name, title, file, note, state, looks, facts, body } = page;
  const said = looks.map((look) => `<p class="note look">${headerLook(look)}</p>\n`);
  const content = `${said.join('')}${factList(facts)}${state === 'source' ? '' : rows(body.entries, writer)}`;
  // A reviewer ticks the content that was shown. If anything in it changes, the tick disappears.
  const digest = digestOf(`${name}\n${title.old}\n${title.new}\n${content}`);
  const isRenamed = title.old !== null && title.new !== null && title.old !== title.new;
  const heading = isRenamed
    ? `<del>${textHtml(title.old)}</del> <ins>${textHtml(title.new)}</ins>`
    : textHtml(titleOf(page));
  const place = file === null || name === file ? name : `${name} · ${file}`;
  const notes = [
    ...(note === null ? [] : [note]),
    ...(state === 'source' ? ['The source changed, but readers see no difference.'] : []),
  ].map((text) => `<p class="note">${textHtml(text)}</p>\n`);
  const html = `${notes.join('')}${content}`;
  return frame({ id, digest, heading, place: `${textHtml(place)} ${badge(page, names)}`, html });
}

/** What differs in a file that is not a page. `html` is safe: escaped, with balanced tags. */
export interface OtherArticle extends Pick<PageReview, 'name' | 'state'> {
  readonly id: string;
  readonly html: string;
}

export function otherArticle({ id, html, ...file }: OtherArticle, names: StateNames): string {
  const digest = digestOf(`${file.name}\n${html}`);
  const content = `<div class="row">\n${html}</div>\n`;
  return frame({
    id,
    digest,
    heading: textHtml(file.name),
    place: badge(file, names),
    html: content,
  });
}

interface Frame {
  readonly id: string;
  readonly digest: string;
  /** HTML, like `place` and `html`. */
  readonly heading: string;
  readonly place: string;
  readonly html: string;
}

const frame = ({ id, digest, heading, place, html }: Frame): string =>
  `<article id="${id}" tabindex="-1" aria-labelledby="${id}-title" data-digest="${digest}">
<div class="head">
<div><h2 id="${id}-title">${heading}</h2>
<p>${place}</p></div>
<label class="tick-label"><input type="checkbox" class="tick" aria-describedby="${id}-title"> seen</label>
</div>
${html}</article>
`;

function factList(facts: readonly FactChange[]): string {
  if (facts.length === 0) return '';
  const items = facts.map(
    ({ what, of, old, new: next }) =>
      `<dt>${of === 'header' ? `header field ${textHtml(what)}` : `${textHtml(what)} of <q>${textHtml(of)}</q>`}</dt>\n<dd>${what === 'link target' && old === null ? '' : `${value('del', old)} → `}${value('ins', next)}</dd>\n`,
  );
  return `<div class="facts">\n<h3>Not visible on the page</h3>\n<dl>\n${items.join('')}</dl>\n</div>\n`;
}

const headerLook = (look: FactChange): string =>
  headerSentence(look, (text) => textHtml(text === null || text === '' ? 'none' : text));

const value = (element: 'ins' | 'del', text: string | null): string =>
  text === null || text === '' ? 'none' : `<${element}>${textHtml(text)}</${element}>`;

/** How many unchanged blocks are shown before and after a change. */
const AROUND = 1;

function rows(entries: readonly ComparedPiece[], writer: PieceWriter): string {
  let html = '';
  for (let at = 0; at < entries.length;) {
    const entry = entries[at];
    if (entry && entry.state !== 'same') {
      html += row(entry, writer);
      at += 1;
      continue;
    }
    let end = at;
    while (entries[end]?.state === 'same') end += 1;
    html += unchanged(entries.slice(at, end), writer, {
      before: at === 0 ? 0 : AROUND,
      after: end === entries.length ? 0 : AROUND,
    });
    at = end;
  }
  return html;
}

function unchanged(
  entries: readonly ComparedPiece[],
  writer: PieceWriter,
  { before, after }: { readonly before: number; readonly after: number },
): string {
  const write = (part: readonly ComparedPiece[]): string =>
    part.map((each) => row(each, writer)).join('');
  const count = entries.length - before - after;
  if (count < 2) return write(entries);
  const end = entries.length - after;
  const fold = `<details class="fold"><summary>${count} unchanged blocks</summary>\n${write(entries.slice(before, end))}</details>\n`;
  return write(entries.slice(0, before)) + fold + write(entries.slice(end));
}

function row(entry: ComparedPiece, writer: PieceWriter): string {
  const { state } = entry;
  const html = writer.entry(entry);
  if (html === '') return '';
  if (state === 'same') return `<div class="row same">${html}</div>\n`;
  const after = state === 'changed' ? `<div class="after">${html}</div>` : '';
  return `<div class="row ${state}"><div class="before">${html}</div>${after}</div>\n`;
}
