import type { FilePath, Slug } from './ids.ts';

/** A folder of pages: one documentation, or, without slugs, its paths contain both slugs. */
export interface ContentFolder {
  readonly path: FilePath;
  readonly version: Slug | null;
  readonly documentation: Slug | null;
  /** Globs relative to `path`. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** A definition file that `docs ref upload` sends if no files are given. */
export interface ReferenceEntry {
  readonly file: FilePath;
  readonly version: Slug;
  /** Whether a build generates the file, so that it may be missing before the build. */
  readonly generated?: boolean | undefined;
}

/** A folder of pages, and folders with its translations: pages are paired by their paths. */
export interface Translations {
  readonly of: FilePath;
  readonly in: readonly FilePath[];
}

/** The severity of a rule for pages or definitions, or `off`. */
export type RuleSetting = 'error' | 'warning' | 'off';

/**
 * Ids of changelogs by their folders below `changelogs/`. The platform lists neither changelogs nor
 * their ids.
 */
export type ChangelogIds = Readonly<Record<string, number>>;

/** The lock of a profile, or of the project without a profile. */
export const lockFileOf = (profile: string | null): FilePath =>
  (profile === null ? 'docs-cli.lock' : `docs-cli.${profile}.lock`) as FilePath;

/** Whether a file of a project's folder is the lock of a profile or of none. */
export const isLockFile = (name: string): boolean => /^docs-cli(?:\..+)?\.lock$/.test(name);

/** The current folder, as the configuration describes it. */
export interface Project {
  /** Absolute path of the folder with the configuration; every `FilePath` is relative to it. */
  readonly root: string;
  readonly contents: readonly ContentFolder[];
  readonly references: readonly ReferenceEntry[];
  /** The lock: one per profile, committed with the content. */
  readonly lockFile: FilePath;
  /**
   * Log with the texts that were sent, stat cache, and texts that would be lost. Made by the tool,
   * ignored by git. May be deleted between runs: the next run then reads the platform instead, but
   * may report a conflict for pages that a killed run wrote, or that it cannot merge.
   */
  readonly stateFolder: FilePath;
}

/** The definitions that a build makes on each computer, so that git does not have them. */
export const generatedFiles = ({
  references,
}: Pick<Project, 'references'>): ReadonlySet<FilePath> =>
  new Set(references.flatMap(({ file, generated }) => (generated === true ? file : [])));
