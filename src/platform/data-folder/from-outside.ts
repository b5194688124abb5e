/** Changes the data folder of a platform from outside, even while another process serves it. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../model/clock.ts';
import { Failure } from '../../model/failure.ts';
import { Admin, type DocumentationState } from '../admin.ts';
import { createStore } from '../open-store.ts';
import type { KeyOptions } from '../options.ts';
import { PLATFORM } from '../store/actor.ts';
import { DATABASE_FILE, openSqlite } from '../store/database/sqlite.ts';
import type { Store } from '../store/store.ts';

/**
 * Makes a key in the database of `folder` and resolves to its secret.
 * @throws Refusal if a version does not exist; Failure `failed` if the folder holds no usable database
 */
export const createKey = (folder: string, key: KeyOptions, clock: Clock): Promise<string> =>
  withStore(folder, clock, (store) => store.keys.create(key));

/**
 * Publishes or hides the documentations that `places` name: `v1.0/guides`, or `v1.0` for all of a version. Resolves to these documentations; `changed`
 * tells which of them were not in that state before. If one place does not exist, nothing is changed.
 * @throws Refusal if a place does not exist; Failure `not-found` if the folder holds no database, `failed` if the database cannot be used
 */
export async function setDocumentationsPublished(
  folder: string,
  places: readonly string[],
  published: boolean,
  clock: Clock,
): Promise<readonly (DocumentationState & { readonly changed: boolean })[]> {
  await access(join(folder, DATABASE_FILE)).catch(() => {
    throw new Failure('not-found', `There is no platform in ${folder}.`, {
      hint: 'Give --data the folder that docs platform start was given; one that runs in memory cannot be reached from outside',
    });
  });
  return withStore(folder, clock, async (store) => {
    const admin = new Admin(store, PLATFORM);
    const found = new Map<number, DocumentationState>();
    for (const place of places) {
      for (const each of await admin.documentationsAt(place)) found.set(each.id, each);
    }
    const result = [];
    for (const each of found.values()) {
      const changed = each.published !== published;
      if (changed) await admin.publishDocumentation(each.version, each.documentation, published);
      result.push({ ...each, published, changed });
    }
    return result;
  });
}

async function withStore<T>(
  folder: string,
  clock: Clock,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const database = await openSqlite(folder);
  try {
    const rules = { takenSlugs: 'refuse', reprint: false, dates: 'seconds' } as const;
    return await work(createStore(database, { api: 'classic', clock, ...rules }));
  } finally {
    await database.close();
  }
}
