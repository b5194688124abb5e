import { resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { reviewMarkdown } from './markdown.view.ts';
import { reviewView } from './text.view.ts';
import { isEmpty, totals } from '../shared/review-run/totals.ts';
import { configurationName } from '../shared/annotations.ts';
import { isFile } from '../shared/named-files/input.ts';
import type { ReviewSides } from '../shared/review-run/sides.ts';
import { reviewOf } from '../shared/review-run/write-review.ts';

export interface ReviewOptions {
  /** `platform`, `published`, an export's ZIP, or a git revision. */
  readonly against: string;
  readonly format: 'text' | 'markdown' | 'html';
  /** A file for the HTML. */
  readonly out?: string;
  readonly force: boolean;
}

/** Shows what would change for readers. Writes nothing but the file that was asked for. */
export async function showReview(
  context: Context,
  names: readonly string[],
  options: ReviewOptions,
): Promise<void> {
  const { ui } = context;
  const { format, out } = options;
  const output = out === undefined ? undefined : await import('../shared/named-files/output.ts');
  if (out !== undefined) await output?.requireWritable(context, out, options.force);
  const sides = await sidesOf(context, names, options.against);
  const wantsHtml = out !== undefined || (format === 'html' && !ui.json);
  const { report, html } = await reviewOf(context, sides, wantsHtml);
  const isSame = isEmpty(report);
  const configuration = await configurationName(context);
  const comment = (): string => reviewMarkdown(report, configuration);
  if (!isSame) await ui.summarize(comment);
  await ui.output({ changed: String(!isSame) });
  if (out !== undefined) {
    await output?.writeOutput(context, out, html, options.force);
    await ui.output({ review: resolve(context.host.cwd, out) });
    ui.say(
      (style) => `${style.text(totals(report)).replace(/\.$/, '')}. Written to ${style.text(out)}.`,
    );
    if (ui.json) return ui.result(report, reviewView);
    if (format !== 'markdown') return undefined;
  }
  if (ui.json || format === 'text') return ui.result(report, reviewView, { long: true });
  if (format === 'html') return ui.raw(html);
  // A comment without changes would disturb, so none is printed.
  return isSame ? ui.say(totals(report)) : ui.raw(`${comment()}\n`);
}

async function sidesOf(
  context: Context,
  names: readonly string[],
  against: string,
): Promise<ReviewSides> {
  if (against === 'platform' || against === 'published') {
    const { platformSides } = await import('../shared/sync-run/plan-sides.ts');
    return platformSides(context, names, against);
  }
  if (/\.zip$/i.test(against)) {
    if (!(await isFile(resolve(context.host.cwd, against)))) {
      throw new Failure('usage', `There is no file "${against}".`, {
        hint: 'docs export writes one; paths are relative to the working folder',
      });
    }
    const { archiveSides } = await import('../shared/review-run/archive-sides.ts');
    return archiveSides(context, names, against);
  }
  const { gitSides } = await import('../shared/review-run/git-sides.ts');
  return gitSides(context, names, against);
}
