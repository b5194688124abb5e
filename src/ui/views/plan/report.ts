/** What a run did, why not all of it, and what it cost. */
import type { Change, ChangeKind } from '../../../model/change.ts';
import { formatDuration } from '../../../model/duration.ts';
import { count } from '../../count.ts';
import type { Style } from '../../style.ts';

type NotDone = Change & { readonly because: string; readonly hint?: string };

/** The parts of a `PushDocument` that people are told. */
interface Report {
  readonly summary: Readonly<Record<ChangeKind, number>>;
  readonly applied: readonly Change[];
  readonly failed: readonly NotDone[];
  readonly skipped: readonly NotDone[];
  readonly requests: { readonly total: number };
  readonly durationMs: number;
}

const DONE = [
  ['create', 'created'],
  ['update', 'updated'],
  ['publish', 'published'],
  ['pull', 'written into files'],
  ['adopt', 'found unchanged on the platform'],
] as const;

export function reportView(report: Report, style: Style): string {
  const { applied, failed, skipped, summary, requests, durationMs } = report;
  const done = DONE.flatMap(([kind, word]) => {
    const pages = applied.filter((change) => change.kind === kind).length;
    return pages === 0 ? [] : [`${count(pages, 'page')} ${word}`];
  });
  const nothing =
    failed.length + skipped.length === 0
      ? `Nothing changed: ${count(summary.unchanged, 'page')} as on the platform`
      : 'Nothing was written';
  const first = done.length === 0 ? nothing : style.green(done.join(', '));
  const cost = style.dim(`(${count(requests.total, 'request')}, ${formatDuration(durationMs)})`);
  return [
    ...list('Failed', 'red', failed, style),
    ...list('Left out', 'yellow', skipped, style),
    `${first} ${cost}`,
  ].join('\n');
}

function list(
  heading: string,
  colour: 'red' | 'yellow',
  items: readonly NotDone[],
  style: Style,
): string[] {
  if (items.length === 0) return [];
  const lines = items.flatMap(({ key, because, hint }) => [
    `  ${style[colour](style.text(key ?? ''))}  ${style.text(because)}`,
    ...(hint === undefined ? [] : [`      ${style.dim(style.text(hint))}`]),
  ]);
  return [style.bold(`${heading}: ${items.length}`), ...lines, ''];
}
