import type { ReaderAccess } from '../../model/resources.ts';
import { asInstantOrNull, asList, asObject, asText, asInstantOrEmpty } from './shape.ts';

/** Contract, section 2, "Reader access". */
export const decodeAccess = (json: unknown): ReaderAccess => accessAt(json, 'access');

/** The same for the list of all readers. */
export const decodeAccessList = (json: unknown): ReaderAccess[] => asList(json, 'access', accessAt);

function accessAt(json: unknown, name: string): ReaderAccess {
  const access = asObject(json, name);
  return {
    email: asText(access['email'], `${name}.email`),
    expiresAt: asInstantOrNull(access['expiresAt'], `${name}.expiresAt`),
    created: asInstantOrEmpty(access['created'], `${name}.created`),
    revoked: asInstantOrNull(access['revoked'], `${name}.revoked`),
  };
}
