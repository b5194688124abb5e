import { resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { excerptsOf } from '../../review/excerpts.ts';
import { reviewPage } from '../../review/review.ts';
import type { PageReview, Review } from '../../review/review.ts';
import type { ReviewReport } from '../../ui/documents/review.ts';
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
  const review = await reviewOf(context, await sidesOf(context, names, options.against));
  const report = reportOf(review);
  await ui.summarize(() => reviewMarkdown(report));
  if (out !== undefined) {
    await output?.writeOutput(context, out, await htmlOf(review));
    ui.say((style) => `${totals(review.pages)}. Written to ${style.text(out)}.`);
    return ui.json ? ui.result(report, reviewView) : undefined;
  }
  if (ui.json || format === 'text') return ui.result(report, reviewView, { long: true });
  return ui.raw(format === 'html' ? await htmlOf(review) : `${reviewMarkdown(report)}\n`);
}

async function htmlOf(review: Review): Promise<string> {
  const { reviewHtml } = await import('../../review/html/document.ts');
  return reviewHtml(review, { totals: totals(review.pages), states: STATES });
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

async function reviewOf(context: Context, sides: Sides): Promise<Review> {
  const { ui, host } = context;
  for (const warning of sides.warnings) ui.warn(warning);
  const progress = ui.progress('Comparing pages');
  const pages: PageReview[] = [];
  for await (const pair of sides.pairs) {
    host.signal.throwIfAborted();
    const page = reviewPage(pair);
    if (page) pages.push(page);
    progress.update(`Comparing pages: ${pages.length} differ`);
  }
  progress.stop();
  return { old: sides.old, new: sides.new, pages };
}

function reportOf({ pages, ...names }: Review): ReviewReport {
  return {
    ...names,
    pages: pages.map(({ name, title, file, state, note, facts, body }) => ({
      name,
      title,
      file,
      state,
      note,
      blocks: excerptsOf(body),
      unseen: facts,
    })),
  };
}
