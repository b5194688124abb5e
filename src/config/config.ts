/** The settings, where each came from, and the options that every command takes. */
import type { VersionId } from '../model/ids.ts';
import type {
  ChangelogIds,
  ContentFolder,
  ReferenceEntry,
  RuleSetting,
  Translations,
} from '../model/project.ts';

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
  /** Absolute path of the folder of the file, or the working folder: paths are relative to it. */
  readonly root: string;
  readonly profile: Setting<string | null>;
  readonly baseUrl: Setting<string>;
  readonly content: Setting<readonly ContentFolder[]>;
  readonly references: Setting<readonly ReferenceEntry[]>;
  readonly translations: Setting<readonly Translations[]>;
  /** The severities that the project sets for rules of pages and definitions, by name. */
  readonly checks: Setting<Readonly<Record<string, RuleSetting>>>;
  /** The project, by the id of one of its versions. Null: not configured. A profile has its own. */
  readonly project: Setting<VersionId | null>;
  readonly changelogs: Setting<ChangelogIds>;
  readonly publish: Setting<boolean>;
  /** Whether the user knows that the platform also syncs the repository: then pushes do not mention it. */
  readonly besideGithubSync: Setting<boolean>;
  /** Address of the site where readers see the pages; null: it is not known. */
  readonly site: Setting<string | null>;
  /** The address to which the path of a file is added, for readers who edit it; null: not known. */
  readonly editUrl: Setting<string | null>;
  /** The longest wait for one answer, or for the next byte of a download. */
  readonly timeoutMs: Setting<number>;
  /** The longest total wait for rate limits in a run. Null: unlimited, as a person can stop it. */
  readonly maxWaitMs: Setting<number | null>;
}

/** The options that every command takes. */
export interface Flags {
  readonly profile?: string | undefined;
  /** Path of the configuration file. If it is given, none is searched for. */
  readonly config?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** `false`: `--no-color`. Otherwise terminal and environment decide. */
  readonly color: boolean;
  /** `false`: `--no-input`. */
  readonly input: boolean;
  readonly yes: boolean;
  /** The longest wait for one answer, or for the next byte of a download, in milliseconds. */
  readonly timeout?: number | undefined;
  /** The longest total wait for rate limits in the run, in milliseconds. */
  readonly maxWait?: number | undefined;
}
