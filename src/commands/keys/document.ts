import type { Source } from '../../config/config.ts';
import type { KeySource } from '../../config/credentials.ts';
import type { Permission } from '../../model/operations.ts';

/** What `docs logout --json` prints: `docs/json/logout.schema.json`. */
export interface LoggedOut {
  /** Origins whose keys were removed. */
  readonly forgotten: readonly string[];
}

/** What `docs login --json` prints: `docs/json/login.schema.json`. */
export interface LoggedIn {
  readonly origin: string;
  readonly keptIn: 'system' | 'file';
}

/** Whether a key may do something, as far as reads can tell. */
export type May = 'yes' | 'no' | 'not known';

/** The result for one permission of a key. */
export interface PermissionFinding {
  readonly permission: Permission;
  readonly may: May;
  /** Why it is not known. */
  readonly reason: string | null;
}

/** What `docs whoami --json` prints: `docs/json/whoami.schema.json`. */
export interface WhoAmI {
  readonly baseUrl: string;
  readonly baseUrlFrom: Source;
  readonly keyFrom: KeySource;
  /** The last four characters of the key; null if it is too short to show any. */
  readonly keyEnd: string | null;
  readonly profile: string | null;
  /** What the key opens, as far as the platform tells. It has no name for a project. */
  readonly project: {
    /** Where readers find it. */
    readonly site: string | null;
    /** Null if the platform did not list them. */
    readonly versions: readonly { readonly slug: string; readonly published: boolean }[] | null;
  };
  readonly permissions: readonly PermissionFinding[];
}
