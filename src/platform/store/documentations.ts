import { invalid, notFound } from '../refusal.ts';
import type { Actor } from './actor.ts';
import { recordAudit } from './audit.ts';
import type { WriteTransaction, StoreCore } from './core.ts';
import { nextPosition } from './positions.ts';
import { takeId } from './database/schema.ts';
import type { Sql } from './database/sql.ts';
import { DOCUMENTATIONS, NAV_MARKS, type DocumentationRow } from './statements/structure.ts';
import { findVersion } from './versions.ts';

export interface NewDocumentation {
  readonly versionId: number;
  readonly slug: string;
  readonly title: string;
  /** Titles, in order. */
  readonly categories: readonly string[];
  /** Left out: readers see it. */
  readonly published?: boolean | undefined;
}

/** The sets of pages in a version. The API lists them and cannot change them. */
export class DocumentationStore {
  readonly #core: StoreCore;

  constructor(core: StoreCore) {
    this.#core = core;
  }

  list(): Promise<readonly DocumentationRow[]> {
    return this.#core.read((sql) => sql.all(DOCUMENTATIONS.all));
  }

  create(documentation: NewDocumentation, actor: Actor): Promise<DocumentationRow> {
    return this.#core.change(actor, async (change) => {
      const { versionId, slug } = documentation;
      await findVersion(change.sql, { id: versionId }, null);
      if (await change.sql.get(DOCUMENTATIONS.bySlug, versionId, slug)) {
        throw invalid('slug', `"${slug}" is taken in this version`);
      }
      return insert(change, documentation);
    });
  }

  /** As `create`, unless there is a documentation with that slug: then that one, with these categories added. */
  async ensure(documentation: NewDocumentation, actor: Actor): Promise<void> {
    const { versionId, slug, categories } = documentation;
    const found = await this.#core.change(actor, async (change) => {
      const before = await change.sql.get(DOCUMENTATIONS.bySlug, versionId, slug);
      if (!before) await insert(change, documentation);
      return before;
    });
    if (!found) return;
    for (const category of categories) await this.addCategory(found.id, category, actor);
  }

  /** Adds a category at the end, unless there is one with the same title in any case. */
  addCategory(id: number, title: string, actor: Actor): Promise<void> {
    return this.#core.change(actor, async (change) => {
      const { sql } = change;
      const documentation = await findDocumentation(sql, id);
      const marks = await sql.all(NAV_MARKS.ofDocumentation, id);
      const wanted = title.toLowerCase();
      if (marks.some((mark) => mark.kind === 'category' && mark.title.toLowerCase() === wanted)) {
        return;
      }
      const position = await nextPosition(sql, id, null);
      const mark = await takeId(sql, 'nav_mark');
      await sql.run(NAV_MARKS.insert, mark, id, 'category', title, '', null, position);
      await sql.run(DOCUMENTATIONS.touch, this.#dateAfter(documentation, change), id);
      await recordAudit(change, {
        entity: 'documentation',
        entityId: id,
        versionId: documentation.versionId,
        operation: 'UPD',
        message: 'Category added',
        details: { category: title },
      });
    });
  }

  rename(id: number, slug: string, actor: Actor): Promise<void> {
    return this.#core.change(actor, async (change) => {
      const { sql } = change;
      const before = await findDocumentation(sql, id);
      const holder = await sql.get(DOCUMENTATIONS.bySlug, before.versionId, slug);
      if (holder && holder.id !== id) throw invalid('slug', `"${slug}" is taken in this version`);
      await sql.run(DOCUMENTATIONS.rename, slug, this.#dateAfter(before, change), id);
      await recordAudit(change, {
        entity: 'documentation',
        entityId: id,
        versionId: before.versionId,
        operation: 'UPD',
        message: 'Documentation updated',
        details: { slug: { from: before.slug, to: slug } },
      });
    });
  }

  /** Not in the API. Pages in an unpublished documentation are hidden from readers. */
  setPublished(id: number, published: boolean, actor: Actor): Promise<void> {
    return this.#core.change(actor, async (change) => {
      const { sql } = change;
      const before = await findDocumentation(sql, id);
      const updated = this.#dateAfter(before, change);
      await sql.run(DOCUMENTATIONS.publish, published ? 1 : 0, updated, id);
      await recordAudit(change, {
        entity: 'documentation',
        entityId: id,
        versionId: before.versionId,
        operation: 'UPD',
        message: `Documentation ${published ? 'published' : 'unpublished'}`,
        details: { published: { from: before.published === 1, to: published } },
      });
    });
  }

  #dateAfter({ updated }: DocumentationRow, { at }: WriteTransaction): number {
    return this.#core.policy.dateOf(at, updated);
  }
}

async function insert(
  change: WriteTransaction,
  { versionId, slug, title, categories, published = true }: NewDocumentation,
): Promise<DocumentationRow> {
  const { sql, at } = change;
  const id = await takeId(sql, 'documentation');
  const last = await sql.get(DOCUMENTATIONS.last, versionId);
  const ordr = (last?.ordr ?? 0) + 1;
  await sql.run(DOCUMENTATIONS.insert, id, versionId, slug, title, '{}', ordr, at, at);
  if (!published) await sql.run(DOCUMENTATIONS.publish, 0, at, id);
  for (const [index, category] of categories.entries()) {
    const mark = await takeId(sql, 'nav_mark');
    await sql.run(NAV_MARKS.insert, mark, id, 'category', category, '', null, index + 1);
  }
  await recordAudit(change, {
    entity: 'documentation',
    entityId: id,
    versionId,
    operation: 'INS',
    message: 'Documentation created',
    details: { slug, title },
  });
  return findDocumentation(sql, id);
}

async function findDocumentation(sql: Sql, id: number): Promise<DocumentationRow> {
  const documentation = await sql.get(DOCUMENTATIONS.byId, id);
  if (!documentation) throw notFound('Documentation');
  return documentation;
}
