import type { InvalidEntry, ListedAccess } from './document.ts';
import type { AccessChange } from './plan.ts';
import { count } from '../../model/text/count.ts';
import type { Style } from '../../ui/style.ts';
import type { View } from '../../ui/ui.ts';
import { formatEnd, sinceView, whenView } from '../../ui/when.ts';

export const accessListView =
  (exact: boolean): View<readonly ListedAccess[]> =>
  (readers, style) => {
    if (readers.length === 0) return 'No readers.';
    const rows = readers.map(({ email, state, expiresAt, created }) => [
      style.text(email),
      state === 'active' ? style.green(state) : style.yellow(state),
      whenView(style, expiresAt, exact),
      sinceView(style, created, exact),
    ]);
    return style.table(rows, { head: ['READER', 'STATE', 'EXPIRES', 'INVITED'] });
  };

const until = (ms: number | null): string =>
  ms === null
    ? 'never expires'
    : `until ${Number.isNaN(ms) ? 'an unreadable date' : formatEnd(ms)}`;

/** More are only counted: they have one cause. */
const MAX_INVALID = 50;

/** The entries that cannot be used, with their reasons. */
export function invalidView(invalid: readonly InvalidEntry[], style: Style): string {
  const rows = invalid
    .slice(0, MAX_INVALID)
    .map(({ line, text, reason }) => [
      style.red('invalid'),
      style.text(text) || '(empty)',
      `${line === null ? '' : `line ${line}: `}${style.text(reason)}`,
    ]);
  const more = invalid.length - rows.length;
  const table = style.table(rows, { whole: true });
  return more > 0 ? `${table}\n${style.dim(`and ${more} more`)}` : table;
}

/** The plan, line by line. Unchanged readers are only counted. `would` is put before the verbs. */
export function accessPlanView(
  plan: readonly AccessChange[],
  style: Style,
  would: '' | 'would ' = '',
): string {
  const unchanged = plan.filter(({ kind }) => kind === 'unchanged').length;
  const rows = plan
    .filter(({ kind }) => kind !== 'unchanged')
    .map((change) => changeRow(change, would, style));
  if (unchanged > 0) rows.push([style.dim('unchanged'), style.dim(String(unchanged))]);
  return rows.length === 0 ? 'Nothing to do.' : style.table(rows, { whole: true });
}

/** The wording is also true before the change is made. */
function changeRow(change: AccessChange, would: string, style: Style): string[] {
  const email = style.text(change.email);
  if (change.kind === 'unknown') {
    return [style.red('unknown'), email, 'the platform has no such reader'];
  }
  const { verb, colour } = SHOWN[change.kind];
  const row = [style[colour](`${would}${verb}`), email];
  if (!('to' in change)) return row;
  const was = change.from === undefined ? '' : `, was ${until(change.from)}`;
  return [...row, `${until(change.to)}${was}`];
}

const SHOWN = {
  new: { verb: 'grant', colour: 'green' },
  restored: { verb: 'restore', colour: 'green' },
  extended: { verb: 'extend', colour: 'cyan' },
  shortened: { verb: 'shorten', colour: 'yellow' },
  revoked: { verb: 'revoke', colour: 'yellow' },
  unchanged: { verb: 'unchanged', colour: 'dim' },
} as const;

const VERBS = [
  ['grant', ['new', 'restored']],
  ['extend', ['extended']],
  ['shorten', ['shortened']],
  ['revoke', ['revoked']],
] as const;

/** The text of the question: `Grant 2 invites (1 never expires) and extend 1`. */
export function accessIntent(changes: readonly AccessChange[]): string {
  const counts = VERBS.map(([verb, kinds]) => {
    const invites = changes.filter(({ kind }) => kinds.some((each) => each === kind));
    const endless = invites.filter((change) => 'to' in change && change.to === null);
    return { verb, invites: invites.length, endless: endless.length };
  }).filter(({ invites }) => invites > 0);
  const text = counts
    .map(({ verb, invites, endless }, at) => {
      const never = `never ${endless === 1 ? 'expires' : 'expire'}`;
      const ends = endless === invites ? ` that ${never}` : ` (${endless} ${never})`;
      return `${verb} ${at === 0 ? count(invites, 'invite') : invites}${endless > 0 ? ends : ''}`;
    })
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface ShownOutcome {
  readonly failed: readonly { readonly change: AccessChange; readonly reason: string }[];
  readonly left: readonly AccessChange[];
}

export function accessReportView({ failed, left }: ShownOutcome, style: Style): string {
  const lines = failed.map(
    ({ change, reason }) =>
      `${style.red('failed')}  ${style.text(change.email)}: ${style.text(reason)}`,
  );
  if (left.length > 0) lines.push(`${style.yellow('left')}    ${left.length} not tried`);
  return lines.join('\n');
}

interface Counts {
  readonly plan: readonly AccessChange[];
  readonly done: number;
  readonly left: number;
}

/** One line with the counts. */
export function accessSummary({ plan, done, left }: Counts): string {
  const unchanged = plan.filter(({ kind }) => kind === 'unchanged').length;
  return [
    `${done} changed`,
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    ...(left > 0 ? [`${left} left`] : []),
  ].join(', ');
}
