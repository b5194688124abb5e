import { resolve } from 'node:path';
import type { Host } from '../../host.ts';
import { Failure } from '../../model/failure.ts';
import type { OutsidePlace } from '../../platform/change-from-outside.ts';

export interface PlaceFlags {
  readonly data?: string | undefined;
  readonly database?: string | undefined;
}

/**
 * The place of the project: the folder or the database that a flag names, else the database that
 * the environment names; null if there is none.
 *
 * @throws Failure `usage` if both flags are given, the address is empty, or the folder looks like one
 */
export function databasePlaceOf({ data, database }: PlaceFlags, host: Host): OutsidePlace | null {
  if (data !== undefined && database !== undefined) {
    throw new Failure('usage', '--data and --database cannot be combined.', {
      hint: 'Give only one of them',
    });
  }
  if (data !== undefined && ADDRESS.test(data)) {
    throw new Failure('usage', '--data is not a folder: it looks like an address.', {
      hint: 'Give the address of a database with --database',
    });
  }
  if (data !== undefined) return { folder: resolve(host.cwd, data) };
  const address = database ?? host.env['DOCS_PLATFORM_DATABASE'];
  if (address === '') {
    const name = database === undefined ? 'DOCS_PLATFORM_DATABASE' : '--database';
    throw new Failure('usage', `${name} is empty.`, {
      hint: `Give it an address, or ${database === undefined ? 'unset it' : 'leave it out'} to keep everything in memory`,
    });
  }
  return address === undefined ? null : { folder: null, database: address };
}

/**
 * Like `databasePlaceOf`, for commands that need an existing platform.
 *
 * @throws Failure `usage` if nothing names a place
 */
export function requiredPlace(flags: PlaceFlags, host: Host): OutsidePlace {
  const place = databasePlaceOf(flags, host);
  if (place) return place;
  throw new Failure('usage', 'It is not clear which platform is meant.', {
    hint: 'Give --data the folder of docs platform start, or --database the address of its database',
  });
}

/** With a password perhaps, so no message may repeat it as the name of a folder. */
const ADDRESS = /^[a-z][a-z\d+.-]+:\//i;

/** A folder, or the address of a database, which may be malformed. */
export const namedPlace = (text: string, host: Host): OutsidePlace =>
  ADDRESS.test(text) ? { folder: null, database: text } : { folder: resolve(host.cwd, text) };
