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

/** The result for one changelog. */
export interface PushedChangelog {
  /** Its folder below `changelogs/`. */
  readonly path: string;
  readonly id: number;
  /** Posts that have a file, the oldest first. */
  readonly posts: readonly PushedPost[];
  /** Posts that have no file. */
  readonly onlyOnPlatform: number;
}

/** A field that both files and the platform have. */
export type PostField = 'title' | 'content' | 'published';

/** The result for a post that has a file. */
export interface PushedPost {
  readonly file: string;
  readonly slug: string;
  readonly title: string;
  readonly published: boolean;
  /** `2026-08-04T14:30:00Z`, from the file; null if the file has no date. */
  readonly date: string | null;
  /**
   * `planned`: would be sent. `posted`: was sent. `same`: the platform has it. `differs`: the platform has it with other content. `elsewhere`:
   * the platform has it with another slug. `failed`: was not sent. `unknown`: was sent, but may not have been carried out. `left`: was not
   * tried, because an earlier one failed.
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
  /** The id on the platform; null if it is not there, or that is not known. */
  readonly id: number | null;
  /** The fields that differ. */
  readonly differs: readonly PostField[];
  /** Its slug on the platform, if that is a different one; else null. */
  readonly otherSlug: string | null;
  /** Why it failed, or is unknown; else null. */
  readonly reason: string | null;
}
