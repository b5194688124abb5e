import * as v from 'valibot';
import { described, document, int, text } from '../shared/document.ts';
import type { Printed } from '../shared/document.ts';

export const buildSchema = document(
  'build',
  'docs build --json',
  'What was built.',
  v.strictObject({
    folder: text('As it was given.'),
    pages: int('Pages and posts that readers see.'),
    found: int(
      'Page files and posts in the folder: the sum of those shown, held back and left out.',
    ),
    heldBack: described(
      v.array(v.strictObject({ why: text(), pages: int() })),
      'Pages that readers do not see, by why: hidden, unlisted, a draft, for an audience, not for readers yet.',
    ),
    leftOut: int('Files that could not be shown, for reasons that the warnings say.'),
    files: int('Number of files, pages included.'),
    added: described(
      v.array(text()),
      'Pages and references that the build before did not have, by their files; empty if there was none.',
    ),
    removed: int(
      'Files that an earlier build wrote and this one deleted, because the site does not need them.',
    ),
  }),
);
export type Built = Printed<typeof buildSchema>;
