import * as v from 'valibot';
import { ISSUE_KINDS } from '../../importers/model.ts';
import { LEFT_OUT } from '../../importers/import-tool.ts';
import { described, document, int, text } from '../shared/document.ts';
import type { Printed } from '../shared/document.ts';

/** Reasons why readers cannot see an imported page. */
export const HELD_BACK = [
  'not-yet',
  'draft',
  'audience',
  'hidden',
  'unlisted',
  'gate',
  'navigation',
  'above',
  'unpublished',
] as const;

export const importSchema = document(
  'import',
  'docs import --json',
  'What was imported from another tool or from an export, and what to review.',
  v.strictObject({
    tool: text('What was imported, as --from has it.'),
    from: text('The source, as it was named.'),
    out: text('The folder with the result, as it was named.'),
    documentations: v.array(
      v.strictObject({
        version: text(),
        documentation: text(),
        pages: int('Number of pages, including those created for groups.'),
      }),
    ),
    pages: described(
      v.strictObject({
        found: int('Page files in the source: the pages shown, held back and left out.'),
        imported: int('Those that are shown or held back.'),
        shown: int('Pages for all readers.'),
        heldBack: described(
          v.array(v.strictObject({ why: v.picklist(HELD_BACK), pages: int() })),
          'Pages that readers do not get as they are, by the reason.',
        ),
        leftOut: described(
          v.array(v.strictObject({ why: v.picklist(LEFT_OUT), pages: int() })),
          'Page files that did not become pages, by reason.',
        ),
        outsideNavigation: int('Imported pages that the navigation of the source lacks.'),
      }),
      'Page files of the source, by what became of them.',
    ),
    files: described(
      v.strictObject({
        written: int(),
        unchanged: int(),
        removed: int(
          'Files that an earlier import wrote and this one deleted, because nothing in the source leads to them.',
        ),
        restored: described(
          v.array(text()),
          'Files of an earlier import that were deleted since, and that this one wrote again.',
        ),
        kept: described(
          v.array(text()),
          'Files that were created or changed by somebody else; they were not touched.',
        ),
      }),
      'Files in the folder, by what was done with them.',
    ),
    failed: described(
      v.array(v.strictObject({ file: text('Relative to the source.'), reason: text() })),
      'Pages that could not be imported. The exit code is 7 if there are any.',
    ),
    issues: described(
      v.array(
        v.strictObject({
          file: text('Relative to the source.'),
          line: v.nullable(int('From 1; null if it is about the whole file.')),
          kind: v.picklist(ISSUE_KINDS),
          says: text('A sentence.'),
        }),
      ),
      'What could not be translated, or was removed.',
    ),
    check: described(
      v.strictObject({ errors: int(), warnings: int() }),
      'What docs check finds in the folder.',
    ),
    next: described(
      v.picklist(['docs init', 'docs check', 'docs dev']),
      'The command to continue with.',
    ),
  }),
);
export type ImportReport = Printed<typeof importSchema>;
