import type { Context } from '../../context.ts';
import type { ChangelogPost } from '../../model/resources.ts';
import type { PostsOnPlatform } from './document.ts';
import { grouped } from '../../model/text/sentences.ts';
import { postsView } from './view.ts';
import { configuredChangelogs } from './changelogs.ts';
import { readAllPosts } from './changelogs.ts';

type Listed = PostsOnPlatform['changelogs'][number]['posts'][number];

export interface ListPostsOptions {
  readonly exact: boolean;
}

/** Prints the posts of one configured changelog, or of all. One request per 50 posts. */
export async function listPosts(
  context: Context,
  folder: string | undefined,
  { exact }: ListPostsOptions,
): Promise<void> {
  const { ui, host } = context;
  const chosen = await configuredChangelogs(context, folder === undefined ? [] : [folder]);
  const api = await context.api();
  const changelogs: PostsOnPlatform['changelogs'][number][] = [];
  for (const { path, id } of chosen) {
    const { posts, total } = await readAllPosts(api, id, host.signal);
    if (posts.length < total) {
      ui.warn(
        `The platform listed ${grouped(posts.length)} of ${grouped(total)} posts of ${path}.`,
      );
    }
    changelogs.push({ path, id, posts: posts.map(listed) });
  }
  await ui.result<PostsOnPlatform>({ changelogs }, postsView(exact), { long: true });
}

const listed = ({ id, title, slug, published, created, updated }: ChangelogPost): Listed => ({
  id,
  title,
  slug,
  published,
  created,
  updated,
});
