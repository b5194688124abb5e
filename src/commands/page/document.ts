import * as v from 'valibot';
import type { PageId, Slug } from '../../model/ids.ts';
import type { AnswerTimes, Page } from '../../model/resources.ts';
import { type ItemOf, batchDocument } from '../shared/batch/document.ts';
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

/** The fields that the items of both commands have. */
const ofPage = {
  id: int<PageId>(),
  page: described(page, 'As the platform last described it.'),
  warnings: described(v.array(text()), 'What to look at before.'),
};

export const pagePublishSchema = batchDocument(
  'page-publish',
  'docs page publish --json',
  'What was, or with --dry-run would be, done with each page.',
  ofPage,
);
export type PageItem = ItemOf<typeof pagePublishSchema>;

export const pageDeleteSchema = batchDocument(
  'page-delete',
  'docs page delete --json',
  'What was, or with --dry-run would be, done with the page.',
  ofPage,
);

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
