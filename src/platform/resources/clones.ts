/** Copies of whole versions. */
import { type Call, type Handlers, type ProjectRules, json } from '../request/call.ts';
import { decodeBody, decodeQuery, integer, visibleText, plainSlug } from '../request/decode.ts';
import { slugOfTitle } from '../../content/slug.ts';
import { takeId, takeIds } from '../database/schema.ts';
import type { SectionIndex } from '../database/section-index.ts';
import { type Sql, holding, statement } from '../database/sql.ts';
import { inTurns } from '../in-turns.ts';
import { Refusal, invalid } from '../refusal.ts';
import { type Repointing, repointAddress, repointBody, signsOf } from '../repoint-links.ts';
import {
  type Actor,
  Stale,
  type Store,
  type VisibleVersions,
  type WriteTransaction,
  userOf,
} from '../store.ts';
import { recordAudit } from './audit.ts';
import { DOCUMENTATIONS, NAV_MARKS } from './documentations.ts';
import { REFERENCES } from './references.ts';
import { type IndexedSectionRow, SECTIONS } from './sections.ts';
import { VERSIONS, type VersionRow, findVersion, encodeVersion } from './versions.ts';

/** The fields of a page that have another value in its copy. */
export interface ClonedPageRow {
  readonly id: number;
  readonly documentationId: number;
  readonly categoryId: number | null;
  readonly parentId: number | null;
}

export interface LinkingTextsRow {
  readonly id: number;
  readonly draft: string | null;
  readonly published: string | null;
}

const OF_VERSION =
  'FROM page JOIN documentation ON documentation.id = page.documentation_id WHERE documentation.version_id = ?';

