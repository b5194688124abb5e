/** A review as one HTML file that loads nothing, for the person who decides about the change. */
import { createHash } from 'node:crypto';
import type { PageReview } from '../review.ts';
import { badge } from './article.ts';
import type { StateNames } from './article.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';
import { textHtml } from './text.ts';

/** A page whose article has been written. */
export interface WrittenPage extends Pick<PageReview, 'name' | 'state'> {
  /** The id that `articleHtml` gave to its article. */
  readonly id: string;
  readonly html: string;
}

/** The parts of a document. */
export interface WrittenReview {
  /** The names of the sides, for people. */
  readonly old: string;
  readonly new: string;
  /** How many pages there are of each state, in a sentence. */
  readonly totals: string;
  readonly pages: readonly WrittenPage[];
}

export function reviewHtml(review: WrittenReview, names: StateNames): string {
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
<title>${textHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Review</h1>
<p>From <strong>${textHtml(review.old)}</strong> to <strong>${textHtml(review.new)}</strong></p>
<p class="totals">${textHtml(review.totals)}</p>
${pages.length === 0 ? '' : CONTROLS}
</header>
${pages.length === 0 ? '' : contents(pages, names)}
<main>
${pages.map(({ html }) => html).join('')}</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows only this document's style, script and pictures: no addresses, no forms. */
const POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; img-src data:; base-uri 'none'; form-action 'none'`;

const CONTROLS = `<fieldset class="controls">
<legend>View</legend>
<label><input type="radio" name="view" id="inline" checked> inline</label>
<label><input type="radio" name="view" id="side"> side by side</label>
<label data-script hidden><input type="checkbox" id="keys" checked> keys n and p: next and previous page</label>
<output id="seen"></output>
</fieldset>`;

function contents(pages: readonly WrittenPage[], names: StateNames): string {
  const items = pages.map(
    (page) => `<li><a href="#${page.id}">${textHtml(page.name)}</a> ${badge(page, names)}</li>\n`,
  );
  return `<nav aria-label="Pages">\n<ul tabindex="0">\n${items.join('')}</ul>\n</nav>`;
}
