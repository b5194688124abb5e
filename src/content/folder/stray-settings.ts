/** What settings hold back that nobody reads: for their name, or for their folder. */
import { posix } from 'node:path';
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
import { UNKNOWN_ABOVE } from '../../model/local.ts';
import type { Unreadable } from '../../system/files/read.ts';
import type { SettingsValue } from '../../system/yaml/placed-yaml.ts';
import { PROJECT_FILE } from '../file-names.ts';
import { isAboveAll } from '../layouts/beside-pages.ts';
import type { Layout } from '../layouts/layout.ts';
import { isStraySettings, placeOfStray } from '../layouts/layouts.ts';
import { settingsHold, settingsMap } from '../settings/settings-file.ts';
import type { Listing } from './list-folder.ts';

/** What holds back, in words. */
export interface StrayHolds {
  /** By the folders of versions and documentations; empty: all versions. */
  readonly places: ReadonlyMap<string, string>;
  /** By the files, for the pages in their folders. */
  readonly files: ReadonlyMap<string, string>;
}

export const NO_STRAYS: StrayHolds = { places: new Map(), files: new Map() };

type Read = (path: string) => Promise<{ readonly value: SettingsValue } | Unreadable | null>;

/**
 * `listing`: the files that are nothing to the layout. One that cannot be read, or is malformed, may
 * hold back.
 */
export async function readStrays(
  listing: Pick<Listing, 'files' | 'refused'>,
  layout: Layout,
  mapped: boolean,
  read: Read,
): Promise<StrayHolds> {
  const places = new Map<string, string>();
  const files = new Map<string, string>();
  const isStray = (path: string): boolean =>
    isStraySettings(path, layout, mapped) || (!mapped && isAboveAll(path));
  for (const path of listing.files) if (isStray(path)) add(path, await holdIn(path, read));
  for (const { path } of listing.refused) if (isStray(path)) add(path, UNKNOWN_ABOVE);
  return { places, files };

  function add(path: string, says: string | null): void {
    // Of the project's settings other keys matter: if they are malformed, they hold nothing back.
    if (says === null || (path === PROJECT_FILE && says === UNKNOWN_ABOVE)) return;
    const isOfAll = !mapped && isAboveAll(path);
    const place = isOfAll ? '' : placeOfStray(path, mapped);
    if (place !== null)
      places.set(place, says === UNKNOWN_ABOVE ? says : `${says} in ${posix.basename(path)}`);
    if (place === null || isOfAll) files.set(path, says);
  }
}

/** The setting that holds back, as in the file. Null: nothing does. */
async function holdIn(path: string, read: Read): Promise<string | null> {
  try {
    const found = await read(path);
    if (found === null) return null;
    return 'problem' in found
      ? UNKNOWN_ABOVE
      : settingsHold(settingsMap(found.value, path as FilePath));
  } catch (error) {
    if (error instanceof Failure) return UNKNOWN_ABOVE;
    throw error;
  }
}
