import type { ChangelogPost, ChangelogPosts } from '../../model/changelog.ts';
import type { Slug } from '../../model/ids.ts';
import type { Http } from '../calls/http.ts';
import type { Written } from '../calls/written.ts';
import { decodePost, decodePosts } from '../decode/changelog.ts';

/** A post that is to be made. */
export interface PostCreation {
  readonly title: string;
  readonly content: string;
  /** Letters, digits and dashes. Always sent: the platform would make one of the title otherwise. */
  readonly slug: Slug;
  /** Whether readers see it at once. */
  readonly published: boolean;
}

/** Which part of the posts. */
export interface PostsRequest {
  /** Posts in the answer, 50 at most; the platform's default is 10. */
  readonly count?: number | undefined;
  /** The cursor of the answer before. */
  readonly cursor?: string | undefined;
}

/**
 * `api/today.yaml`, "Changelog". Nothing lists changelogs or tells their ids, and nothing changes or deletes a post. Rejects with
 * `unsupported` if the platform has no changelogs, or none of this id.
 */
export class Changelogs {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** A part of the posts, newest first. 600 a minute. */
  posts(
    id: number,
    { count, cursor }: PostsRequest = {},
    signal?: AbortSignal,
  ): Promise<ChangelogPosts> {
    return this.#http.read(
      {
        operation: 'listPosts',
        path: { id },
        query: { count, cursor },
        mayLack: `there is no changelog ${id}`,
        decode: decodePosts,
      },
      signal,
    );
  }

  /** Makes a post. A post that is there cannot be replaced: whoever sends it looks for its slug first. */
  createPost(
    id: number,
    post: PostCreation,
    signal?: AbortSignal,
  ): Promise<Written<ChangelogPost>> {
    return this.#http.write(
      {
        operation: 'createPost',
        path: { id },
        body: post,
        mayLack: `there is no changelog ${id}`,
        decode: decodePost,
      },
      signal,
    );
  }
}
