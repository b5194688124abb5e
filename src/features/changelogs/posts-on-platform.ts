import type { Api } from '../../api/api.ts';
import type { ChangelogPost } from '../../model/changelog.ts';
import { Failure } from '../../model/failure.ts';

/** Posts in an answer: the most that the platform gives. */
const COUNT = 50;
/** More than any changelog has, at ten posts each: what has more of them has no end. */
const MOST_PARTS = 10_000;

/** All posts of a changelog. */
export interface AllPosts {
  /** Newest first. */
  readonly posts: readonly ChangelogPost[];
  /** How many there are, as the platform says. */
  readonly total: number;
}

/** Reads all posts of a changelog, 50 in a request. Rejects with `platform-garbled` if the list does not come to an end. */
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
    // A part without posts may have others after it.
    if (cursors.has(next) || cursors.size > MOST_PARTS) {
      throw new Failure('platform-garbled', `The list of posts of changelog ${id} has no end.`, {
        hint: 'Try again later',
      });
    }
    cursors.add(next);
    cursor = next;
  }
}
