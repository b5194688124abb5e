import type { OperationSection } from '../../definition/operations.ts';
import type { StoreCore } from '../core.ts';
import { takeId } from '../database/schema.ts';
import type { IndexedWords, SectionIndex } from './section-index.ts';
import type { Sql } from '../database/sql.ts';
import { SECTIONS } from '../statements/sections.ts';

export type PreparedOperation = OperationSection & { readonly words: IndexedWords };

/** What search is to find of a definition. Reads all of it: outside of any transaction. */
export async function prepareOperations(
  { converters, database }: StoreCore,
  definition: string,
): Promise<readonly PreparedOperation[]> {
  const found = await converters.definition(definition);
  return found.map((section) =>
    Object.assign({}, section, { words: database.sections.words(section) }),
  );
}

/** Makes search find these operations of a reference, and none of an older definition. */
export async function indexReference(
  sql: Sql,
  index: SectionIndex,
  versionId: number,
  referenceId: number,
  sections: readonly PreparedOperation[],
): Promise<void> {
  for (const { id } of await sql.all(SECTIONS.ofReference, referenceId)) {
    await index.remove(sql, id);
    await sql.run(SECTIONS.remove, id);
  }
  for (const { title, content, fragment, words } of sections) {
    const id = await takeId(sql, 'section');
    await sql.run(SECTIONS.insert, id, versionId, null, referenceId, title, content, fragment);
    await index.add(sql, id, words);
  }
}
