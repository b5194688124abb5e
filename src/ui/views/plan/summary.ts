import type { PushDocument } from '../../documents/push.ts';
import { groupBy } from '../../../model/group-by.ts';
import { count } from '../../count.ts';
import { markdownCell } from '../../markdown/cell.ts';
import { firstNames } from './name-lines.ts';

type Report = Pick<PushDocument, 'plan' | 'applied' | 'failed' | 'requests'>;

/** More rows than this are counted. */
const MOST = 100;

/** What a run did, and what needs a person, as Markdown for a job's summary. */
export function pushSummary({ plan, applied, failed, requests }: Report): string {
  const unplaced = plan.filter((change) => change.kind === 'unplaced');
  const conflicts = plan
    .filter((change) => change.kind === 'conflict')
    .filter(({ merge }) => merge === undefined);
  const rows = [
    ...Array.from(
      groupBy(failed, ({ because }) => because),
      ([because, same]) => row(new Set(same.map(({ key }) => key ?? '')), 'failed', because),
    ),
    ...Array.from(
      groupBy(unplaced, ({ reason }) => reason),
      ([reason, same]) => row(new Set(same.map(({ file }) => file)), 'not placed', reason),
    ),
    ...conflicts.map(({ key, file, fields }) => {
      const what = file === null ? 'no file, and changed' : 'changed here and';
      return row(new Set([key]), 'conflict', `${what} on the platform: ${fields.join(', ')}`);
    }),
  ];
  const kinds = ['create', 'update', 'publish', 'pull', 'conflict', 'delete'] as const;
  const done = kinds.map((kind) => applied.filter((change) => change.kind === kind).length);
  const [created = 0, updated = 0, published = 0, pulled = 0, merged = 0, deleted = 0] = done;
  const table = ['| page | | why |', '| --- | --- | --- |', ...rows.slice(0, MOST)];
  return [
    `### docs: ${created} created, ${updated} updated, ${published} published, ${pulled} pulled, ${merged} merged${deleted === 0 ? '' : `, ${deleted} deleted`}`,
    '',
    `${count(new Set(failed.map(({ key }) => key)).size, 'page')} failed, ${count(requests.total, 'request')}`,
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

function row(names: ReadonlySet<string>, state: string, why: string): string {
  const { shown, left } = firstNames(names);
  const cell = [...shown.map(markdownCell), ...(left === 0 ? [] : [`… and ${left} more`])];
  return `| ${cell.join('<br>')} | ${state} | ${markdownCell(why)} |`;
}
