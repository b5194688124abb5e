import type { InvalidEntry } from './document.ts';
import type { ListedAccess } from './document.ts';
import type { AccessChange } from '../../model/access-change.ts';
import { count } from '../../ui/count.ts';
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

interface ShownPlan {
  readonly plan: readonly AccessChange[];
  readonly invalid: readonly InvalidEntry[];
  readonly isDryRun?: boolean;
}

/** The plan, line by line: first the entries that cannot be used, then the changes. Unchanged readers are only counted. */
export function accessPlanView(
  { plan, invalid, isDryRun = false }: ShownPlan,
  style: Style,
): string {
  const unchanged = plan.filter(({ kind }) => kind === 'unchanged').length;
  const rows = plan
    .filter(({ kind }) => kind !== 'unchanged')
    .map((change) => changeRow(change, isDryRun ? 'would ' : '', style));
  const all = [
    ...invalid.map((entry) => invalidRow(entry, style)),
    ...rows,
    ...(unchanged > 0 ? [[style.dim('unchanged'), style.dim(String(unchanged))]] : []),
  ];
  return all.length === 0 ? 'Nothing to do.' : style.table(all, { whole: true });
}

const invalidRow = ({ line, text, reason }: InvalidEntry, style: Style): string[] => [
  style.red('invalid'),
  style.text(text) || '(empty)',
  `${line === null ? '' : `line ${line}: `}${style.text(reason)}`,
];

/** The wording is also true before the change is made. */
function changeRow(change: AccessChange, would: string, style: Style): string[] {
  const email = style.text(change.email);
  switch (change.kind) {
    case 'new':
      return [style.green(`${would}grant`), email, until(change.to)];
    case 'restored':
      return [style.green(`${would}restore`), email, until(change.to)];
    case 'extended':
      return [
        style.cyan(`${would}extend`),
        email,
        `${until(change.to)}, was ${until(change.from)}`,
      ];
    case 'shortened':
      return [
        style.yellow(`${would}shorten`),
        email,
        `${until(change.to)}, was ${until(change.from)}`,
      ];
    case 'revoked':
      return [style.yellow(`${would}revoke`), email];
    case 'unknown':
      return [style.red('unknown'), email, 'the platform has no such reader'];
    case 'unchanged':
      return [style.dim('unchanged'), email];
    default:
      return change satisfies never;
  }
}

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
