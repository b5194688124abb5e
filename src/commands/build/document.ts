import * as v from 'valibot';
import { document, int, text } from '../../document.ts';
import type { Printed } from '../../document.ts';

export const buildSchema = document(
  'build',
  'docs build --json',
  'What was built.',
  v.strictObject({
    folder: text('As it was given.'),
    pages: int(),
    files: int('Number of files, pages included.'),
    removed: int(
      'Files that an earlier build wrote and this one deleted, because the site does not need them.',
    ),
  }),
);
export type Built = Printed<typeof buildSchema>;
