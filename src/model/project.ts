import type { FilePath, Slug } from './ids.ts';

/** A folder of pages. With both slugs it is one documentation; without, its paths name version and documentation. */
export interface ContentFolder {
  readonly path: FilePath;
  readonly version: Slug | null;
  readonly documentation: Slug | null;
  /** Globs relative to `path`. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** A definition file that `docs ref upload` sends when it is given no files. */
export interface ReferenceEntry {
  readonly file: FilePath;
  readonly version: Slug;
}

/** How much a rule of definitions matters, or that it does not. */
export type RuleSetting = 'error' | 'warning' | 'off';

/** Ids of changelogs by their folders below `changelogs/`: the platform lists neither. */
export type ChangelogIds = Readonly<Record<string, number>>;

/** The folder at hand, as the configuration describes it. */
export interface Project {
  /** Absolute path of the folder that holds the configuration; every `FilePath` is relative to it. */
  readonly root: string;
  readonly contents: readonly ContentFolder[];
  readonly references: readonly ReferenceEntry[];
  /** The content folders were laid out for this run, and go with it. */
  readonly isStaged?: true;
  /** The lock: one per profile, committed with the content. */
  readonly lockFile: FilePath;
  /** Journal, stat cache and kept texts: made by the tool, ignored by git, safe to delete. */
  readonly stateFolder: FilePath;
}
