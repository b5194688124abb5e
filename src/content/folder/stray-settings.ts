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
  const isOfAll = (path: string): boolean => isAboveAll(path) && (!mapped || path === PROJECT_FILE);
  const isNavigation = (path: string): boolean => isStrayNavigation(path, layout, mapped);
  const isStray = (path: string): boolean =>
    isStraySettings(path, layout, mapped) || isOfAll(path) || isNavigation(path);
  for (const path of listing.files) if (isStray(path)) add(path, await saidIn(path, read));
  for (const { path } of listing.refused) if (isStray(path)) add(path, null);
  return { places, files, navs };

  /** `said`: null if nobody knows. */
  function add(path: string, said: SettingsMap | null): void {
    if (isNavigation(path)) {
      if (said === null) files.set(path, UNKNOWN_ABOVE);
      else navs.set(path, said);
      return;
    }
    const says = said === null ? UNKNOWN_ABOVE : settingsHold(said, path);
    // Of the project's settings other keys matter: if they are malformed, they hold nothing back.
    if (says === null || (path === PROJECT_FILE && said === null)) return;
    const place = isOfAll(path) ? '' : placeOfStray(path, mapped);
    if (place !== null)
      places.set(place, said === null ? says : `${says} in ${posix.basename(path)}`);
    if (place === null || isOfAll(path)) files.set(path, says);
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
