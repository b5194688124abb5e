/** Compares both sides page by page, and collects the differences. */
import type { Context } from '../../../context.ts';
import { excerptsOf } from '../../../site/review/excerpts.ts';
import type { WrittenPage } from '../../../site/review/html/review-document.ts';
import { reviewPage } from '../../../site/review/review.ts';
import { reviewSettings } from '../../../site/review/compare-settings.ts';
import type { SettingsReview } from '../../../site/review/compare-settings.ts';
import type { PageReview } from '../../../site/review/review.ts';
import type { ReviewReport, ReviewedPage, ReviewedSettings } from './document.ts';
import { STATES, totals } from './totals.ts';
import type { ReviewSides } from './sides.ts';

/** A review's result, as data and, if wanted, a document. Keeps no page after writing it. */
export async function reviewOf(
  context: Context,
  {
    pairs,
    settings = [],
    definitions = [],
    others = () => [],
    uncompared = [],
    warnings,
    pictures,
    ...names
  }: ReviewSides,
  wantsHtml: boolean,
): Promise<{ readonly report: ReviewReport; readonly html: string }> {
  const { ui, host } = context;
  for (const warning of warnings) ui.warn(warning);
  const writer = wantsHtml ? await import('../../../site/review/html/article.ts') : null;
  const article = writer?.articleHtml;
  const carry = pictures?.carry ?? (() => undefined);
  const progress = ui.progress('Comparing pages');
  const pages: ReviewedPage[] = [];
  const settingsFiles: ReviewedSettings[] = [];
  const written: WrittenPage[] = [];
  const reviewed = new Set<string>();
  for await (const pair of pairs) {
    host.signal.throwIfAborted();
    const page = reviewPage(pair);
    if (!page) continue;
    for (const file of [pair.file, pair.formerFile]) if (file) reviewed.add(file);
    const { name, state } = page;
    const id = `page-${pages.length + 1}`;
    pages.push(reported(page));
    if (article) written.push({ name, state, id, html: await article(page, id, STATES, carry) });
    progress.update(`Comparing pages: ${pages.length} differ`);
  }
  for (const pair of settings) {
    const file = reviewSettings(pair);
    const { name, state } = file;
    reviewed.add(name);
    const id = `settings-${settingsFiles.length + 1}`;
    settingsFiles.push(reportedSettings(file));
    if (article) written.push({ name, state, id, html: await article(file, id, STATES, carry) });
  }
  for (const [index, diff] of writer ? definitions.entries() : []) {
    const { diffBody } = await import('../definition-changes/markdown.ts');
    const file = { name: diff.new, state: 'changed', id: `definition-${index + 1}` } as const;
    const html = writer?.otherArticle({ ...file, html: await diffBody(diff) }, STATES) ?? '';
    written.push({ ...file, html });
  }
  progress.stop();
  const report: ReviewReport = {
    ...names,
    pages,
    settings: settingsFiles,
    definitions,
    others: [...others(reviewed)],
    uncompared,
  };
  if (!wantsHtml) return { report, html: '' };
  const { reviewHtml } = await import('../../../site/review/html/review-document.ts');
  const document = { ...names, totals: totals(report), pages: written };
  return { report, html: reviewHtml(document, STATES) };
}

const reportedSettings = ({ name, state, body }: SettingsReview): ReviewedSettings => ({
  file: name,
  state,
  blocks: excerptsOf(body),
});

const reported = ({ body, facts, ...page }: PageReview): ReviewedPage => ({
  name: page.name,
  title: page.title,
  file: page.file,
  state: page.state,
  note: page.note,
  looks: page.looks,
  blocks: excerptsOf(body),
  unseen: facts,
});
