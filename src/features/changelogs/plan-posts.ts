/** What of a changelog's files is to be sent. Pure. */
import type { ChangelogPost } from '../../model/changelog.ts';
import { groupBy } from '../../model/group-by.ts';
import type { PostField } from '../../ui/documents/changelogs.ts';
import type { PostFile } from './post-files.ts';

/** What is to become of a post that has a file. */
export type PlannedPost =
  | { readonly kind: 'new'; readonly post: PostFile }
  | { readonly kind: 'same'; readonly post: PostFile; readonly there: ChangelogPost }
  | {
      readonly kind: 'differs';
      readonly post: PostFile;
      readonly there: ChangelogPost;
      readonly fields: readonly PostField[];
    }
  /** The platform has its title and text with a slug that no file has. */
  | { readonly kind: 'elsewhere'; readonly post: PostFile; readonly there: ChangelogPost };

/** What is to become of a changelog. */
export interface PostsPlan {
  /** In the order of `posts`. */
  readonly planned: readonly PlannedPost[];
  /** Posts that have no file. */
  readonly onlyOnPlatform: number;
}

/** Whether two texts are one page, printed differently. */
export type SameText = (a: string, b: string) => boolean;

/** Slugs that differ in the case of letters only may be one on the platform. */
const slugKey = (slug: string): string => slug.toLowerCase();

/** A slug that is there is never sent again, and neither is a text that is there with a slug that no file has. */
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

/** Where `there` is not as its file says. The date is the platform's own. */
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
