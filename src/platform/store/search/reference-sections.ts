import type { OperationSection } from '../../definition/operations.ts';
import { takeId } from '../database/schema.ts';
import type { SectionIndex } from './section-index.ts';
import type { Sql } from '../database/sql.ts';
import { SECTIONS } from '../statements/sections.ts';

/** Makes search find these operations of a reference, and none of an older definition. */
export async function indexReference(
  sql: Sql,
  index: SectionIndex,
  versionId: number,
  referenceId: number,
  sections: readonly OperationSection[],
): Promise<void> {
  for (const { id } of await sql.all(SECTIONS.ofReference, referenceId)) {
    await index.remove(sql, id);
    await sql.run(SECTIONS.remove, id);
  }
  for (const { title, content, fragment } of sections) {
    const id = await takeId(sql, 'section');
    await sql.run(SECTIONS.insert, id, versionId, null, referenceId, title, content, fragment);
    await index.add(sql, id, { title, content });
  }
}
