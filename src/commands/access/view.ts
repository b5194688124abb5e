import type { AccessItem, ListedAccess } from './document.ts';
import type { BatchWords } from '../shared/batch/view.ts';
import type { AccessChange } from './plan.ts';
import { count, grouped } from '../../model/text/sentences.ts';
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

const until = (expiry: string | null): string =>
  expiry === null ? 'without an expiry' : `until ${formatEnd(Date.parse(expiry))}`;

/** `has access for longer: until the end of 2026-12-31 (UTC), not until the end of 2026-06-30 (UTC)` */
function expiriesOf({ from, to }: AccessItem): string {
  if (to === undefined) return '';
  return from === undefined ? ` ${until(to)}` : `: ${until(to)}, not ${until(from)}`;
}

const SAYS = {
  new: ['would get access', 'has access'],
  restored: ['would get access again', 'has access again'],
  extended: ['would have access for longer', 'has access for longer'],
  shortened: ['would have access for less time', 'has access for less time'],
  revoked: ['would lose access', 'has no access any more'],
  unchanged: ['', ''],
  unknown: ['', ''],
} as const;

const saysOf = (item: AccessItem, at: 0 | 1): string =>
  `${SAYS[item.kind ?? 'unknown'][at]}${expiriesOf(item)}`;

export const ACCESS_WORDS: BatchWords<AccessItem> = {
  one: 'change',
  done: 'made',
  label: ({ name, line }) => `${name || '(empty)'}${line ? ` (line ${line})` : ''}`,
  says: {
    planned: (item) => saysOf(item, 0),
    done: (item) => saysOf(item, 1),
    unchanged: ({ to }) => (to === undefined ? 'has no access already' : 'has that access already'),
    left: () => 'was not tried',
  },
  hint: 'The rest is on standard output as CSV: pass it to --from later',
};

const VERBS = [
  { do: 'grant', doing: 'granting', kinds: ['new', 'restored'] },
  { do: 'extend', doing: 'extending', kinds: ['extended'] },
  { do: 'shorten', doing: 'shortening', kinds: ['shortened'] },
  { do: 'revoke', doing: 'revoking', kinds: ['revoked'] },
] as const;

/** `Grant 2 invites (1 without an expiry) and extend 1`, or the same with `Granting`. */
export function accessIntent(changes: readonly AccessChange[], form: 'do' | 'doing'): string {
  const counts = VERBS.map(({ kinds, [form]: verb }) => {
    const invites = changes.filter(({ kind }) => kinds.some((each) => each === kind));
    const endless = invites.filter((change) => 'to' in change && change.to === null);
    return { verb, invites: invites.length, endless: endless.length };
  }).filter(({ invites }) => invites > 0);
  const text = counts
    .map(({ verb, invites, endless }, at) => {
      const ends =
        endless === invites ? ' without an expiry' : ` (${grouped(endless)} without an expiry)`;
      const number = at === 0 ? count(invites, 'invite') : grouped(invites);
      return `${verb} ${number}${endless > 0 ? ends : ''}`;
    })
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
