/** The report of a push of posts, and the failure that it ends with. */
import type { ChangelogPost } from '../../model/changelog.ts';
import { Failure } from '../../model/failure.ts';
import { count } from '../../ui/count.ts';
import type { PushedChangelog, PushedPost, PushedPosts } from './document.ts';
import type { PlannedPost } from './plan-posts.ts';
import type { PostFile } from './post-files.ts';
import type { PushOfChangelog } from './pushes.ts';
import { LIST_AGAIN, type SentPost } from './send-post.ts';

/** Whether the platform gave the post its file's slug. */
export const isNamedAs = (post: PostFile, { slug }: ChangelogPost): boolean =>
  slug.toLowerCase() === post.slug.toLowerCase();

/** The result for each post. With `wasSent`, posts that should have been sent and were not are `left`, not `planned`. */
export const pushedPostsOf = (
  pushes: readonly PushOfChangelog[],
  wasSent = false,
): PushedPosts => ({
  changelogs: pushes.map(({ path, id, planned, onlyOnPlatform, sent }): PushedChangelog => ({
    path,
    id,
    posts: planned.map((each) => postOf(each, sent.get(each.post), wasSent)),
    onlyOnPlatform,
  })),
});

function postOf(planned: PlannedPost, sent: SentPost | undefined, wasSent: boolean): PushedPost {
  const { post } = planned;
  const { file, slug, title, published, date } = post;
  const said = {
    file,
    slug,
    title,
    published,
    date: date === null ? null : new Date(date * 1000).toISOString().replace('.000', ''),
  };
  const nowhere = { id: null, differs: [], otherSlug: null, reason: null };
  if (planned.kind !== 'new') {
    const { kind, there } = planned;
    return {
      ...said,
      result: kind,
      id: there.id,
      differs: kind === 'differs' ? planned.fields : [],
      otherSlug: kind === 'elsewhere' ? there.slug : null,
      reason: null,
    };
  }
  if (sent === undefined) return { ...said, ...nowhere, result: wasSent ? 'left' : 'planned' };
  if (sent.kind === 'posted') {
    const { id, slug: now } = sent.there;
    const otherSlug = isNamedAs(post, sent.there) ? null : now;
    return { ...said, ...nowhere, result: 'posted', id, otherSlug };
  }
  return { ...said, ...nowhere, result: sent.kind, reason: sent.failure.message };
}

/** Throws if the platform does not have all posts as their files say. Call it after the report was printed. */
export function postsVerdict({ changelogs }: PushedPosts, stopped: Failure | null): void {
  if (stopped !== null) throw stopped;
  const posts = changelogs.flatMap((each) => each.posts);
  const number = (is: (post: PushedPost) => boolean): number => posts.filter(is).length;
  const differing = number(({ result }) => result === 'differs');
  const missing = [
    [number(({ result }) => result === 'failed'), 'failed'],
    [number(({ result }) => result === 'unknown'), 'may or may not have arrived'],
    [number(({ result }) => result === 'left'), 'not sent'],
    [differing, 'different from the file'],
    [number(({ otherSlug }) => otherSlug !== null), 'with a different slug on the platform'],
  ] as const;
  const parts = missing.flatMap(([many, what]) =>
    many > 0 ? [`${count(many, 'post')} ${what}`] : [],
  );
  if (parts.length === 0) return;
  throw new Failure('partial', `Some items were not completed: ${parts.join(', ')}.`, {
    hint: wayOut(posts),
  });
}

function wayOut(posts: readonly PushedPost[]): string {
  if (posts.some(({ result }) => ['failed', 'unknown', 'left'].includes(result))) {
    return LIST_AGAIN;
  }
  return posts.some(({ otherSlug }) => otherSlug !== null)
    ? 'Name the file by the slug on the platform, or change the slug in the editor'
    : 'The API cannot change a post: change it in the editor, or make the file match it';
}
