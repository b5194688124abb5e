import type { Api } from '../../api/api.ts';
import type { ChangelogPost } from '../../model/changelog.ts';
import { Failure } from '../../model/failure.ts';

/** Posts per answer: the platform's maximum. */
const COUNT = 50;
/** No changelog has so many parts: a longer list does not end. */
const MOST_PARTS = 10_000;

export interface AllPosts {
  /** Newest first. */
  readonly posts: readonly ChangelogPost[];
  /** The total that the platform states. */
  readonly total: number;
}

/** Reads all posts of a changelog, 50 per request. Rejects with `platform-garbled` if the list does not end. */
export async function readAllPosts(
  api: Pick<Api, 'changelogs'>,
  id: number,
  signal: AbortSignal,
): Promise<AllPosts> {
  const posts = new Map<number, ChangelogPost>();
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (;;) {
    const answer = await api.changelogs.posts(id, { count: COUNT, cursor }, signal);
    for (const post of answer.posts) posts.set(post.id, post);
    const { cursor: next, total } = answer;
    if (next === null) return { posts: [...posts.values()], total };
    // An empty part may be followed by others.
    if (cursors.has(next) || cursors.size > MOST_PARTS) {
      throw new Failure('platform-garbled', `The list of posts in changelog ${id} does not end.`, {
        hint: 'Try again later',
      });
    }
    cursors.add(next);
    cursor = next;
  }
}
