import type { ChangelogPost } from '../../model/changelog.ts';

/** What `docs changelog list --json` prints: `docs/json/changelog-list.schema.json`. */
export interface PostsOnPlatform {
  readonly changelogs: readonly {
    /** Its folder below `changelogs/`. */
    readonly path: string;
    readonly id: number;
    /** Newest first. */
    readonly posts: readonly Omit<ChangelogPost, 'content'>[];
  }[];
}

/** What `docs changelog push --json` prints: `docs/json/changelog-push.schema.json`. */
export interface PushedPosts {
  readonly changelogs: readonly PushedChangelog[];
}

/** What became of a changelog. */
export interface PushedChangelog {
  /** Its folder below `changelogs/`. */
  readonly path: string;
  readonly id: number;
  /** Those that have a file, the oldest first. */
  readonly posts: readonly PushedPost[];
  /** Posts that have no file. */
  readonly onlyOnPlatform: number;
}

/** A field that files and the platform both tell. */
export type PostField = 'title' | 'content' | 'published';

/** What became of a post that has a file. */
export interface PushedPost {
  readonly file: string;
  readonly slug: string;
  readonly title: string;
  readonly published: boolean;
  /** `2026-08-04T14:30:00Z`, as the file says; null: it does not. */
  readonly date: string | null;
  /**
   * `planned`: it is to be sent. `posted`: it was. `same`: the platform has it. `differs`: the platform has it otherwise. `elsewhere`: the
   * platform has it with another slug. `failed`: it was not sent. `unknown`: it was sent, and whether it was carried out is not known.
   * `left`: it was not tried, because of one before it.
   */
  readonly result:
    | 'planned'
    | 'posted'
    | 'same'
    | 'differs'
    | 'elsewhere'
    | 'failed'
    | 'unknown'
    | 'left';
  /** On the platform; null: it is not there, or that is not known. */
  readonly id: number | null;
  /** Where it differs. */
  readonly differs: readonly PostField[];
  /** The slug that it has on the platform, if that is another; else null. */
  readonly otherSlug: string | null;
  /** Why it failed, or is not known; else null. */
  readonly reason: string | null;
}
