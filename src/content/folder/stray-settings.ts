/** What settings and navigations hold back that nobody reads: for their name, or for their folder. */
import { posix } from 'node:path';
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
import { UNKNOWN_ABOVE } from '../../model/local.ts';
import type { Unreadable } from '../../system/files/read.ts';
import type { SettingsValue } from '../../system/yaml/placed-yaml.ts';
import { PROJECT_FILE } from '../file-names.ts';
import { isAboveAll } from '../layouts/beside-pages.ts';
import type { Layout } from '../layouts/layout.ts';
import { isStrayNavigation, isStraySettings, placeOfStray } from '../layouts/layouts.ts';
import { settingsHold, settingsMap } from '../settings/settings-file.ts';
import type { SettingsMap } from '../settings/settings-file.ts';
import type { Listing } from './list-folder.ts';

/** What holds back, in words. */
export interface StrayHolds {
  /** By the folders of versions and documentations; empty: all versions. */
  readonly places: ReadonlyMap<string, string>;
  /** By the files, for the pages in their folders. */
  readonly files: ReadonlyMap<string, string>;
  /** Navigations, by their files. */
  readonly navs: ReadonlyMap<string, SettingsMap>;
}

export const NO_STRAYS: StrayHolds = { places: new Map(), files: new Map(), navs: new Map() };

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
  const navs = new Map<string, SettingsMap>();
  for (const path of listing.files) await add(path, () => saidIn(path, read));
  for (const { path } of listing.refused) await add(path, () => Promise.resolve(null));
  return { places, files, navs };

  async function add(path: string, open: () => Promise<SettingsMap | null>): Promise<void> {
    const isOfAll = isAboveAll(path) && (!mapped || path === PROJECT_FILE);
    if (isStraySettings(path, layout, mapped) || isOfAll) {
      const said = await open();
      const says = said === null ? UNKNOWN_ABOVE : settingsHold(said);
      // Of the project's settings other keys matter: if they are malformed, they hold nothing back.
      if (says === null || (path === PROJECT_FILE && said === null)) return;
      const place = isOfAll ? '' : placeOfStray(path, mapped);
      if (place !== null)
        places.set(place, said === null ? says : `${says} in ${posix.basename(path)}`);
      if (place === null || isOfAll) files.set(path, says);
    } else if (isStrayNavigation(path, layout, mapped)) {
      const said = await open();
      if (said === null) files.set(path, UNKNOWN_ABOVE);
      else navs.set(path, said);
    }
  }
}

/** What the file says. Null: nobody knows. */
async function saidIn(path: string, read: Read): Promise<SettingsMap | null> {
  try {
    const found = await read(path);
    if (found === null) return {};
    return 'problem' in found ? null : settingsMap(found.value, path as FilePath);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
