import { parseInstant } from '../../model/time.ts';
import type { ReaderAccess } from '../../model/resources.ts';
import { type Expiry, type RequestedAccess, addressKey } from './requested-access.ts';
import type { Api } from '../../api/api.ts';
import { withRefusedHint } from '../shared/refused-hint.ts';
import type { AccessState } from './document.ts';
import { grouped } from '../../model/text/sentences.ts';

/** What a grant would change for one address. */
export interface GrantChange {
  readonly kind: 'new' | 'restored' | 'extended' | 'shortened' | 'unchanged';
  readonly email: string;
  /** Only of access that has another end afterwards. */
  readonly from?: Expiry;
  readonly to: Expiry;
}

/** What a revocation would change for one address. `unknown`: the platform has no such reader; the address may be misspelt. */
export interface RevokeChange {
  readonly kind: 'revoked' | 'unchanged' | 'unknown';
  readonly email: string;
}

/** What a run would change for one address. */
export type AccessChange = GrantChange | RevokeChange;

/**
 * Decides what granting `entries` would do, in their order. An entry without an expiry takes
 * `fallback`. Without a `fallback`, a reader who has access keeps the expiry; a new reader, or one
 * whose access was revoked or has expired, gets access without an end. Known addresses keep the
 * platform's spelling.
 */
export function planGrant(
  entries: readonly RequestedAccess[],
  fallback: Expiry | undefined,
  readers: readonly ReaderAccess[],
  now: number,
): GrantChange[] {
  const known = byAddress(readers);
  return entries.map((entry) => {
    const reader = known.get(addressKey(entry.email));
    const asked = entry.expiry === undefined ? fallback : entry.expiry;
    if (!reader) return { kind: 'new', email: entry.email, to: asked ?? null };
    return changeOf(reader, asked, now);
  });
}

function changeOf(reader: ReaderAccess, asked: Expiry | undefined, now: number): GrantChange {
  const { email } = reader;
  if (accessState(reader, now) !== 'active') return { kind: 'restored', email, to: asked ?? null };
  const from = expiryOf(reader);
  if (asked === undefined || sameSecond(from, asked)) return { kind: 'unchanged', email, to: from };
  const to = asked;
  const later = to === null || (from !== null && to > from);
  return { kind: later ? 'extended' : 'shortened', email, from, to };
}

/** Decides what revoking `entries` would do, in their order. */
export function planRevoke(
  entries: readonly RequestedAccess[],
  readers: readonly ReaderAccess[],
): RevokeChange[] {
  const known = byAddress(readers);
  return entries.map(({ email }) => {
    const reader = known.get(addressKey(email));
    if (!reader) return { kind: 'unknown', email };
    return { kind: reader.revoked === null ? 'revoked' : 'unchanged', email: reader.email };
  });
}

/** The same number as in push's guard: fewer are not an accident by their number. */
const MANY = 20;

/** Why revoking so many looks like an accident: at least `MANY`, and more than half of those who have access. Returns null if it does not. */
export function guardRevoke(
  plan: readonly RevokeChange[],
  readers: readonly ReaderAccess[],
  now: number,
): string | null {
  const active = readers.filter((reader) => accessState(reader, now) === 'active');
  const names = new Set(active.map(({ email }) => email));
  const lost = plan.filter(({ kind, email }) => kind === 'revoked' && names.has(email)).length;
  if (lost < MANY || lost * 2 <= active.length) return null;
  return `${grouped(lost)} of the ${grouped(active.length)} active readers would lose their access at once.`;
}

const byAddress = (readers: readonly ReaderAccess[]): Map<string, ReaderAccess> =>
  new Map(readers.map((reader) => [addressKey(reader.email), reader]));

/** When a reader's access ends, in milliseconds since 1970. `NaN` for a date that cannot be read, so that the date is never kept. */
const expiryOf = (reader: ReaderAccess): Expiry =>
  reader.expiresAt === null ? null : (parseInstant(reader.expiresAt) ?? Number.NaN);

/** The platform stores whole seconds, so compares seconds. */
const sameSecond = (a: Expiry, b: Expiry): boolean =>
  a === null || b === null ? a === b : Math.floor(a / 1000) === Math.floor(b / 1000);

/** The state of a reader's access at `now`. */
export function accessState(reader: ReaderAccess, now: number): AccessState {
  if (reader.revoked !== null) return 'revoked';
  const expiry = expiryOf(reader);
  return expiry !== null && expiry <= now ? 'expired' : 'active';
}

/** All invited readers. If the platform refuses, the hint says what may be missing. One request. */
export async function invitedReaders(api: Api): Promise<ReaderAccess[]> {
  try {
    return await api.access.list();
  } catch (error) {
    throw withRefusedHint(
      error,
      'First choose the protection "Email Invite" in the settings of the project',
    );
  }
}
