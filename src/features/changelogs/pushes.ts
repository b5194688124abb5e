/** What is to be sent to each changelog, compared with what the platform has. */
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

/** A changelog with its plan, and what became of posts that were sent. */
export interface PushOfChangelog extends ConfiguredChangelog, Pick<PostsPlan, 'onlyOnPlatform'> {
  /** In the order of the files. What is still to be sent is planned again if somebody else posts meanwhile. */
  readonly planned: PlannedPost[];
  /** Posts that are there. */
  readonly known: Set<number>;
  readonly sent: Map<PostFile, SentPost>;
}

/** Lists the posts of each changelog and plans what to send. Throws a `Failure` if a list is not whole. */
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
    pushes.push({ path, id, planned: [...planned], onlyOnPlatform, known, sent: new Map() });
  }
  return pushes;
}

/** All posts of a changelog, or a failure. */
async function readWhole(
  api: PostSender['api'],
  { path, id }: ConfiguredChangelog,
  signal: AbortSignal,
): Promise<readonly ChangelogPost[]> {
  const { posts, total } = await readAllPosts(api, id, signal);
  if (posts.length >= total) return posts;
  const listed = `${posts.length} of ${count(total, 'post')}`;
  throw new Failure('failed', `The platform listed ${listed} of changelog ${path}.`, {
    hint: 'A post that is there must not be sent again: try later',
  });
}

/**
 * Lists the posts again and plans again what was not sent yet: another slug than the one sent tells that somebody else posts, too. Resolves to
 * what kept it from that; undefined: nothing did.
 */
export async function planAgain(
  push: PushOfChangelog,
  { api, sameText, signal }: PostSender,
): Promise<Failure | undefined> {
  const { planned, sent, known } = push;
  try {
    const there = await readWhole(api, push, signal);
    for (const { id } of there) known.add(id);
    const now = planPosts(
      planned.map(({ post }) => post),
      there,
      sameText,
    );
    for (const [at, each] of now.planned.entries()) if (!sent.has(each.post)) planned[at] = each;
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    if (!signal.aborted) throw error;
    return new Failure('interrupted', 'Interrupted.');
  }
}

/** Posts that are to be sent, in order. */
export const newPosts = (pushes: readonly PushOfChangelog[]): readonly PostFile[] =>
  pushes.flatMap(({ planned }) =>
    planned.flatMap((each) => (each.kind === 'new' ? [each.post] : [])),
  );

/** Refuses what a wrong id does: it sends posts to another changelog, and nobody but the editor takes them back. */
export function accidentIn(pushes: readonly PushOfChangelog[]): Failure | undefined {
  const wrong = pushes.find(
    ({ planned, known }) =>
      known.size > 0 && planned.length > 0 && planned.every(({ kind }) => kind === 'new'),
  );
  if (wrong === undefined) return undefined;
  const { path, id, known } = wrong;
  const message = `Changelog ${id} has ${count(known.size, 'post')}, and none of changelogs/${path}: it may be another one.`;
  return new Failure('guard', message, {
    hint: 'Compare with docs changelog list; if it is the one, add --force',
  });
}
