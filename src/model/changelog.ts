/** Posts of a changelog: `api/today.yaml`, "ChangelogPost". */
import type { Instant, Slug } from './ids.ts';

/** A post. The API cannot change or delete one. */
export interface ChangelogPost {
  readonly id: number;
  readonly title: string;
  readonly slug: Slug;
  readonly published: boolean;
  /** `null`: it has none. */
  readonly content: string | null;
  readonly created: Instant;
  readonly updated: Instant;
}

/** One page of posts, newest first. */
export interface ChangelogPosts {
  readonly posts: readonly ChangelogPost[];
  readonly count: number;
  readonly total: number;
  /** `null`: there are no more. */
  readonly cursor: string | null;
}
