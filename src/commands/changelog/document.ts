import * as v from 'valibot';
import type { ChangelogPost } from '../../model/resources.ts';
import type { Slug } from '../../model/ids.ts';
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

const pushedPost = v.strictObject({
  file: text(),
  slug: text(),
  title: text(),
  published: v.boolean(),
  date: v.nullable(
    text('From the file, in UTC; null if it has none. The platform sets its own date.'),
  ),
  result: described(
    v.picklist(['planned', 'posted', 'same', 'differs', 'elsewhere', 'failed', 'unknown', 'left']),
    'planned: would be sent (--dry-run). same, differs: the platform has it. elsewhere: the platform has it with a different slug. unknown: it was sent, but may not have arrived. left: not tried, because an earlier one failed.',
  ),
  id: v.nullable(int('Id on the platform; null if it is not there, or if that is not known.')),
  differs: described(
    v.array(v.picklist(['title', 'content', 'published'])),
    'Fields in which the platform differs from the file.',
  ),
  otherSlug: v.nullable(text('Its slug on the platform, if that is different.')),
  reason: v.nullable(text('Why it failed, or why the result is not known.')),
});
export type PushedPost = Printed<typeof pushedPost>;
/** A field that both files and the platform have. */
export type PostField = PushedPost['differs'][number];

const pushedChangelog = v.strictObject({
  ...changelog,
  posts: described(v.array(pushedPost), 'The oldest first.'),
  onlyOnPlatform: int('Posts that have no file.'),
});
export type PushedChangelog = Printed<typeof pushedChangelog>;

export const changelogPushSchema = document(
  'changelog-push',
  'docs changelog push --json',
  'The result for each post that has a file.',
  v.strictObject({ changelogs: v.array(pushedChangelog) }),
);
export type PushedPosts = Printed<typeof changelogPushSchema>;
