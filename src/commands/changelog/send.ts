/** Sends a post, and makes sure that it is sent only once even if the answer is lost. */
import type { Api } from '../../api/api.ts';
import type { ChangelogPost } from '../../model/resources.ts';
import type { Clock } from '../../model/time.ts';
import { Failure, INTERRUPTED } from '../../model/failure.ts';
import type { Slug } from '../../model/ids.ts';
import { type PlannedPost, type SameText, type SentPost, planPosts } from './plan.ts';
import type { PostFile } from './post-files.ts';
import { readAllPosts } from './changelogs.ts';

/** The dependencies of sending posts. */
export interface PostSender {
  readonly api: Pick<Api, 'changelogs'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** How long the platform may take to process a request: even if its answer was lost, it may be carried out until then. */
  readonly requestTimeoutMs: number;
  readonly sameText: SameText;
  /** Called after a lost answer was settled. */
  readonly settled: (post: PostFile, isThere: boolean) => void;
}

export const LIST_AGAIN = 'Run the same command again; it first lists what the platform has';

/**
 * Sends a post. After a lost answer, lists the posts, and again after the request timeout.
 *
 * @param known ids of the posts that existed before
 */
export async function sendPost(
  changelog: number,
  post: PostFile,
  known: ReadonlySet<number>,
  sender: PostSender,
): Promise<SentPost> {
  const { title, content, published } = post;
  const { api, clock, signal } = sender;
  const creation = { title, content, slug: post.slug as Slug, published };
  const sentAt = clock.now();
  const written = await api.changelogs.createPost(changelog, creation, signal);
  switch (written.kind) {
    case 'done':
      return written.value.published === published
        ? { kind: 'posted', there: written.value }
        : { kind: 'failed', failure: otherwiseVisible(post, written.value) };
    case 'refused': {
      const { failure } = written;
      return { kind: failure.code === 'interrupted' ? 'left' : 'failed', failure };
    }
    case 'interrupted':
      return { kind: 'unknown', failure: written.failure };
    case 'lost':
      return settle(changelog, post, known, sentAt, sender);
    default:
      return written satisfies never;
  }
}

async function settle(
  changelog: number,
  post: PostFile,
  known: ReadonlySet<number>,
  sentAt: number,
  sender: PostSender,
): Promise<SentPost> {
  const { api, clock, signal, requestTimeoutMs, sameText, settled } = sender;
  /** A post that has only its title is not it. */
  const look = async (): Promise<PlannedPost | undefined> => {
    const { posts } = await readAllPosts(api, changelog, signal);
    const made = posts.filter(({ id }) => !known.has(id));
    const [found] = planPosts([post], made, sameText).planned;
    return found?.kind === 'sameTitle' ? { kind: 'new', post } : found;
  };
  try {
    let found = await look();
    if (found?.kind === 'new') {
      const left = requestTimeoutMs - (clock.now() - sentAt);
      await clock.sleep(Math.min(Math.max(left, 0), requestTimeoutMs), signal);
      found = await look();
    }
    if (found === undefined || found.kind === 'new') {
      settled(post, false);
      return { kind: 'failed', failure: notThere() };
    }
    if (found.kind === 'differs') return { kind: 'failed', failure: taken(found.there) };
    settled(post, true);
    return { kind: 'posted', there: found.there };
  } catch (error) {
    if (error instanceof Failure) return { kind: 'unknown', failure: error };
    if (!signal.aborted) throw error;
    return { kind: 'unknown', failure: new Failure('interrupted', INTERRUPTED) };
  }
}

const notThere = (): Failure =>
  new Failure('failed', 'The answer was lost, and the platform does not have the post.', {
    hint: LIST_AGAIN,
  });

const taken = ({ id, slug }: ChangelogPost): Failure =>
  new Failure(
    'conflict',
    `The answer was lost, and post ${id} has the slug "${slug}" and a different text.`,
    {
      hint: 'Compare it with the file, in the editor',
    },
  );

const otherwiseVisible = ({ slug }: PostFile, { id, published }: ChangelogPost): Failure => {
  const [wanted, is] = published ? ['not to be published', 'is'] : ['to be published', 'is not'];
  const message = `"${slug}" was ${wanted}, but the platform says that it ${is}.`;
  return new Failure('platform-garbled', message, { hint: `Look at post ${id} in the editor` });
};
