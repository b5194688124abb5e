/** What a tool is that can be imported from: what it reads, and what comes of it. */
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

/** A tool whose sites can be imported: its name, its sources' signs, and their reader. */
export interface Tool {
  /** Its name for `--from`. */
  readonly name: string;
  /** Its name in messages. */
  readonly label: string;
  /** Hidden folders and files of its own, by their names. */
  readonly hidden?: readonly string[];
  /** Folders in them that builds write. */
  readonly made?: readonly string[];
  /** The sites of this tool in a folder. */
  finds(listing: SourceListing): readonly FoundSite[] | Promise<readonly FoundSite[]>;
  /** Reads the source. If it reads pages one by one, it awaits `turn` before each. */
  read(source: ImportSource, target: ImportTarget, turn: Turn): Promise<Imported>;
}

/** What is imported. */
export interface ImportSource {
  readonly path: string;
  /** The path as the user named it. */
  readonly named: string;
  /** Null: the source is a file. */
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

/** Where a site without versions goes, and its name if the site itself has none. */
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

/** What became of a page file of the source. */
export type FoundPage = { readonly file: string } & (
  | {
      /** The file that is written for it. */
      readonly out: string;
      /** If the navigation of the source lacks it, what it is for that. */
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

/** Gets the numbers of pages done and of all. Shows progress, and lets other work run. */
export type Turn = (done: number, all: number) => Promise<void> | undefined;
