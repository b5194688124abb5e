import { resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { excerptsOf } from '../../review/excerpts.ts';
import type { WrittenPage } from '../../review/html/document.ts';
import { reviewPage } from '../../review/review.ts';
import type { PageReview } from '../../review/review.ts';
import type { ReviewReport, ReviewedPage } from '../../ui/documents/review.ts';
import { reviewMarkdown } from '../../ui/views/review/markdown.ts';
import { reviewView } from '../../ui/views/review/text.ts';
import { STATES, totals } from '../../ui/views/review/totals.ts';
import { isFile } from '../named-files/input.ts';
import type { Sides } from './sides.ts';

export interface ReviewOptions {
  /** `platform`, `published`, an export's ZIP, or a git revision. */
  readonly against: string;
  readonly format: 'text' | 'markdown' | 'html';
  /** A file for the HTML. */
  readonly out?: string;
}

/** Shows what would change for readers. Writes nothing but the file that was asked for. */
export async function showReview(
  context: Context,
  names: readonly string[],
  options: ReviewOptions,
): Promise<void> {
  const { ui } = context;
  const { format, out } = options;
  if (out !== undefined && format !== 'text' && format !== 'html') {
    throw new Failure('usage', '--out writes HTML, and --format asks for something else.', {
      hint: 'docs review --format markdown > review.md',
    });
  }
  const output = out === undefined ? undefined : await import('../named-files/output.ts');
  if (out !== undefined) await output?.requireWritable(context, out);
  const sides = await sidesOf(context, names, options.against);
  const wantsHtml = out !== undefined || (format === 'html' && !ui.json);
  const { report, html } = await reviewOf(context, sides, wantsHtml);
  await ui.summarize(() => reviewMarkdown(report));
  if (out !== undefined) {
    await output?.writeOutput(context, out, html);
    ui.say((style) => `${totals(report.pages)}. Written to ${style.text(out)}.`);
    return ui.json ? ui.result(report, reviewView) : undefined;
  }
  if (ui.json || format === 'text') return ui.result(report, reviewView, { long: true });
  return ui.raw(format === 'html' ? html : `${reviewMarkdown(report)}\n`);
}

async function sidesOf(
  context: Context,
  names: readonly string[],
  against: string,
): Promise<Sides> {
  if (against === 'platform' || against === 'published') {
    const { platformSides } = await import('./platform-sides.ts');
    return platformSides(context, names, against);
  }
  if (/\.zip$/i.test(against)) {
    if (!(await isFile(resolve(context.host.cwd, against)))) {
      throw new Failure('usage', `There is no file ${against}.`, {
        hint: 'docs export writes one; paths are relative to the working folder',
      });
    }
    const { archiveSides } = await import('./archive-sides.ts');
    return archiveSides(context, names, against);
  }
  const { gitSides } = await import('./git-sides.ts');
  return gitSides(context, names, against);
}

/** What a review found, as data and as a document: empty, unless it is wanted. Pages are let go as soon as they are written. */
async function reviewOf(
  context: Context,
  { pairs, warnings, pictures, ...names }: Sides,
  wantsHtml: boolean,
): Promise<{ readonly report: ReviewReport; readonly html: string }> {
  const { ui, host } = context;
  for (const warning of warnings) ui.warn(warning);
  const article = wantsHtml ? (await import('../../review/html/article.ts')).articleHtml : null;
  const carry = pictures?.carry ?? (() => undefined);
  const progress = ui.progress('Comparing pages');
  const pages: ReviewedPage[] = [];
  const written: WrittenPage[] = [];
  for await (const pair of pairs) {
    host.signal.throwIfAborted();
    const page = reviewPage(pair);
    if (!page) continue;
    const { name, state } = page;
    const id = `page-${pages.length + 1}`;
    pages.push(reported(page));
    if (article) written.push({ name, state, id, html: await article(page, id, STATES, carry) });
    progress.update(`Comparing pages: ${pages.length} differ`);
  }
  progress.stop();
  const report = { ...names, pages };
  if (!wantsHtml) return { report, html: '' };
  const { reviewHtml } = await import('../../review/html/document.ts');
  const document = { ...names, totals: totals(pages), pages: written };
  return { report, html: reviewHtml(document, STATES) };
}

const reported = ({ body, facts, ...page }: PageReview): ReviewedPage => ({
  name: page.name,
  title: page.title,
  file: page.file,
  state: page.state,
  note: page.note,
  blocks: excerptsOf(body),
  unseen: facts,
});
