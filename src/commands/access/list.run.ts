import type { ListedAccess } from './document.ts';
import { accessListView } from './view.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { ReaderAccess } from '../../model/resources.ts';
import { formatRow } from './csv.ts';
import { addressKey, entriesOfArguments } from './requested-access.ts';
import { accessState, invitedReaders } from './plan.ts';
import { listOf } from '../../model/text/sentences.ts';

export interface ListAccessOptions {
  readonly active: boolean;
  readonly expired: boolean;
  readonly revoked: boolean;
  readonly exact: boolean;
  readonly csv: boolean;
}

/**
 * Prints the readers, or those with these addresses. One request. Rejects with `not-found` for
 * addresses that were never invited, after it printed the others.
 */
export async function listAccess(
  context: Context,
  addresses: readonly string[],
  options: ListAccessOptions,
): Promise<void> {
  const asked = askedAddresses(addresses);
  const invited = await invitedReaders(await context.api());
  const keys = new Set(asked.map(addressKey));
  const known = invited.filter(({ email }) => asked.length === 0 || keys.has(addressKey(email)));
  if (known.length > 0 || asked.length === 0) await show(context, known, options);
  const found = new Set(known.map(({ email }) => addressKey(email)));
  const unknown = asked.filter((email) => !found.has(addressKey(email)));
  if (unknown.length === 0) return;
  throw new Failure(
    'not-found',
    `${listOf(unknown)} ${unknown.length === 1 ? 'was' : 'were'} never invited.`,
    {
      hint: 'docs access list shows all readers',
    },
  );
}

function askedAddresses(addresses: readonly string[]): readonly string[] {
  const asked = entriesOfArguments(addresses);
  const wrong = asked.find(({ problem }) => problem !== null);
  if (wrong === undefined) return asked.map(({ text }) => text);
  throw new Failure('usage', `"${wrong.text}" is not an email address.`);
}

async function show(
  context: Context,
  readers: readonly ReaderAccess[],
  options: ListAccessOptions,
): Promise<void> {
  const now = context.host.clock.now();
  const all = !options.active && !options.expired && !options.revoked;
  const shown = readers
    .map((reader): ListedAccess => Object.assign({ state: accessState(reader, now) }, reader))
    .filter(({ state }) => all || options[state])
    .toSorted((a, b) => byCodeUnit(a.email, b.email));
  if (options.csv && !context.ui.json) {
    const rows = shown.map(({ email, expiresAt, state, created, revoked }) => [
      email,
      expiresAt ?? 'never',
      state,
      created,
      revoked ?? '',
    ]);
    const head = ['email', 'expires', 'state', 'created', 'revoked'];
    await context.ui.raw([head, ...rows].map((row) => `${formatRow(row)}\n`).join(''));
    return;
  }
  await context.ui.result(shown, accessListView(options.exact), { long: true });
}
