import * as v from 'valibot';
import { described, document, int, text } from '../shared/document.ts';
import type { Printed } from '../shared/document.ts';

const formattedFile = v.strictObject({
  file: text('Path relative to the project.'),
  reason: v.nullable(text('Why the file was not changed; null if it was.')),
  diff: v.nullable(text('With --diff, a unified diff.')),
});
export type FormattedFile = Printed<typeof formattedFile>;

export const fmtSchema = document(
  'fmt',
  'docs fmt --json',
  'Pages that are not in canonical form.',
  v.strictObject({
    files: v.array(formattedFile),
    pages: int('Number of pages that were checked.'),
    written: described(v.boolean(), 'Whether the files were written.'),
  }),
);
export type FmtReport = Printed<typeof fmtSchema>;
