import { freeSlug, slugOfTitle } from '../../content/slug.ts';
import type { Slug } from '../../model/ids.ts';
import { notFound, Refusal } from '../refusal.ts';
import { sees, type Actor, type VisibleVersions } from './actor.ts';
import { recordAudit } from './audit.ts';
import { Stale, type WriteTransaction, type StoreCore } from './core.ts';
import { takeId } from './database/schema.ts';
import {
  indexReference,
  prepareOperations,
  type PreparedOperation,
} from './search/reference-sections.ts';
import type { Sql } from './database/sql.ts';
import { REFERENCES, type ReferenceRow } from './statements/references.ts';
import { findVersion } from './versions.ts';

export interface ReferenceUpload {
  /** The identity of a reference within its version. */
  readonly title: string;
  /** For a new reference; `null`: derived from the title. */
  readonly slug: string | null;
  readonly text: string;
  readonly publish: boolean;
  /** Left out: they stay as they are. */
  readonly settings?: ShownSettings;
}

/** How readers see a reference; `undefined`: unchanged. */
export interface ShownSettings {
  readonly showTryItOut: boolean | undefined;
  readonly allowDownload: boolean | undefined;
  readonly expandable: boolean | undefined;
}

/** As uploads set them; `null`: no upload did. */
export type StoredSettings = { readonly [Name in keyof ShownSettings]: boolean | null };

const told = (stored: number | null): boolean | null => (stored === null ? null : stored === 1);

/** API references and the transitions of their draft and published definition (contract, section 3). */
export class ReferenceStore {
  readonly #core: StoreCore;

  constructor(core: StoreCore) {
    this.#core = core;
  }

  read(id: number, scope: VisibleVersions): Promise<ReferenceRow> {
    return this.#core.read((sql) => findReference(sql, id, scope));
  }

  /** How readers see the reference. */
  settings(id: number): Promise<StoredSettings> {
    return this.#core.read(async (sql) => {
      const row = await sql.get(REFERENCES.settings, id);
      if (!row) throw notFound('Reference');
      return {
        showTryItOut: told(row.showTryItOut),
        allowDownload: told(row.allowDownload),
        expandable: told(row.expandable),
      };
    });
  }

  list(versionId: number): Promise<readonly ReferenceRow[]> {
    return this.#core.read((sql) => sql.all(REFERENCES.ofVersion, versionId));
  }

  /**
   * Updates the reference with that title, or makes one. If it is published at once, it skips the draft stage, and an older draft is dropped so that a
   * later publish does not bring it back.
   */
  async upload(
    versionId: number,
    upload: ReferenceUpload,
    actor: Actor,
    scope: VisibleVersions,
  ): Promise<ReferenceRow> {
    const sections = await this.#prepare(upload.publish ? upload.text : null);
    return this.#core.change(actor, async (change) => {
      const { sql } = change;
      await findVersion(sql, { id: versionId }, scope);
      const before = await sql.get(REFERENCES.byTitle, versionId, upload.title);
      return this.#store(change, versionId, upload, sections, before);
    });
  }

  /** As `upload`, unless there is a reference with that title: it stays as it is. */
  async ensure(versionId: number, upload: ReferenceUpload, actor: Actor): Promise<void> {
    const known = (sql: Sql) => sql.get(REFERENCES.byTitle, versionId, upload.title);
    if (await this.#core.read(known)) return;
    const sections = await this.#prepare(upload.publish ? upload.text : null);
    await this.#core.change(actor, async (change) => {
      if (await known(change.sql)) return;
      await this.#store(change, versionId, upload, sections, undefined);
    });
  }

  async #store(
    change: WriteTransaction,
    versionId: number,
    upload: ReferenceUpload,
    sections: readonly PreparedOperation[],
    before: ReferenceRow | undefined,
  ): Promise<ReferenceRow> {
    const { sql, at } = change;
    const { title, text, publish, settings } = upload;
    const id = before?.id ?? (await insert(change, versionId, upload));
    const published = publish ? text : (before?.published ?? null);
    const date = before ? this.#core.policy.dateOf(at, before.updated) : at;
    const drafted = publish ? null : text;
    await sql.run(REFERENCES.update, drafted, published, publish ? 1 : 0, date, id);
    if (settings) await configure(sql, id, settings);
    if (publish) await indexReference(sql, this.#core.database.sections, versionId, id, sections);
    await recordAudit(change, {
      entity: 'reference',
      entityId: id,
      versionId,
      operation: before ? 'UPD' : 'INS',
      message: `Reference ${before ? 'updated' : 'created'}${publish ? ' and published' : ' as a draft'}`,
      details: { title, definition: publish ? 'published' : 'draft', ...settings },
    });
    return findReference(sql, id, null);
  }

  /** A reference that is not published, as in a clone, needs no draft: its published definition becomes visible to readers. */
  async publish(id: number, actor: Actor, scope: VisibleVersions): Promise<ReferenceRow> {
    const prepare = async () => {
      const { draft } = await this.read(id, scope);
      return { draft, sections: await this.#prepare(draft) };
    };
    return this.#core.changeWith(actor, prepare, async (change, { draft, sections }) => {
      const { sql } = change;
      const before = await findReference(sql, id, scope);
      if (before.draft === null && before.isPublished === 1) {
        throw new Refusal('invalid', 'General Exception: the reference has no draft to publish');
      }
      const date = this.#core.policy.dateOf(change.at, before.updated);
      await sql.run(REFERENCES.update, null, before.draft ?? before.published, 1, date, id);
      if (before.draft !== null) {
        if (before.draft !== draft) throw new Stale();
        await indexReference(sql, this.#core.database.sections, before.versionId, id, sections);
      }
      await recordAudit(change, {
        entity: 'reference',
        entityId: id,
        versionId: before.versionId,
        operation: 'UPD',
        message: 'Reference published',
        details: { definition: 'published' },
      });
      return findReference(sql, id, scope);
    });
  }

  /** What search is to find of this definition, if one is published. A large one takes seconds. */
  async #prepare(definition: string | null): Promise<readonly PreparedOperation[]> {
    return definition === null ? [] : prepareOperations(this.#core, definition);
  }
}

async function findReference(sql: Sql, id: number, scope: VisibleVersions): Promise<ReferenceRow> {
  const reference = await sql.get(REFERENCES.byId, id);
  if (!reference || !sees(scope, reference.versionId)) throw notFound('Reference');
  return reference;
}

async function configure(
  sql: Sql,
  id: number,
  { showTryItOut, allowDownload, expandable }: ShownSettings,
): Promise<void> {
  const stored = (value: boolean | undefined) => (value === undefined ? null : Number(value));
  await sql.run(
    REFERENCES.configure,
    stored(showTryItOut),
    stored(allowDownload),
    stored(expandable),
    id,
  );
}

async function insert(
  { sql, at }: WriteTransaction,
  versionId: number,
  { title, slug }: ReferenceUpload,
): Promise<number> {
  const rows = await sql.all(REFERENCES.takenSlugs, versionId, versionId);
  const taken = new Set(rows.map((row) => row.slug));
  const free = freeSlug((slug ?? slugOfTitle(title)) as Slug, (each) => taken.has(each));
  const id = await takeId(sql, 'reference');
  const last = await sql.get(REFERENCES.last, versionId);
  const ordr = (last?.ordr ?? 0) + 1;
  await sql.run(REFERENCES.insert, id, versionId, free, title, ordr, at, at);
  return id;
}
