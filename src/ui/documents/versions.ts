import type { Version } from '../../model/resources.ts';

/** What `docs version publish` and `unpublish` print with `--json`: `docs/json/version-publish.schema.json`. */
export interface ChangedVersions {
  readonly changed: readonly Version[];
  /** Those that were so already: no request was made for them. */
  readonly unchanged: readonly Version[];
  /** Those that would be changed, were it not for `--dry-run`, as they are. */
  readonly planned: readonly Version[];
}

/** What `docs version clone` prints with `--json`: `docs/json/version-clone.schema.json`. */
export interface ClonedVersion {
  /** Slug of the version that was copied. */
  readonly from: string;
  readonly version: Version | null;
  /** What would be made, were it not for `--dry-run`. Slug null: the platform makes one. */
  readonly planned: {
    readonly name: string;
    readonly slug: string | null;
    readonly published: boolean;
  } | null;
}
