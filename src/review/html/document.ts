/** A review as one HTML file that loads nothing: for who decides whether the change is good. */
import { createHash } from 'node:crypto';
import { digestOf } from '../../content/digest.ts';
import { escapeHtml } from '../../content/darkdown/write/html.ts';
import type { Entry, FactChange } from '../compare.ts';
import type { Piece } from '../piece.ts';
import type { PageReview, Review } from '../review.ts';
import { PieceWriter } from './pieces.ts';
import type { Sanitise } from './pieces.ts';
import { plainHtml } from './plain-html.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

/** What people call what a review found. */
export interface ReviewWords {
  /** How many pages there are of each state, in a sentence. */
  readonly totals: string;
  readonly states: Readonly<Record<PageReview['state'], string>>;
}

/** A whole document. Tags balance in each piece, whatever the pages hold. Loads the sanitiser if a page has raw HTML. */
export async function reviewHtml(review: Review, words: ReviewWords): Promise<string> {
  const sanitise = review.pages.some(({ body }) => holdsHtml(body.entries))
    ? await loadSanitise()
    : escapeHtml;
  const { pages } = review;
  const title = `Review: ${review.old} → ${review.new}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Review</h1>
<p>From <strong>${escapeHtml(review.old)}</strong> to <strong>${escapeHtml(review.new)}</strong></p>
<p class="totals">${escapeHtml(words.totals)}</p>
${pages.length === 0 ? '' : CONTROLS}
</header>
${pages.length === 0 ? '' : contents(pages, words)}
<main>
${pages.map((page, at) => article(page, `page-${at + 1}`, words, new PieceWriter(page.body, sanitise))).join('')}</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

async function loadSanitise(): Promise<Sanitise> {
  const { sanitise } = await import('../../content/darkdown/write/sanitise.ts');
  return (html) => plainHtml(sanitise(html));
}

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The style and the script of this very document, and pictures that it carries: no address, no form. */
const POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; img-src data:; base-uri 'none'; form-action 'none'`;

const CONTROLS = `<fieldset class="controls">
<legend>View</legend>
<label><input type="radio" name="view" id="inline" checked> inline</label>
<label><input type="radio" name="view" id="side"> side by side</label>
<label data-script hidden><input type="checkbox" id="keys" checked> keys n and p: next and previous page</label>
<output id="seen"></output>
</fieldset>`;

const holdsHtml = (entries: readonly Entry[]): boolean =>
  entries.some((entry) => {
    if (entry.state === 'changed') return holdsHtml(entry.children);
    return isHtmlIn(entry.state === 'removed' ? entry.old : entry.new);
  });

const isHtmlIn = ({ kind, children }: Piece): boolean => kind === 'html' || children.some(isHtmlIn);

const titleOf = ({ title, name }: PageReview): string => title.new ?? title.old ?? name;

const badge = ({ state }: PageReview, { states }: ReviewWords): string =>
  `<span class="state ${state}">${escapeHtml(states[state])}</span>`;

function contents(pages: readonly PageReview[], words: ReviewWords): string {
  const items = pages.map(
    (page, at) =>
      `<li><a href="#page-${at + 1}">${escapeHtml(page.name)}</a> ${badge(page, words)}</li>\n`,
  );
  return `<nav aria-label="Pages">\n<ul tabindex="0">\n${items.join('')}</ul>\n</nav>`;
}

function article(page: PageReview, id: string, words: ReviewWords, writer: PieceWriter): string {
  const { name, title, file, note, state, facts, body } = page;
  const digest = digestOf(JSON.stringify([name, body.old.source, body.new.source])).slice(0, 32);
  const isRenamed = title.old !== null && title.new !== null && title.old !== title.new;
  const heading = isRenamed
    ? `<del>${escapeHtml(title.old)}</del> <ins>${escapeHtml(title.new)}</ins>`
    : escapeHtml(titleOf(page));
  const place = file === null || name === file ? name : `${name} · ${file}`;
  const notes = [
    ...(note === null ? [] : [note]),
    ...(state === 'source' ? ['The source changed, and readers see no difference.'] : []),
  ].map((text) => `<p class="note">${escapeHtml(text)}</p>\n`);
  return `<article id="${id}" tabindex="-1" aria-labelledby="${id}-title" data-digest="${digest}">
<div class="head">
<div><h2 id="${id}-title">${heading}</h2>
<p>${escapeHtml(place)} ${badge(page, words)}</p></div>
<label class="tick-label"><input type="checkbox" class="tick" aria-describedby="${id}-title"> seen</label>
</div>
${notes.join('')}${factList(facts)}${state === 'source' ? '' : rows(body.entries, writer)}</article>
`;
}

function factList(facts: readonly FactChange[]): string {
  if (facts.length === 0) return '';
  const items = facts.map(
    ({ what, of, old, new: next }) =>
      `<dt>${of === 'header' ? `header field ${escapeHtml(what)}` : `${escapeHtml(what)} of <q>${escapeHtml(of)}</q>`}</dt>\n<dd>${value('del', old)} → ${value('ins', next)}</dd>\n`,
  );
  return `<div class="facts">\n<h3>Not visible on the page</h3>\n<dl>\n${items.join('')}</dl>\n</div>\n`;
}

const value = (element: 'ins' | 'del', text: string | null): string =>
  text === null || text === '' ? 'none' : `<${element}>${escapeHtml(text)}</${element}>`;

/** Unchanged blocks that are shown before and after a change. */
const AROUND = 1;

function rows(entries: readonly Entry[], writer: PieceWriter): string {
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
  entries: readonly Entry[],
  writer: PieceWriter,
  { before, after }: { readonly before: number; readonly after: number },
): string {
  const write = (part: readonly Entry[]): string => part.map((each) => row(each, writer)).join('');
  const count = entries.length - before - after;
  if (count < 2) return write(entries);
  const end = entries.length - after;
  const fold = `<details class="fold"><summary>${count} unchanged blocks</summary>\n${write(entries.slice(before, end))}</details>\n`;
  return write(entries.slice(0, before)) + fold + write(entries.slice(end));
}

function row(entry: Entry, writer: PieceWriter): string {
  const { state } = entry;
  const html = writer.entry(entry);
  if (html === '') return '';
  if (state === 'same') return `<div class="row same">${html}</div>\n`;
  const after = state === 'changed' ? `<div class="after">${html}</div>` : '';
  return `<div class="row ${state}"><div class="before">${html}</div>${after}</div>\n`;
}
