/** The interface of a tool whose sites can be imported: its sources and its results. */
import type { ImportIssue, SourceFolder, SourceSite } from './model.ts';

/** Names in a source. */
export interface SourceListing {
  readonly files: readonly string[];
  /** Folders whose name begins with a dot. */
  readonly hidden: readonly string[];
}

/** A site that was recognised by the files of its tool. */
export interface FoundSite {
  /** Where its configuration is, relative to the source; `.` is the source itself. */
  readonly base: string;
  /** Where its pages are. */
  readonly pages: string;
}

/**
 * A tool whose sites can be imported: its name, how to recognise its sources, and how to read them.
 */
export interface Tool {
  /** Its name for `--from`. */
  readonly name: string;
  /** Its name in messages. */
  readonly label: string;
  /** The names of its hidden folders and files. */
  readonly hidden?: readonly string[];
  /** The folders in them that builds write. */
  readonly made?: readonly string[];
  /** The sites of this tool in a folder. */
  finds(listing: SourceListing): readonly FoundSite[] | Promise<readonly FoundSite[]>;
  /** Reads the source. If it reads pages one by one, it awaits `turn` before each. */
  read(source: ImportSource, target: ImportTarget, turn: Turn): Promise<Imported>;
}

/** The source of an import. */
export interface ImportSource {
  readonly path: string;
  /** The path as the user named it. */
  readonly named: string;
  /** Null if the source is a file. */
  readonly opened: OpenedSource | null;
  /** Where the tool's configuration is, relative to the folder. */
  readonly base: string;
}

/** A source folder, and what was found while listing it. */
export interface OpenedSource {
  readonly root: string;
  readonly folder: SourceFolder;
  /** Folders whose name begins with a dot. */
  readonly hidden: readonly string[];
  readonly issues: readonly ImportIssue[];
}

/** A tool that builds sites from folders of pages. */
export interface SiteTool extends Tool {
  finds(listing: SourceListing): readonly FoundSite[];
  /** Reads the site whose configuration is in `base`, relative to the folder. */
  site(folder: SourceFolder, base: string): Promise<SourceSite>;
}

/** The place of a site without versions, and the name of a documentation that has none. */
export interface ImportTarget {
  readonly version: string;
  readonly documentation: string;
  /** Whether the user chose it. If not, it comes from the name of a folder. */
  readonly isGiven: boolean;
}

export interface Imported {
  /** Contents of the files to write, by path. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  /** Files to copy: their source paths by their new paths. */
  readonly copies: ReadonlyMap<string, string>;
  readonly documentations: readonly WrittenDocumentation[];
  /** All page files of the source, each once. */
  readonly pages: readonly FoundPage[];
  /** Pages that could not be imported. */
  readonly failed: readonly { readonly file: string; readonly reason: string }[];
  /** In the order of files and lines. */
  readonly issues: readonly ImportIssue[];
}

/** Why a page file of the source has no page in the result. */
export const LEFT_OUT = ['failed', 'included', 'excluded', 'outside', 'settings'] as const;

/** The result for one page file of the source. */
export type FoundPage = { readonly file: string } & (
  | {
      /** The file that is written for it. */
      readonly out: string;
      /**
       * Whether it is shown or hidden, if it is not in the navigation of the source; null if it is.
       */
      readonly outside: 'shown' | 'hidden' | null;
    }
  | { readonly out: null; readonly why: (typeof LEFT_OUT)[number] }
);

/** The slugs of a documentation that was written. */
export interface WrittenDocumentation {
  readonly version: string;
  readonly documentation: string;
  readonly pages: number;
}

/**
 * Receives the numbers of pages done and of all pages. Shows progress, and yields to other work.
 */
export type Turn = (done: number, all: number) => Promise<void> | undefined;
