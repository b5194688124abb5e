import * as v from 'valibot';
import type { ChangelogPost } from '../../model/resources.ts';
import type { Slug } from '../../model/ids.ts';
import { type ItemOf, batchDocument } from '../shared/batch/document.ts';
import { described, document, exactly, instant, int, text } from '../shared/document.ts';
import type { Printed } from '../shared/document.ts';

const changelog = { path: text('Its folder below changelogs/.'), id: int() };

export const changelogListSchema = document(
  'changelog-list',
  'docs changelog list --json',
  'The posts of changelogs that the configuration names, without their contents.',
  v.strictObject({
    changelogs: v.array(
      v.strictObject({
        ...changelog,
        posts: described(
          v.array(
            exactly<Omit<ChangelogPost, 'content'>>()(
              v.strictObject({
                id: int(),
                title: text(),
                slug: text<Slug>(),
                published: v.boolean(),
                created: instant(),
                updated: instant(),
              }),
            ),
          ),
          'Newest first.',
        ),
      }),
    ),
  }),
);
export type PostsOnPlatform = Printed<typeof changelogListSchema>;

export const changelogPushSchema = batchDocument(
  'changelog-push',
  'docs changelog push --json',
  'What was, or with --dry-run would be, done with each post that has a file.',
  {
    id: v.nullable(int('Id on the platform; null if it is not there, or if that is not known.')),
    changelog: v.strictObject(changelog),
    file: text(),
    slug: text(),
    title: text(),
    published: v.boolean(),
    date: v.nullable(
      text('From the file, in UTC; null if it has none. The platform sets its own date.'),
    ),
    differs: described(
      v.array(v.picklist(['title', 'content', 'published'])),
      'Fields in which the platform differs from the file: the post cannot be sent.',
    ),
    otherSlug: v.nullable(text('Its slug on the platform, if that is different.')),
  },
);
export type PostItem = ItemOf<typeof changelogPushSchema>;
/** A field that both files and the platform have. */
export type PostField = PostItem['differs'][number];
