/** Decides which of a changelog's files to send. Pure. */
import type { ChangelogPost } from '../../model/changelog.ts';
import { groupBy } from '../../model/group-by.ts';
import type { PostField } from './document.ts';
import type { PostFile } from './post-files.ts';

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
  /** The platform has its title and text under a slug that no file has. */
  | { readonly kind: 'elsewhere'; readonly post: PostFile; readonly there: ChangelogPost };

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

/** Never sends a slug that exists, nor a text that exists under a slug that no file has. */
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
    const twin = byTitle.get(post.title.trim())?.find((each) => hasText(post, each, sameText));
    return twin === undefined ? { kind: 'new', post } : { kind: 'elsewhere', post, there: twin };
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
