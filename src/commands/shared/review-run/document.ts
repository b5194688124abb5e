import * as v from 'valibot';
import { diffReport } from '../definition-changes/document.ts';
import { described, document, text } from '../document.ts';
import type { Printed } from '../document.ts';

const attributeChange = v.pipe(
  v.strictObject({
    what: text(),
    of: text('The words or the block that it belongs to; header: a field of the header.'),
    old: v.nullable(text()),
    new: v.nullable(text()),
  }),
  v.title('attribute'),
);
/**
 * A difference that is not a word: `level`, `type`, `style`, `container`, `link target`, `alt
 * text`, the name of a header field or of an attribute. Null: that side does not have it.
 */
export type AttributeChange = Printed<typeof attributeChange>;

const reviewedPart = v.strictObject({
  state: described(
    v.picklist(['same', 'behind', 'removed', 'added']),
    'behind: the text is the same, but something else differs, such as its style or the target of a link.',
  ),
  text: text(),
});
export type ReviewedPart = Printed<typeof reviewedPart>;

const reviewedBlock = v.pipe(
  v.strictObject({
    state: described(
      v.picklist(['added', 'removed', 'changed', 'moved']),
      'moved: the block is the same, and in another place; it is told once, where it is now.',
    ),
    kind: text('paragraph, heading, row, code, ...'),
    under: v.nullable(text('The heading above it.')),
    parts: described(
      v.array(reviewedPart),
      'The text of the block. Without the added parts it is the old text, and without the removed parts the new text. A picture that replaced another one is one part that names both.',
    ),
    looks: described(
      v.array(attributeChange),
      'Visible differences that are not words: the level of a heading, the type of a callout, words that are bold now, the width of a picture, a container around blocks that had none. If the block has others inside, parts is its first line.',
    ),
  }),
  v.title('block'),
);
export type ReviewedBlock = Printed<typeof reviewedBlock>;

const reviewedPage = v.strictObject({
  name: text(
    'version/documentation/slug, and " (draft)" for the draft of a page that has two texts',
  ),
  title: described(
    v.strictObject({ old: v.nullable(text()), new: v.nullable(text()) }),
    'Null if that side does not have the page.',
  ),
  file: v.nullable(text()),
  state: described(
    v.picklist(['added', 'removed', 'changed', 'unseen', 'source']),
    'unseen: something differs that is not visible on the page. source: only the source of the page differs.',
  ),
  note: v.nullable(text('A note about the page, as a sentence.')),
  looks: described(
    v.array(attributeChange),
    'Header fields that differ and that readers see: hidden, listed, audience, slug, documentation, index_title, description.',
  ),
  blocks: described(v.array(reviewedBlock), 'Visible changes, in order.'),
  unseen: described(
    v.array(attributeChange),
    'Differences that are not visible: other header fields, link targets, alt texts, attributes, and anchors that no heading has any more.',
  ),
});
export type ReviewedPage = Printed<typeof reviewedPage>;

const reviewedSettings = v.strictObject({
  file: text(),
  state: described(
    v.picklist(['added', 'removed', 'changed', 'source']),
    'source: only comments or the notation differ.',
  ),
  blocks: described(
    v.array(reviewedBlock),
    'The lines of the file, as a block of code; empty if the state is source.',
  ),
});
/** A settings file that differs: of the project, a version or a documentation, or a navigation. */
export type ReviewedSettings = Printed<typeof reviewedSettings>;

export const reviewSchema = document(
  'review',
  'docs review --json',
  'The pages that differ between two sides, as their readers see them.',
  v.strictObject({
    old: text('Name of the older side.'),
    new: text('Name of the newer side.'),
    pages: v.array(reviewedPage),
    settings: described(
      v.array(reviewedSettings),
      'Settings files and navigations that differ. Empty if pages were named, and unless the older side is a git revision.',
    ),
    definitions: described(
      v.array(v.pipe(diffReport, v.title('definition'))),
      'API definitions in one file that changed, as docs ref diff compares them; the names of its sides are files. Empty if pages were named, and unless the older side is a git revision.',
    ),
    others: described(
      v.array(text()),
      'Other files that changed and that readers get: themes, new definitions and those in several files, downloads of pages, and files of which only the notation changed. Empty if pages were named, and unless the older side is a git revision.',
    ),
    uncompared: described(
      v.array(text()),
      'Generated definitions and ignored pages that git does not have, so that they were not compared. Empty unless the older side is a git revision.',
    ),
  }),
);
export type ReviewReport = Printed<typeof reviewSchema>;
