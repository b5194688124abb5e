import * as v from 'valibot';
import { described, document, text } from '../shared/document.ts';
import type { Printed } from '../shared/document.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';

export const moveSchema = document(
  'move',
  'docs move --json',
  'Files that were moved, and what was changed with them. Paths are relative to the project.',
  v.strictObject({
    files: described(
      v.array(v.strictObject({ from: text<FilePath>(), to: text<FilePath>() })),
      'The files that were moved, pages and others.',
    ),
    changed: described(
      v.array(text<FilePath>()),
      'Files with other texts than before: links, navigations. Under their new names.',
    ),
    addresses: described(
      v.array(v.strictObject({ from: text<PageKey>(), to: text<PageKey>() })),
      'Keys of pages whose address docs push will change.',
    ),
    translations: described(
      v.array(v.strictObject({ from: text<FilePath>(), to: text<FilePath>() })),
      'Translations of these pages (`translations` in the settings), which did not move, and where they belong now.',
    ),
    written: described(v.boolean(), 'False with --dry-run.'),
  }),
);
export type MoveReport = Printed<typeof moveSchema>;
