import { invalid, notFound, Refusal } from '../refusal.ts';
import { sees, type Actor, type VisibleVersions } from './actor.ts';
import { recordAudit } from './audit.ts';
import type { WriteTransaction, StoreCore } from './core.ts';
import { takeId } from './database/schema.ts';
import type { Sql } from './database/sql.ts';
import { VERSIONS, type VersionRow } from './statements/structure.ts';

export interface NewVersion {
  readonly slug: string;
  readonly name: string;
  readonly published: boolean;
}

export type VersionEdit = { readonly [Field in keyof NewVersion]: NewVersion[Field] | undefined };

export class VersionStore {
  readonly #core: StoreCore;

  constructor(core: StoreCore) {
    this.#core = core;
  }

  /** In their order. */
  async list(scope: VisibleVersions): Promise<readonly VersionRow[]> {
    const rows = await this.#core.read((sql) => sql.all(VERSIONS.all));
    return rows.filter(({ id }) => sees(scope, id));
  }

  update(id: number, edit: VersionEdit, actor: Actor, scope: VisibleVersions): Promise<VersionRow> {
    return this.#core.change(actor, async (change) => {
      const { sql, at } = change;
      const before = await findVersion(sql, { id }, scope);
      const slug = edit.slug ?? before.slug;
      const holder = await sql.get(VERSIONS.bySlug, slug);
      if (holder && holder.id !== id) throw invalid('slug', `"${slug}" is another version's`);
      const published = edit.published ?? before.published === 1;
      if (published && before.published === 0) await this.#checkContents(sql, id);
      const name = edit.name ?? before.name;
      const updated = this.#core.policy.dateOf(at, before.updated);
      await sql.run(VERSIONS.update, slug, name, published ? 1 : 0, updated, id);
      const after = await findVersion(sql, { id }, scope);
      await recordAudit(change, {
        entity: 'version',
        entityId: id,
        versionId: id,
        operation: 'UPD',
        message: transition(before, after),
        details: difference(before, after),
      });
      return after;
    });
  }

  /** Readers would find nothing in a version without any published content. */
  async #checkContents(sql: Sql, id: number): Promise<void> {
    if (this.#core.policy.emptyVersions === 'publish') return;
    if (await sql.get(VERSIONS.publishedContents, id, id)) return;
    throw new Refusal(
      'invalid',
      'General Exception: no documentation or API reference in this version is published: publish one first',
    );
  }

  /** Not in the API. The new version comes last. */
  create(version: NewVersion, actor: Actor): Promise<VersionRow> {
    return this.#core.change(actor, async (change) => {
      const { slug } = version;
      if (await change.sql.get(VERSIONS.bySlug, slug)) throw invalid('slug', `"${slug}" is taken`);
      return insert(change, version);
    });
  }

  /** As `create`, unless there is a version with that slug: then that one, as it is. */
  ensure(version: NewVersion, actor: Actor): Promise<VersionRow> {
    return this.#core.change(
      actor,
      async (change) =>
        (await change.sql.get(VERSIONS.bySlug, version.slug)) ?? insert(change, version),
    );
  }
}

async function insert(
  change: WriteTransaction,
  { slug, name, published }: NewVersion,
): Promise<VersionRow> {
  const { sql, at } = change;
  const id = await takeId(sql, 'version');
  const last = await sql.get(VERSIONS.last);
  const ordr = (last?.ordr ?? 0) + 1;
  await sql.run(VERSIONS.insert, id, slug, name, published ? 1 : 0, ordr, at, at);
  await recordAudit(change, {
    entity: 'version',
    entityId: id,
    versionId: id,
    operation: 'INS',
    message: 'Version created',
    details: { slug, name, published },
  });
  return findVersion(sql, { id }, null);
}

export async function findVersion(
  sql: Sql,
  by: { readonly id: number } | { readonly slug: string },
  scope: VisibleVersions,
): Promise<VersionRow> {
  const version =
    'id' in by ? await sql.get(VERSIONS.byId, by.id) : await sql.get(VERSIONS.bySlug, by.slug);
  if (!version || !sees(scope, version.id)) throw notFound('Version');
  return version;
}

/**
 * The version that `latest` stands for: the first published one that the caller may see.
 * @param versions in their order
 */
export const defaultVersion = (versions: readonly VersionRow[]): VersionRow | undefined =>
  versions.find(({ published }) => published === 1);

function transition(before: VersionRow, after: VersionRow): string {
  if (before.published === after.published) return 'Version updated';
  return after.published ? 'Version published' : 'Version unpublished';
}

function difference(before: VersionRow, after: VersionRow): Record<string, unknown> {
  const fields = ['slug', 'name'] as const;
  const texts = fields
    .filter((field) => before[field] !== after[field])
    .map((field) => [field, { from: before[field], to: after[field] }]);
  if (before.published === after.published) return Object.fromEntries(texts);
  const published = { from: before.published === 1, to: after.published === 1 };
  return { ...Object.fromEntries(texts), published };
}
