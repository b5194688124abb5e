import * as v from 'valibot';
import type { PageId, Slug } from '../../model/ids.ts';
import type { AnswerTimes, Page } from '../../model/resources.ts';
import { described, document, exactly, instant, int, text } from '../shared/document.ts';
import type { Printed } from '../shared/document.ts';

/** A page as the platform answered it, at whatever time. */
export type PageDocument = Omit<Page, keyof AnswerTimes>;

const page = exactly<PageDocument>()(
  v.strictObject({
    id: int<PageId>(),
    listed: v.boolean(),
    title: text(),
    created: instant(),
    updated: instant(),
    slug: text<Slug>(),
    contentDraft: v.optional(
      v.nullable(
        text('Null without an unpublished draft. Absent if the platform did not report it.'),
      ),
    ),
    contentPublished: v.optional(
      v.nullable(text('Null if it was never published. Absent if the platform did not report it.')),
    ),
    path: text(),
  }),
);

export const pageGetSchema = document(
  'page-get',
  'docs page get --json',
  'The page, in the requested format.',
  v.strictObject({
    ...page.entries,
    format: v.picklist(['markdoc', 'markdown', 'html', 'text']),
    content: text('The requested text.'),
    contentIs: v.picklist(['draft', 'published']),
  }),
);
export type ReadPage = Printed<typeof pageGetSchema>;

const writtenPage = v.pipe(page, v.title('page'));

export const pagePublishSchema = document(
  'page-publish',
  'docs page publish --json',
  'The result for each page.',
  v.strictObject({
    published: v.array(writtenPage),
    unchanged: described(v.array(writtenPage), 'Pages that had no draft.'),
    failed: v.array(v.strictObject({ name: text('As it was given.'), reason: text() })),
    planned: described(v.array(writtenPage), 'With --dry-run: pages that would be published.'),
  }),
);
export type PublishedPages = Printed<typeof pagePublishSchema>;

export const pageDeleteSchema = document(
  'page-delete',
  'docs page delete --json',
  'The page that was deleted.',
  v.strictObject({
    deleted: described(
      v.nullable(writtenPage),
      'The page before it was deleted; null with --dry-run.',
    ),
    planned: described(v.nullable(writtenPage), 'With --dry-run: the page that would be deleted.'),
  }),
);
export type DeletedPage = Printed<typeof pageDeleteSchema>;

const listedPage = v.strictObject({
  id: int<PageId>(),
  title: text(),
  version: text('Slug.'),
  documentation: v.nullable(text('Slug; null if the platform does not report it.')),
  documentationTitle: text(),
  slug: v.nullable(text('As the lock file knows it; null if that does not have the page.')),
  listed: v.boolean(),
  updated: instant(),
});
export type ListedPage = Printed<typeof listedPage>;

export const pageListSchema = document(
  'page-list',
  'docs page list --json',
  'Pages, by version, documentation and title.',
  v.array(listedPage),
);
