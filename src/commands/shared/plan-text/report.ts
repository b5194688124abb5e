import type { NotDone, PushDocument } from './document.ts';
/** What a run did, what it did not do and why, and its cost. */
import { isRestricted } from '../../../model/change.ts';
import type { Change } from '../../../model/change.ts';
import { formatDuration } from '../../../model/time.ts';
import { groupBy } from '../../../model/group-by.ts';
import { count } from '../../../model/text/sentences.ts';
import type { Style } from '../../../ui/style.ts';
import { wrap } from '../../../ui/width.ts';
import { BEGUN, CARRIED_OUT, countBegun, KINDS } from './kinds.ts';
import { isLong, nameLines } from './name-lines.ts';
import { nothingDone } from './nothing.ts';
import type { RunAsked } from './nothing.ts';

/** The parts of a `PushDocument` that the report shows. */
type Report = Pick<
  PushDocument,
  | 'plan'
  | 'summary'
  | 'remoteOnly'
  | 'looked'
  | 'outOfSight'
  | 'applied'
  | 'failed'
  | 'skipped'
  | 'unsettled'
  | 'requests'
  | 'durationMs'
>;

export function reportView(report: Report, asked: RunAsked, style: Style): string {
  const { applied, failed, skipped, unsettled, requests, durationMs } = report;
  const held = skipped.filter(isHeld).length;
  const done = CARRIED_OUT.flatMap((kind) => {
    const pages = applied.filter((change) => change.kind === kind).length;
    return pages === 0 ? [] : [`${count(pages, 'page')} ${KINDS[kind].done}`];
  });
  const marked = skipped.filter(isMarked).length;
  if (marked > 0) done.push(`${count(marked, 'file')} with conflicts to resolve`);
  const begun = countBegun(report);
  if (begun > 0) done.push(`${count(begun, 'page')} ${BEGUN}`);
  const isUnhindered = failed.length + skipped.length + unsettled.length === held;
  const nothing = isUnhindered
    ? nothingDone(report, asked)
    : { first: 'Nothing was written', more: [] };
  const { first, more } =
    done.length === 0 ? nothing : { first: style.green(done.join(', ')), more: [] };
  const kept = held === 0 ? '' : `, ${count(held, 'page')} held back`;
  const cost = style.dim(`(${count(requests.total, 'request')}, ${formatDuration(durationMs)})`);
  return [
    ...list('Failed', 'red', failed, style),
    ...list(
      'Left out',
      'yellow',
      skipped.filter((each) => !isHeld(each)),
      style,
    ),
    ...list('Sent, outcome unknown', 'yellow', unsettled, style),
    `${first}${kept} ${cost}`,
    ...more.flatMap((line) => wrap(style.text(line).split(' '), style.width, 2)),
  ].join('\n');
}

/**
 * What readers see after a run that published nothing, which may surprise first-time users: no new
 * text, but new titles and URLs of pages that they see already. Null if there is nothing to say.
 */
export function whatReadersSee(
  {
    applied,
    failed,
    skipped,
    unsettled,
  }: Pick<Report, 'applied' | 'failed' | 'skipped' | 'unsettled'>,
  isPublishing: boolean,
): string | null {
  if (applied.some(({ kind }) => kind === 'publish')) return null;
  // The report lists these pages with their reasons. Readers may see texts of others in some.
  const open = [...failed, ...skipped, ...unsettled];
  if (isPublishing && open.some((change) => change.kind === 'publish' && !isHeld(change)))
    return null;
  const updates = applied.filter((change) => change.kind === 'update');
  const shown = (field: 'title' | 'slug'): number =>
    updates.filter(({ isShown, fields }) => isShown && fields.includes(field)).length;
  const live = [
    [shown('title'), 'new title'] as const,
    [shown('slug'), 'new URL'] as const,
  ].flatMap(([pages, what]) => (pages === 0 ? [] : [count(pages, what)]));
  const hasDrafts = applied.some(isDraft);
  if (live.length === 0) return hasDrafts ? draftsOnly(applied, isPublishing) : null;
  const already = `Readers already see ${live.join(' and ')}.`;
  return hasDrafts ? `${already} The texts are drafts: readers see them ${AFTER}` : already;
}

/** Whether drafts of others were written into files. */
export const hasPulledDrafts = ({ applied }: Pick<Report, 'applied'>): boolean =>
  applied.some((change) => change.kind === 'pull' && change.draft === true);

/** After publishing, only merged texts, which nobody has read, and held pages are drafts. */
function draftsOnly(applied: Report['applied'], isPublishing: boolean): string {
  if (!isPublishing) return `Drafts only: readers see them ${AFTER}`;
  return applied.some(({ kind }) => kind === 'conflict')
    ? 'Merged texts are drafts: read them, then publish them with docs page publish.'
    : 'Drafts only: their files mark them as drafts, or as not meant for all readers.';
}

const AFTER = 'after docs push --publish or docs page publish.';

const isDraft = (change: Change): boolean =>
  change.kind === 'create' || (change.kind === 'update' && change.fields.includes('body'));

/** Whether its file now contains both texts. */
const isMarked = (change: NotDone): boolean =>
  change.kind === 'conflict' && change.merge === 'markers';

/** Whether the change was held back on purpose. The plan has already said so, and what to do. */
const isHeld = (change: NotDone): boolean => change.kind === 'publish' && isRestricted(change);

/** The pages under each reason. A page that was neither created nor published is listed once. */
function list(
  heading: string,
  colour: 'red' | 'yellow',
  items: readonly NotDone[],
  style: Style,
): string[] {
  const lines: string[] = [];
  for (const [reason, same] of groupBy(items, ({ because }) => because)) {
    const pages = new Set(same.map(({ key }) => key ?? ''));
    const what = isLong(pages) ? `${heading}, ${count(pages.size, 'page')}` : heading;
    lines.push(
      ...wrap(`${what}: ${style.text(reason)}`.split(' '), style.width, 0).map(style.bold),
    );
    lines.push(...nameLines(pages, style, (name) => style[colour](name)));
    const hint = same[0]?.hint;
    if (hint !== undefined) {
      lines.push(...wrap(style.text(hint).split(' '), style.width, 6).map(style.dim));
    }
    lines.push('');
  }
  return lines;
}
