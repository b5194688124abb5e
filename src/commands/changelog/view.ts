import { count } from '../../model/text/count.ts';
import type { PostsOnPlatform, PushedChangelog, PushedPost, PushedPosts } from './document.ts';
import type { Style } from '../../ui/style.ts';
import type { View } from '../../ui/ui.ts';
import { sinceView } from '../../ui/when.ts';

/** A table for each changelog. */
export const postsView =
  (exact: boolean): View<PostsOnPlatform> =>
  ({ changelogs }, style) =>
    changelogs
      .map(({ path, id, posts }) => {
        const heading = headingOf({ path, id }, style);
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

const headingOf = ({ path, id }: Pick<PushedChangelog, 'path' | 'id'>, style: Style): string =>
  style.bold(`${style.text(path)} (${id})`);

/** Posts that would be sent or were sent, and differences. Posts that equal their files are only counted. */
export const pushedPostsView =
  (today: string): View<PushedPosts> =>
  ({ changelogs }, style) =>
    changelogs
      .map((changelog) => {
        const { posts, onlyOnPlatform } = changelog;
        const lines = posts
          .filter(({ result }) => result !== 'same')
          .map((post) => `  ${lineOf(post, style, today)}`);
        const same = posts.filter(({ result }) => result === 'same').length;
        const rest = [
          same > 0 ? `${count(same, 'post')} identical on both sides` : '',
          onlyOnPlatform > 0 ? `${count(onlyOnPlatform, 'post')} only on the platform` : '',
        ].filter((part) => part !== '');
        if (rest.length > 0) lines.push(`  ${style.dim(rest.join(', '))}`);
        if (lines.length === 0) lines.push('  no posts');
        return [headingOf(changelog, style), ...lines].join('\n');
      })
      .join('\n\n');

function lineOf(post: PushedPost, style: Style, today: string): string {
  const named = `${style.text(post.slug)} ${style.text(`"${post.title}"`)}`;
  const id = post.id === null ? '' : ` (${post.id})`;
  switch (post.result) {
    case 'planned':
      return `${style.green('+')} ${named}: ${notesOf(post, today).join('; ')}`;
    case 'posted': {
      const slug =
        post.otherSlug === null
          ? ''
          : `, but the platform named it ${style.text(post.otherSlug)}: rename its file`;
      return `${style.green('✔')} ${named}${id} was posted${slug}`;
    }
    case 'same':
      return `${style.dim('·')} ${named}${id}`;
    case 'differs':
      return `${style.yellow('!')} ${named}${id} differs from ${style.text(post.file)}: ${post.differs.join(', ')}`;
    case 'elsewhere':
      return `${style.yellow('!')} ${named} is on the platform as ${style.text(post.otherSlug ?? '')}${id}: it is not sent again`;
    case 'failed':
      return `${style.red('✘')} ${named}: ${style.text(post.reason ?? '')}`;
    case 'unknown':
      return `${style.red('?')} ${named} was sent, but may not have arrived: ${style.text(post.reason ?? '')}`;
    case 'left':
      return `${style.dim('·')} ${named} was not sent`;
    default:
      return post.result satisfies never;
  }
}

/** Notes before sending, where readers will see something else than the file says. */
function notesOf({ published, date }: PushedPost, today: string): string[] {
  const day = date?.slice(0, 10) ?? today;
  return [
    published ? 'readers see it at once' : 'unpublished',
    ...(day === today ? [] : [`dated today, not ${day}`]),
  ];
}
