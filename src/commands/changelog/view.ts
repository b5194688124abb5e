import { count } from '../../model/text/sentences.ts';
import type { PostsOnPlatform, PostItem } from './document.ts';
import type { BatchWords } from '../shared/batch/view.ts';
import type { View } from '../../ui/ui.ts';
import { sinceView } from '../../ui/when.ts';

/** A table for each changelog. */
export const postsView =
  (exact: boolean): View<PostsOnPlatform> =>
  ({ changelogs }, style) =>
    changelogs
      .map(({ path, id, posts }) => {
        const heading = style.bold(`${style.text(path)} (${id})`);
        if (posts.length === 0) return `${heading}\n  no posts`;
        const rows = posts.map((post) => [
          `  ${post.id}`,
          style.text(post.slug),
          style.text(post.title),
          post.published ? '' : style.dim('unpublished'),
          sinceView(style, post.created, exact),
        ]);
        return `${heading}\n${style.table(rows)}\n\n  ${count(posts.length, 'post')}`;
      })
      .join('\n\n');

/** `today`: the day that the platform gives to a post that is sent now. */
export const pushWords = (today: string): BatchWords<PostItem> => ({
  one: 'post',
  done: 'sent',
  label: ({ name, title, id }) => `${name} "${title}"${id === null ? '' : ` (${id})`}`,
  says: {
    done: ({ otherSlug }) =>
      otherSlug === null
        ? 'was sent'
        : `was sent, but the platform named it ${otherSlug}: rename its file`,
    unchanged: () => 'is the same on both sides',
  },
  // Where readers will see something else than the file says.
  notes: ({ state, published, date }) => {
    const day = date?.slice(0, 10) ?? today;
    if (state !== 'planned') return [];
    return [
      published ? 'readers see it at once' : 'unpublished: only the editor can publish it later',
      ...(day === today ? [] : [`dated today, not ${day}`]),
    ];
  },
});
