import * as v from 'valibot';
import { described, document, int, text } from '../shared/document.ts';
import type { Printed } from '../shared/document.ts';

export const exportSchema = document(
  'export',
  'docs export --json',
  'Where the export was saved.',
  v.strictObject({
    file: v.nullable(text('The ZIP, as it was named; null if none was kept.')),
    folder: v.nullable(text('The folder, as it was named.')),
    files: int('In the ZIP, without folders.'),
    extracted: described(v.nullable(int()), 'Files in the folder; null if there is none.'),
    bytes: int('Of the ZIP.'),
  }),
);
export type Exported = Printed<typeof exportSchema>;
