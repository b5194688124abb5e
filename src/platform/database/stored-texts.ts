/** Texts as databases can keep them: neither PostgreSQL nor the driver of SQLite takes U+0000. */
import type { SqlValue } from './sql.ts';

/** A noncharacter. With a digit after it, it stands for U+0000 or for itself. */
const ESCAPE = '\u{fdd0}';

export const toStored = (value: SqlValue): SqlValue =>
  typeof value === 'string' && (value.includes('\0') || value.includes(ESCAPE))
    ? value.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll('\0', `${ESCAPE}0`)
    : value;

export const fromStored = (text: string): string =>
  text.includes(ESCAPE)
    ? text.replaceAll(`${ESCAPE}0`, '\0').replaceAll(`${ESCAPE}1`, ESCAPE)
    : text;
