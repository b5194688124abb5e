import type { Version } from '../../model/resources.ts';

/** What `docs version publish` and `unpublish` print with `--json`: `docs/json/version-publish.schema.json`. */
export interface ChangedVersions {
  readonly changed: readonly Version[];
  /** Versions that were already in that state: no request was made for them. */
  readonly unchanged: readonly Version[];
  /** Versions that could not be changed, as they were named. Those after a failure that ends the run were not tried. */
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
  /** Versions that would be changed without `--dry-run`, in their current state. */
  readonly planned: readonly Version[];
}

/** What `docs version clone` prints with `--json`: `docs/json/version-clone.schema.json`. */
export interface ClonedVersion {
  /** Slug of the version that was copied. */
  readonly from: string;
  readonly version: Version | null;
  /** The version that would be created without `--dry-run`. If the slug is null, the platform generates one. */
  readonly planned: {
    readonly name: string;
    readonly slug: string | null;
    readonly published: boolean;
  } | null;
}
