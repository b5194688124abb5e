import * as v from 'valibot';
import { described, document, intFrom, text } from '../shared/document.ts';
import type { Printed } from '../shared/document.ts';

const place = v.strictObject({ version: text(), documentation: text() });
/** A documentation, in slugs. */
export type ContentPlace = Printed<typeof place>;

const contentChoice = v.strictObject({
  path: text(),
  place: described(v.nullable(place), 'Null if the paths name the version and the documentation.'),
});
/** A content folder, as the config file names it. */
export type ContentChoice = Printed<typeof contentChoice>;

const contentExample = v.strictObject({
  file: text(),
  version: text(),
  documentation: text(),
  page: text(),
});
export type ContentExample = Printed<typeof contentExample>;

const contentFound = v.strictObject({
  ...contentChoice.entries,
  pages: intFrom(0, 'Number of pages that a push would find.'),
  unplaced: intFrom(0, 'Number of files without a place on the platform.'),
  example: described(v.nullable(contentExample), 'One page with its place; null if there is none.'),
});
/** A content folder and its content. */
export type ContentFound = Printed<typeof contentFound>;

const referenceFound = v.strictObject({ file: text(), version: text() });
/** A definition and the version that it goes to. Its file is relative to the working folder, with `/`. */
export type ReferenceFound = Printed<typeof referenceFound>;

export const initSchema = document(
  'init',
  'docs init --json',
  'What was set up.',
  v.strictObject({
    written: described(v.array(text()), 'Files.'),
    content: v.array(contentFound),
    references: described(
      v.array(referenceFound),
      'OpenAPI definitions that the configuration lists now.',
    ),
    checked: described(v.boolean(), 'Whether the platform was asked.'),
    left: described(
      v.array(
        v.strictObject({
          file: v.nullable(text()),
          line: v.nullable(intFrom(1, '')),
          what: text(),
        }),
      ),
      'What only a person can fill in before the pipeline runs: at a line of a file, or, without a file, in the settings of the forge.',
    ),
    next: described(
      v.picklist(['docs pull', 'docs status', 'docs dev']),
      'The command to continue with.',
    ),
  }),
);
export type Initialized = Printed<typeof initSchema>;
export type LeftToFill = Initialized['left'][number];
export type NextCommand = Initialized['next'];
