import type { Change } from '../../../model/change.ts';
import { count } from '../../count.ts';
import { markdownCell } from '../../markdown-cell.ts';

interface Report {
  readonly plan: readonly Change[];
  readonly applied: readonly Change[];
  readonly failed: readonly (Change & { readonly because: string })[];
  readonly requests: { readonly total: number };
}

/** More rows than this are counted. */
const MOST = 100;

/** What a run did, and what needs a person, as Markdown for a job's summary. */
export function pushSummary({ plan, applied, failed, requests }: Report): string {
  const rows = [
    ...failed.map((change) => [change.key ?? '', 'failed', change.because]),
    ...plan.flatMap((change) => {
      if (change.kind === 'unplaced') return [[change.file, 'not placed', change.reason]];
      if (change.kind !== 'conflict' || change.merge !== undefined) return [];
      return [
        [change.key, 'conflict', `changed here and on the platform: ${change.fields.join(', ')}`],
      ];
    }),
  ];
  const kinds = ['create', 'update', 'publish', 'pull', 'conflict'] as const;
  const done = kinds.map((kind) => applied.filter((change) => change.kind === kind).length);
  const [created = 0, updated = 0, published = 0, pulled = 0, merged = 0] = done;
  const table = ['| page | | why |', '| --- | --- | --- |', ...rows.slice(0, MOST).map(row)];
  return [
    `### docs: ${created} created, ${updated} updated, ${published} published, ${pulled} pulled, ${merged} merged`,
    '',
    `${count(failed.length, 'change')} failed, ${count(requests.total, 'request')}`,
    ...(rows.length === 0 ? [] : ['', ...table]),
    ...(rows.length > MOST ? ['', `… and ${rows.length - MOST} more`] : []),
  ].join('\n');
}

/** A plan that this run does not carry out, as it is shown on a terminal. */
export function planSummary(shown: string): string {
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `### docs: the plan, not carried out\n\n${fence}text\n${shown}\n${fence}`;
}

const row = (cells: readonly string[]): string => `| ${cells.map(markdownCell).join(' | ')} |`;