export const CLONES = {
  /** The new version comes first. */
  firstOrder: statement<{ readonly ordr: number }>('SELECT min(ordr) AS ordr FROM version'),
  makeRoom: statement('UPDATE version SET ordr = ordr + 1'),
  pages: statement<ClonedPageRow>(`
    SELECT page.id, page.documentation_id AS "documentationId", page.category_id AS "categoryId",
      page.parent_id AS "parentId" ${OF_VERSION} ORDER BY page.id`),
  /** Texts that contain one of this many strings. Values: the version, then each string twice, as patterns. */
  linkingTexts: (signs: number) =>
    statement<LinkingTextsRow>(`
      SELECT page.id, page.draft, page.published ${OF_VERSION} AND (${Array.from(
        { length: signs },
        () => String.raw`page.draft LIKE ? ESCAPE '\' OR page.published LIKE ? ESCAPE '\'`,
      ).join(' OR ')})`),
  /** Values: id, version, now, now, id of the original. Nothing in a copy is published. */
  documentation: statement(`
    INSERT INTO documentation (id, version_id, slug, title, settings, ordr, published, created, updated)
    SELECT ?, ?, slug, title, settings, ordr, 0, ?, ? FROM documentation WHERE id = ?`),
  /** Values: id, documentation, category, parent, now, now, user, user, id of the original. */
  page: statement(`
    INSERT INTO page (id, documentation_id, category_id, parent_id, created, updated, created_by, updated_by,
      slug, title, listed, position, header, draft, published, source_created, source_created_by)
    SELECT ?, ?, ?, ?, ?, ?, ?, ?,
      slug, title, listed, position, header, draft, published, source_created, source_created_by
    FROM page WHERE id = ?`),
  texts: statement('UPDATE page SET draft = ?, published = ? WHERE id = ?'),
  /** Values: id, version, now, now, id of the original. */
  reference: statement(`
    INSERT INTO reference (id, version_id, created, updated, is_published, slug, title, ordr, draft, published,
      show_try_it_out, allow_download, expandable)
    SELECT ?, ?, ?, ?, 0, slug, title, ordr, draft, published, show_try_it_out, allow_download, expandable
    FROM reference WHERE id = ?`),
  /** Values: id, page, id of the original. */
  history: statement(`
    INSERT INTO history (id, page_id, at, message, author)
    SELECT ?, ?, at, message, author FROM history WHERE id = ?`),
  historyOf: statement<{ readonly id: number }>(
    'SELECT id FROM history WHERE page_id = ? ORDER BY id',
  ),
};

export interface NewClone {
  readonly name: string;
  /** `undefined`: derived from the name. */
  readonly slug: string | undefined;
}

interface Repointed {
  readonly by: Repointing;
  /** Texts of pages, with their form in the clone. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Copies a version with its whole content. The copy is the first version of the project, and
 * nothing in it is published. Its pages keep their texts, their history and their source. Links
 * that name the version name the copy.
 * @throws Refusal `forbidden` to a caller who sees only some versions: the copy would not be among
 * them
 * @throws Refusal `invalid` if the slug is taken, or none can be derived from the name
 */
export async function copyVersion(
  store: Store,
  id: number,
  { name, slug: explicit }: NewClone,
  actor: Actor,
  scope: VisibleVersions,
): Promise<VersionRow> {
  const slug = explicit ?? slugOf(name);
  const prepare = () => repoint(store, id, slug, scope);
  return store.changeWith(actor, prepare, async (change, repointed) => {
    const { sql, at } = change;
    const source = await findVersion(sql, { id }, scope);
    if (await sql.get(VERSIONS.bySlug, slug)) throw invalid('slug', `"${slug}" is taken`);
    const version = await takeId(sql, 'version');
    const first = await sql.get(CLONES.firstOrder);
    await sql.run(CLONES.makeRoom);
    await sql.run(VERSIONS.insert, version, slug, name, 0, first?.ordr ?? 1, at, at);
    const repointing = await repointingOf(sql, source, slug);
    if (!isSame(repointing, repointed.by)) throw new Stale();
    const copy = new VersionCopy(change, store.database.sections, version);
    const counts = await copy.make(id, (url) => repointAddress(url, repointing));
    for (const texts of await linkingTexts(sql, source)) {
      await copy.putTexts(texts.id, inClone(texts, repointed));
    }
    await recordClone(change, source, { id: version, slug, name, ...counts });
    return findVersion(sql, { id: version }, null);
  });
}

/** Prepares texts before the transaction, because those of a large version take a while, and other requests would wait. */
async function repoint(
  store: Store,
  id: number,
  slug: string,
  scope: VisibleVersions,
): Promise<Repointed> {
  const { repointing, found } = await store.read(async (sql) => {
    const source = await findVersion(sql, { id }, scope);
    if (scope !== null) {
      throw new Refusal('forbidden', 'Access denied: the key is for some versions only');
    }
    return {
      repointing: await repointingOf(sql, source, slug),
      found: await linkingTexts(sql, source),
    };
  });
  const texts = new Map<string, string>();
  await inTurns(found, ({ draft, published }) => {
    for (const text of [draft, published]) {
      if (text !== null) texts.set(text, repointBody(text, repointing));
    }
  });
  return { by: repointing, texts };
}

function slugOf(name: string): string {
  if (!/[a-z\d]/i.test(name)) throw invalid('slug', 'must be given: the name makes none');
  return slugOfTitle(name);
}

async function repointingOf(sql: Sql, { id, slug }: VersionRow, to: string): Promise<Repointing> {
  const rows = await sql.all(REFERENCES.takenSlugs, id, id);
  return { from: slug, to, sections: new Set(rows.map((row) => row.slug)) };
}

function linkingTexts(sql: Sql, { id, slug }: VersionRow): Promise<readonly LinkingTextsRow[]> {
  const signs = signsOf(slug).map(holding);
  return sql.all(CLONES.linkingTexts(signs.length), id, ...signs.flatMap((sign) => [sign, sign]));
}

/** Whether both give the same result for every text. */
const isSame = (one: Repointing, other: Repointing): boolean =>
  one.from === other.from &&
  one.to === other.to &&
  one.sections.size === other.sections.size &&
  [...one.sections].every((section) => other.sections.has(section));

/**
 * A page's texts in the clone.
 * @throws Stale if one was written since they were prepared
 */
function inClone(
  { draft, published }: LinkingTextsRow,
  { texts }: Repointed,
): Omit<LinkingTextsRow, 'id'> {
  const text = (body: string | null): string | null => {
    if (body === null) return null;
    const repointed = texts.get(body);
    if (repointed === undefined) throw new Stale();
    return repointed;
  };
  return { draft: text(draft), published: text(published) };
}

async function recordClone(
  change: WriteTransaction,
  from: VersionRow,
  clone: { readonly id: number; readonly slug: string } & Readonly<Record<string, unknown>>,
): Promise<void> {
  const { id, ...details } = clone;
  await recordAudit(change, {
    entity: 'version',
    entityId: id,
    versionId: id,
    operation: 'INS',
    message: 'Version cloned',
    details: { from: from.slug, ...details },
  });
}

export interface CopyCounts {
  readonly documentations: number;
  readonly pages: number;
  readonly references: number;
}

/** Copies the rows of a version under new ids. Texts are copied inside the database. */
class VersionCopy {
  readonly #change: WriteTransaction;
  readonly #index: SectionIndex;
  readonly #version: number;
  /** Ids of copies, by the ids of the originals. */
  readonly #documentations = new Map<number, number>();
  readonly #marks = new Map<number, number>();
  readonly #pages = new Map<number, number>();

  /** @param version the id of the copy */
  constructor(change: WriteTransaction, index: SectionIndex, version: number) {
    this.#change = change;
    this.#index = index;
    this.#version = version;
  }

  /** @param repointed the address in the copy of a link in the sidebar */
  async make(source: number, repointed: (url: string) => string): Promise<CopyCounts> {
    await this.#copyDocumentations(source, repointed);
    await this.#copyPages(source);
    const references = await this.#copyReferences(source);
    return { documentations: this.#documentations.size, pages: this.#pages.size, references };
  }

  /** Gives the copy of a page other texts. */
  async putTexts(pageId: number, { draft, published }: Omit<LinkingTextsRow, 'id'>): Promise<void> {
    await this.#change.sql.run(CLONES.texts, draft, published, copyOf(this.#pages, pageId));
  }

  async #copyDocumentations(source: number, repointed: (url: string) => string): Promise<void> {
    const { sql, at } = this.#change;
    for (const { id } of await sql.all(DOCUMENTATIONS.ofVersion, source)) {
      const copy = await takeId(sql, 'documentation');
      this.#documentations.set(id, copy);
      await sql.run(CLONES.documentation, copy, this.#version, at, at, id);
      const marks = await sql.all(NAV_MARKS.ofDocumentation, id);
      for (const mark of marks) this.#marks.set(mark.id, await takeId(sql, 'nav_mark'));
      for (const { id: mark, kind, title, url, categoryId, position } of marks) {
        const category = categoryId === null ? null : copyOf(this.#marks, categoryId);
        const place = [repointed(url), category, position];
        await sql.run(NAV_MARKS.insert, copyOf(this.#marks, mark), copy, kind, title, ...place);
      }
    }
  }

  async #copyPages(source: number): Promise<void> {
    const { sql } = this.#change;
    const rows = await sql.all(CLONES.pages, source);
    const first = await takeIds(sql, 'page', rows.length);
    for (const [index, { id }] of rows.entries()) this.#pages.set(id, first + index);
    for (const row of rows) await this.#copyPage(row);
  }

  async #copyPage({ id, documentationId, categoryId, parentId }: ClonedPageRow): Promise<void> {
    const { sql, at, actor } = this.#change;
    const copy = copyOf(this.#pages, id);
    const user = userOf(actor);
    await sql.run(
      CLONES.page,
      copy,
      copyOf(this.#documentations, documentationId),
      categoryId === null ? null : copyOf(this.#marks, categoryId),
      parentId === null ? null : copyOf(this.#pages, parentId),
      at,
      at,
      user,
      user,
      id,
    );
    const entries = await sql.all(CLONES.historyOf, id);
    const first = await takeIds(sql, 'history', entries.length);
    for (const [index, entry] of entries.entries()) {
      await sql.run(CLONES.history, first + index, copy, entry.id);
    }
    await this.#copySections(await sql.all(SECTIONS.indexedOfPage, id), copy, null);
  }

  /** Resolves to their number. */
  async #copyReferences(source: number): Promise<number> {
    const { sql, at } = this.#change;
    const references = await sql.all(REFERENCES.idsOfVersion, source);
    for (const { id } of references) {
      const copy = await takeId(sql, 'reference');
      await sql.run(CLONES.reference, copy, this.#version, at, at, id);
      await this.#copySections(await sql.all(SECTIONS.indexedOfReference, id), null, copy);
    }
    return references.length;
  }

  /** The sections that search finds, once the copies are published. */
  async #copySections(
    sections: readonly IndexedSectionRow[],
    pageId: number | null,
    referenceId: number | null,
  ): Promise<void> {
    const { sql } = this.#change;
    const first = await takeIds(sql, 'section', sections.length);
    for (const [index, { id: from, title, content, fragment }] of sections.entries()) {
      const id = first + index;
      const place = [this.#version, pageId, referenceId];
      await sql.run(SECTIONS.insert, id, ...place, title, content, fragment);
      await this.#index.copy(sql, id, from, { title, content });
    }
  }
}

function copyOf(copies: ReadonlyMap<number, number>, id: number): number {
  const copy = copies.get(id);
  if (copy === undefined) throw new Error(`The row ${id} is not part of the version.`);
  return copy;
}

const CLONE = { name: visibleText(1_000), slug: plainSlug };

export const cloneRoutes = (
  store: Store,
  { revision }: ProjectRules,
): Handlers<'cloneVersion'> => ({
  async cloneVersion({ id, query, json: body, actor, scope }: Call) {
    decodeQuery(query, {});
    const { name, slug } = decodeBody(body, CLONE);
    if (name === undefined) throw invalid('name', 'must be given');
    const version = await copyVersion(store, integer(id, 'id'), { name, slug }, actor, scope);
    return json(encodeVersion(version, revision));
  },
});
