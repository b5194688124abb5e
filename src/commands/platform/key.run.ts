import { createKey, listKeys, revokeKey } from '../../platform/change-from-outside.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { formatInstant } from '../../model/time.ts';
import { type Permission } from '../../model/operations.ts';
import { count } from '../../model/text/sentences.ts';
import { didYouMean, nearest } from '../../model/text/nearest.ts';
import type { ListedPlatformKeys, RevokedPlatformKey } from './document.ts';
import { requiredPlace, type PlaceFlags } from './place.ts';
import { platformKeysView, revokedKeyView } from './view.ts';

export interface KeyFlags extends PlaceFlags {
  readonly name: string;
  readonly permission?: readonly Permission[];
  readonly in?: readonly string[];
  readonly user?: string;
}

export interface RevokeFlags extends PlaceFlags {
  readonly dryRun: boolean;
}

/** Creates the key and prints it. */
export async function createPlatformKey({ host, ui }: Context, flags: KeyFlags): Promise<void> {
  const { name, permission: permissions = null, in: versions = null, user = null } = flags;
  try {
    const place = requiredPlace(flags, host);
    const apiKey = await createKey(place, { name, permissions, versions, user }, host.clock);
    const alike = (await listKeys(place, host.clock)).filter((key) => key.name === name);
    if (alike.length > 1)
      ui.warn(
        `${count(alike.length, 'key')} have the name "${name}" now.`,
        'docs platform key list shows their ids, by which docs platform key revoke ends one',
      );
    await ui.result({ name, apiKey, permissions, versions, user }, ({ apiKey }) => apiKey);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Failure('not-found', `${error.message}.`, {
      hint: 'Give --in the slugs of versions, such as v1.0, and --user the address of a user of the platform',
      cause: error,
    });
  }
}

/** Prints all keys, the oldest first. */
export async function listPlatformKeys(
  { host, ui }: Context,
  { exact, ...flags }: PlaceFlags & { readonly exact: boolean },
): Promise<void> {
  const keys = await listKeys(requiredPlace(flags, host), host.clock);
  const listed: ListedPlatformKeys = keys.map(
    ({ id, name, permissions, versions, user, created }) => ({
      id,
      name,
      permissions,
      versions,
      user,
      created: formatInstant(created * 1000),
    }),
  );
  await ui.result(listed, platformKeysView(exact), { long: true });
}

/** Asks, and revokes the key with this name or id. */
export async function revokePlatformKey(
  { host, ui }: Context,
  named: string,
  { dryRun, ...flags }: RevokeFlags,
): Promise<void> {
  const place = requiredPlace(flags, host);
  const { id, name } = chooseKey(await listKeys(place, host.clock), named);
  if (!dryRun) {
    await ui.agree(`Revoke the key "${ui.style.text(name)}"? Its next request is refused.`);
    if (!(await revokeKey(place, id, host.clock))) throw noSuchKey(named, []);
  }
  await ui.result<RevokedPlatformKey>({ id, name, revoked: !dryRun }, revokedKeyView);
}

interface Named {
  readonly id: number;
  readonly name: string;
}

/** @throws Failure `not-found` if no key has this name or id, `usage` if several have the name */
function chooseKey(keys: readonly Named[], named: string): Named {
  const found = keys.filter(({ id, name }) => name === named || String(id) === named);
  const [first, second] = found;
  if (first === undefined) throw noSuchKey(named, keys);
  if (second === undefined) return first;
  const ids = found.map(({ id }) => id).join(', ');
  throw new Failure('usage', `"${named}" is the name of ${found.length} keys: ${ids}.`, {
    hint: 'Give the id of one of them; docs platform key list shows when each was created',
  });
}

function noSuchKey(named: string, keys: readonly Named[]): Failure {
  const near = nearest(
    named,
    keys.map(({ name }) => name),
  );
  return new Failure('not-found', `There is no key "${named}".`, {
    hint: didYouMean(near, 'docs platform key list shows all'),
  });
}
