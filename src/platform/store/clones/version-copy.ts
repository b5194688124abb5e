import { userOf } from '../actor.ts';
import type { WriteTransaction } from '../core.ts';
import { takeId, takeIds } from '../database/schema.ts';
import type { SectionIndex } from '../search/section-index.ts';
import { CLONES, type ClonedPageRow, type LinkingTextsRow } from '../statements/clones.ts';
import { REFERENCES } from '../statements/references.ts';
import { SECTIONS, type IndexedSectionRow } from '../statements/sections.ts';
import { DOCUMENTATIONS, NAV_MARKS } from '../statements/structure.ts';

export interface CopyCounts {
  readonly documentations: number;
  readonly pages: number;
  readonly references: number;
}

/** Copies the rows of a version under new ids. Texts are copied inside the database. */
export class VersionCopy {
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
