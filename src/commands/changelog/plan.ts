/** Decides which of a changelog's files to send. Pure. */
import type { ChangelogPost } from '../../model/resources.ts';
import { groupBy } from '../../model/group-by.ts';
import type { PostField } from './document.ts';
import type { PostFile } from './post-files.ts';
import type { Api } from '../../api/api.ts';
import { Failure } from '../../model/failure.ts';
import { count } from '../../model/text/sentences.ts';
import { type ConfiguredChangelog, readAllPosts } from './changelogs.ts';

/** The decision about a post that has a file. */
export type PlannedPost =
  | { readonly kind: 'new'; readonly post: PostFile }
  | { readonly kind: 'same'; readonly post: PostFile; readonly there: ChangelogPost }
  | {
      readonly kind: 'differs';
      readonly post: PostFile;
      readonly there: ChangelogPost;
      readonly fields: readonly PostField[];
    }
  /** The platform has its text, or another one with its title, under a slug that no file has. */
  | {
      readonly kind: 'elsewhere' | 'sameTitle';
      readonly post: PostFile;
      readonly there: ChangelogPost;
    };

export interface PostsPlan {
  /** In the order of `posts`. */
  readonly planned: readonly PlannedPost[];
  /** Posts that have no file. */
  readonly onlyOnPlatform: number;
}

/** Whether two texts are the same page, printed differently. */
export type SameText = (a: string, b: string) => boolean;

/** Slugs that differ only in letter case may be the same on the platform. */
const slugKey = (slug: string): string => slug.toLowerCase();

/** Never sends a slug that exists, nor a text or a title that exists under a slug that no file has. */
export function planPosts(
  posts: readonly PostFile[],
  there: readonly ChangelogPost[],
  sameText: SameText,
): PostsPlan {
  const bySlug = new Map(there.map((post) => [slugKey(post.slug), post]));
  const files = new Set(posts.map(({ slug }) => slugKey(slug)));
  const alone = there.filter(({ slug }) => !files.has(slugKey(slug)));
  const byTitle = groupBy(alone, ({ title }) => title.trim());
  const planned = posts.map((post): PlannedPost => {
    const own = bySlug.get(slugKey(post.slug));
    if (own !== undefined) {
      const fields = differences(post, own, sameText);
      return fields.length === 0
        ? { kind: 'same', post, there: own }
        : { kind: 'differs', post, there: own, fields };
    }
    const titled = byTitle.get(post.title.trim()) ?? [];
    const twin =
      titled.find((each) => hasText(post, each, sameText)) ??
      alone.find((each) => post.content.trim() !== '' && hasText(post, each, Object.is));
    if (twin !== undefined) return { kind: 'elsewhere', post, there: twin };
    const [there] = titled;
    return there === undefined ? { kind: 'new', post } : { kind: 'sameTitle', post, there };
  });
  return { planned, onlyOnPlatform: alone.length };
}

/** The fields in which `there` differs from the file. Without the date, which the platform sets itself. */
function differences(
  post: PostFile,
  there: ChangelogPost,
  sameText: SameText,
): readonly PostField[] {
  return [
    ...(post.title.trim() === there.title.trim() ? [] : (['title'] as const)),
    ...(hasText(post, there, sameText) ? [] : (['content'] as const)),
    ...(post.published === there.published ? [] : (['published'] as const)),
  ];
}

function hasText({ content }: PostFile, there: ChangelogPost, sameText: SameText): boolean {
  const [ours, theirs] = [content.trim(), (there.content ?? '').replaceAll('\r\n', '\n').trim()];
  return ours === theirs || sameText(ours, theirs);
}

/** The result for a post that should be sent. */
export type SentPost =
  | { readonly kind: 'posted'; readonly there: ChangelogPost }
  /** It is not on the platform, or not as intended. */
  | { readonly kind: 'failed' | 'left'; readonly failure: Failure }
  /** It is unknown whether the post is on the platform. */
  | { readonly kind: 'unknown'; readonly failure: Failure };

/** A changelog with its plan, and the results of its posts. */
export interface PushOfChangelog extends ConfiguredChangelog, Pick<PostsPlan, 'onlyOnPlatform'> {
  /** In the order of the files. */
  readonly planned: readonly PlannedPost[];
  /** Ids of the posts that exist. */
  readonly known: Set<number>;
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
    pushes.push({ path, id, planned, onlyOnPlatform, known });
  }
  return pushes;
}

/** All posts of a changelog. Rejects if the list is incomplete. */
async function readWhole(
  api: Pick<Api, 'changelogs'>,
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
