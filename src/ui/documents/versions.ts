import type { Version } from '../../model/resources.ts';

/** What `docs version publish` and `unpublish` print with `--json`: `docs/json/version-publish.schema.json`. */
export interface ChangedVersions {
  readonly changed: readonly Version[];
  /** Those that were so already: no request was made for them. */
  readonly unchanged: readonly Version[];
  /** Those that would be changed, were it not for `--dry-run`, as they are. */
  readonly planned: readonly Version[];
}
