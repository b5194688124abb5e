/** What to send to each changelog, compared with what the platform has. */
import type { Api } from '../../api/api.ts';
import type { ChangelogPost } from '../../model/changelog.ts';
import { Failure } from '../../model/failure.ts';
import { count } from '../../ui/count.ts';
import type { ConfiguredChangelog } from './configured.ts';
import { planPosts } from './plan-posts.ts';
import type { PlannedPost, PostsPlan, SameText } from './plan-posts.ts';
import type { PostFile } from './post-files.ts';
import { readAllPosts } from './posts-on-platform.ts';
import type { PostSender, SentPost } from './send-post.ts';

/** A changelog with its plan, and the results of its posts. */
export interface PushOfChangelog extends ConfiguredChangelog, Pick<PostsPlan, 'onlyOnPlatform'> {
  /** In the order of the files. */
  readonly planned: readonly PlannedPost[];
  /** Ids of the posts that exist. */
  readonly known: Set<number>;
  readonly sent: Map<PostFile, SentPost>;
}

/** Lists the posts of each changelog and plans what to send. Throws a `Failure` if a list is incomplete. */
export async function planAll(
  api: Api,
  chosen: readonly ConfiguredChangelog[],
  posts: ReadonlyMap<string, readonly PostFile[]>,
  sameText: SameText,
  signal: AbortSignal,
): Promise<readonly PushOfChangelog[]> {
  const pushes: PushOfChangelog[] = [];
  for (const { path, id } of chosen) {
    const there = await readWhole(api, { path, id }, signal);
    const { planned, onlyOnPlatform } = planPosts(posts.get(path) ?? [], there, sameText);
    const known = new Set(there.map((post) => post.id));
    pushes.push({ path, id, planned, onlyOnPlatform, known, sent: new Map() });
  }
  return pushes;
}

/** All posts of a changelog. Rejects if the list is incomplete. */
async function readWhole(
  api: PostSender['api'],
  { path, id }: ConfiguredChangelog,
  signal: AbortSignal,
): Promise<readonly ChangelogPost[]> {
  const { posts, total } = await readAllPosts(api, id, signal);
  if (posts.length >= total) return posts;
  const listed = `${posts.length} of ${count(total, 'post')}`;
  throw new Failure('failed', `The platform listed ${listed} of changelog ${path}.`, {
    hint: 'A post on the platform must not be sent again: try later',
  });
}

/** Posts to send, in order. */
export const newPosts = (pushes: readonly PushOfChangelog[]): readonly PostFile[] =>
  pushes.flatMap(({ planned }) =>
    planned.flatMap((each) => (each.kind === 'new' ? [each.post] : [])),
  );

/** Refuses to send if an id looks wrong: the posts would go to another changelog, and could only be removed in the editor. */
export function accidentIn(pushes: readonly PushOfChangelog[]): Failure | undefined {
  const wrong = pushes.find(
    ({ planned, known }) =>
      known.size > 0 && planned.length > 0 && planned.every(({ kind }) => kind === 'new'),
  );
  if (wrong === undefined) return undefined;
  const { path, id, known } = wrong;
  const message = `Changelog ${id} has ${count(known.size, 'post')}, but none from changelogs/${path}: it may be the wrong changelog.`;
  return new Failure('guard', message, {
    hint: 'Compare with docs changelog list; if it is the right one, add --force',
  });
}
