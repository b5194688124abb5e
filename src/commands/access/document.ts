import type { AccessState } from '../../model/access-change.ts';
import type { ReaderAccess } from '../../model/resources.ts';
import type { AccessChange } from '../../model/access-change.ts';
import type { Instant } from '../../model/ids.ts';

/** What `docs access grant` and `revoke` print with `--json`: `docs/json/access-grant.schema.json` and `access-revoke`. */
export interface AccessReport {
  readonly plan: readonly ShownChange[];
  readonly invalid: readonly InvalidEntry[];
  readonly done: readonly ShownChange[];
  readonly failed: readonly { readonly change: ShownChange; readonly reason: string }[];
  /** Changes that were not tried or failed: the work for a later run. */
  readonly left: readonly ShownChange[];
}

/** A change with its expiries as dates; `null`: never. */
export interface ShownChange {
  readonly kind: AccessChange['kind'];
  readonly email: string;
  readonly from?: Instant | null;
  readonly to?: Instant | null;
}

/** A line that cannot be used. */
export interface InvalidEntry {
  readonly text: string;
  /** `null` if it was an argument. */
  readonly line: number | null;
  readonly reason: string;
}

/** A reader with the current state of the access: `docs/json/access-list.schema.json` is a list of these. */
export interface ListedAccess extends ReaderAccess {
  readonly state: AccessState;
}
