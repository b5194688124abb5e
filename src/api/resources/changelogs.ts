import type { ChangelogPost, ChangelogPosts } from '../../model/resources.ts';
import type { Slug } from '../../model/ids.ts';
import type { Written } from '../call.ts';
import type { Client } from '../client.ts';

export interface PostCreation {
  readonly title: string;
  readonly content: string;
  /** Letters, digits and dashes. Required: the platform would derive one from the title. */
  readonly slug: Slug;
  /** Whether readers see it at once. */
  readonly published: boolean;
}

/** Which posts to list. */
export interface PostsRequest {
  /** The number of posts in the answer, at most 50. The platform's default is 10. */
  readonly count?: number | undefined;
  /** The cursor of the previous answer. */
  readonly cursor?: string | undefined;
}

/**
 * docs/service.md, "Resources". The API does not list changelogs or their ids, and posts cannot be
 * changed or deleted. Calls fail with `unsupported` if the platform has no changelogs, or none with
 * this id.
 */
export class Changelogs {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** One page of posts, newest first. 600 a minute. */
  posts(
    id: number,
    { count, cursor }: PostsRequest = {},
    signal?: AbortSignal,
  ): Promise<ChangelogPosts> {
    return this.#client.read('listPosts', { ...changelog(id), query: { count, cursor }, signal });
  }

  /** Creates a post. An existing post cannot be replaced, so the caller must look for its slug first. */
  createPost(
    id: number,
    post: PostCreation,
    signal?: AbortSignal,
  ): Promise<Written<ChangelogPost>> {
    return this.#client.write('createPost', { ...changelog(id), body: post, signal });
  }
}

const changelog = (id: number) => ({ path: { id }, mayLack: `there is no changelog ${id}` });
