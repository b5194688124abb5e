/** Changes the project of a platform from outside, even while other processes serve it. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../model/time.ts';
import { Failure } from '../model/failure.ts';
import { type CopiedRows, copyProject } from './database/copy.ts';
import { type DatabasePlace, openDatabase } from './database/open-database.ts';
import { DATABASE_FILE } from './database/sqlite.ts';
import { asFailure } from './database/unavailable.ts';
import type { KeyOptions } from './platform-options.ts';
import { notFound } from './refusal.ts';
import { allDocumentations, publishDocumentation } from './resources/documentations.ts';
import { type ListedKey, addKey, allKeys, removeKey } from './resources/keys.ts';
import { visibleVersions } from './resources/versions.ts';
import { PLATFORM, type Store, createStore } from './store.ts';

/** A project that other processes can open, unlike one in memory. */
export type OutsidePlace =
  | (DatabasePlace & { readonly folder: string; readonly database?: undefined })
  | (DatabasePlace & { readonly folder: null; readonly database: string });

/** A documentation, by its version and slug. */
interface DocumentationState {
  readonly id: number;
  readonly version: string;
  readonly documentation: string;
  readonly published: boolean;
}

/**
 * Makes a key in this database and resolves to its secret.
 * @throws Refusal if a version does not exist; Failure `usage` if a folder holds no database,
 * `failed` if the database cannot be used
 */
export const createKey = (place: OutsidePlace, key: KeyOptions, clock: Clock): Promise<string> =>
  withStore(place, clock, (store) => addKey(store, key));

/**
 * The keys in this database, without their secrets, the oldest first.
 * @throws Failure as `createKey`
 */
export const listKeys = (place: OutsidePlace, clock: Clock): Promise<readonly ListedKey[]> =>
  withStore(place, clock, allKeys);

/**
 * Ends the key with this id. Resolves to whether there was one.
 * @throws Failure as `createKey`
 */
export const revokeKey = (place: OutsidePlace, id: number, clock: Clock): Promise<boolean> =>
  withStore(place, clock, (store) => removeKey(store, id));

/**
 * Publishes or hides the documentations that `places` name: `v1.0/guides`, or `v1.0` for all of a
 * version. Resolves to these documentations. `changed`: whether a documentation was in the other
 * state before. If one place does not exist, nothing is changed.
 * @throws Refusal if a place does not exist; Failure `usage` if a folder holds no database,
 * `failed` if the database cannot be used
 */
export async function setDocumentationsPublished(
  place: OutsidePlace,
  places: readonly string[],
  published: boolean,
  clock: Clock,
): Promise<readonly (DocumentationState & { readonly changed: boolean })[]> {
  return withStore(place, clock, async (store) => {
    const found = new Map<number, DocumentationState>();
    for (const place of places) {
      for (const each of await documentationsAt(store, place)) found.set(each.id, each);
    }
    const result = [];
    for (const each of found.values()) {
      const changed = each.published !== published;
      if (changed) await publishDocumentation(store, each.id, published, PLATFORM);
      result.push({ ...each, published, changed });
    }
    return result;
  });
}

/** The documentation `v1.0/guides`, or all documentations of the version `v1.0`, in order. */
async function documentationsAt(
  store: Store,
  place: string,
): Promise<readonly DocumentationState[]> {
  const [version = '', documentation, ...rest] = place.split('/');
  const owner = (await visibleVersions(store, null)).find(({ slug }) => slug === version);
  if (!owner) throw notFound(`Version "${version}"`);
  const found = (await allDocumentations(store)).filter(
    ({ versionId, slug }) =>
      versionId === owner.id && (documentation === undefined || slug === documentation),
  );
  if (rest.length > 0 || found.length === 0) throw notFound(`Documentation "${place}"`);
  return found.map(({ id, slug, published }) => ({
    id,
    version,
    documentation: slug,
    published: published === 1,
  }));
}

/**
 * Copies a project as it is now into a place with nothing in it. Resolves to the number of rows of
 * each table.
 * @throws Failure `guard` if the target holds a project, `usage` if a folder to copy from holds
 * none, `failed` if a database cannot be used
 */
export async function copyPlatform(from: OutsidePlace, to: OutsidePlace): Promise<CopiedRows> {
  if (from.folder !== null) await requirePlatform(from.folder, '--from');
  const source = await openDatabase(from);
  try {
    const target = await openDatabase(to);
    try {
      return await copyProject(source, target);
    } finally {
      await target.close();
    }
  } catch (error) {
    throw asFailure(error);
  } finally {
    await source.close();
  }
}

async function requirePlatform(folder: string, option = '--data'): Promise<void> {
  await access(join(folder, DATABASE_FILE)).catch(() => {
    throw new Failure('usage', `There is no platform in ${folder}.`, {
      hint: `Give ${option} the folder that docs platform start was given; one that runs in memory cannot be reached from outside`,
    });
  });
}

/** Opens the database, which has to exist, for `work`. */
async function withStore<T>(
  place: OutsidePlace,
  clock: Clock,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  if (place.folder !== null) await requirePlatform(place.folder);
  const database = await openDatabase(place);
  try {
    const rules = { takenSlugs: 'refuse', reprint: false, dates: 'seconds' } as const;
    return await work(createStore(database, { api: 'classic', clock, ...rules }));
  } catch (error) {
    throw asFailure(error);
  } finally {
    await database.close();
  }
}
