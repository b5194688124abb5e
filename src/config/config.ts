/** The settings, and where each came from. */
import type { ChangelogIds, ContentFolder, ReferenceEntry, RuleSetting } from '../model/project.ts';

/** The live platform's. */
export const DEFAULT_BASE_URL = 'https://api.developerhub.io/api/v1';

export type Source =
  | { readonly kind: 'flag'; readonly name: string }
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'profile'; readonly name: string; readonly file: string }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'default' };

export interface Setting<T> {
  readonly value: T;
  readonly source: Source;
}

export interface Config {
  /** Absolute path of the configuration file; null if there is none. */
  readonly file: string | null;
  /** Absolute path of the folder that all paths in it are relative to: the file's, or the working folder. */
  readonly root: string;
  readonly profile: Setting<string | null>;
  readonly baseUrl: Setting<string>;
  readonly content: Setting<readonly ContentFolder[]>;
  readonly references: Setting<readonly ReferenceEntry[]>;
  /** What the project says of the rules that definitions are held to, by name. */
  readonly checks: Setting<Readonly<Record<string, RuleSetting>>>;
  readonly changelogs: Setting<ChangelogIds>;
  readonly publish: Setting<boolean>;
  /** Whether the platform is known to sync the repository, too: then pushes do not say so. */
  readonly besideGithubSync: Setting<boolean>;
  /** Most time for one request. */
  readonly timeoutMs: Setting<number>;
  /** Most waiting for rate limits in a run; null: as long as it takes, with someone watching. */
  readonly maxWaitMs: Setting<number | null>;
}
