import { createKey } from '../../platform/outside.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { type Permission } from '../../model/operations.ts';
import { requiredPlace, type PlaceFlags } from './place.ts';

export interface KeyFlags extends PlaceFlags {
  readonly name: string;
  readonly permission?: readonly Permission[];
  readonly in?: readonly string[];
  readonly user?: string;
}

/** Creates the key and prints it. */
export async function createPlatformKey({ host, ui }: Context, flags: KeyFlags): Promise<void> {
  const { name, permission: permissions = null, in: versions = null, user = null } = flags;
  try {
    const place = requiredPlace(flags, host);
    const apiKey = await createKey(place, { name, permissions, versions, user }, host.clock);
    await ui.result({ name, apiKey, permissions, versions, user }, ({ apiKey }) => apiKey);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Failure('not-found', `${error.message}.`, {
      hint: 'Give --in the slugs of versions, such as v1.0, and --user the address of a user of the platform',
      cause: error,
    });
  }
}
