/** What is known of a tool before any of its sources is read. Light: help and `docs init` load it too. */
import { posix } from 'node:path';
import type { Imported, ImportTarget, Turn } from './import-site.ts';
import type { OpenedSource } from './source-folder.ts';
import type { SourceFolder, SourceSite } from './model.ts';

/** Names in a source. */
export interface SourceListing {
  readonly files: readonly string[];
  /** Folders with a dot in front. */
  readonly hidden: readonly string[];
}

/** Where a tool has left a sign of itself. */
export interface FoundSite {
  /** Where its configuration is, relative to the source; `.` is the source itself. */
  readonly base: string;
  /** Where its pages are. */
  readonly pages: string;
}

/** Something that can be imported: what it is called, how its sources are known, and what reads them. */
export interface Tool {
  /** As `--from` has it. */
  readonly name: string;
  /** As people call it. */
  readonly label: string;
  /** Hidden folders and files of its own, by their names. */
  readonly hidden?: readonly string[];
  /** Folders in them that builds make. */
  readonly made?: readonly string[];
  /** Where its signs are in a folder. */
  finds(listing: SourceListing): readonly FoundSite[] | Promise<readonly FoundSite[]>;
  /** Reads the source. `turn` is awaited now and then. */
  read(source: ImportSource, target: ImportTarget, turn: Turn): Promise<Imported>;
}

/** What is imported. */
export interface ImportSource {
  readonly path: string;
  /** The path as the user named it. */
  readonly named: string;
  /** Null: it is a file. */
  readonly opened: OpenedSource | null;
  /** Where the tool's configuration is, relative to the folder. */
  readonly base: string;
}

/** A tool that makes sites of folders of pages. */
export interface SiteTool extends Tool {
  finds(listing: SourceListing): readonly FoundSite[];
  /** Reads the site whose configuration is in `base`, relative to the folder. */
  site(folder: SourceFolder, base: string): Promise<SourceSite>;
}

export const siteTool = (tool: Omit<SiteTool, 'read'>): SiteTool => ({
  ...tool,
  read: async (source, target, turn) => {
    const { importedSite } = await import('./import-site.ts');
    return importedSite(tool, source, target, turn);
  },
});

/** The folders that hold a file of such a name. Pages are in the folder `pages` below. */
export const signed = ({ files }: SourceListing, sign: RegExp, pages = '.'): readonly FoundSite[] =>
  files
    .filter((file) => sign.test(posix.basename(file)))
    .map((file) => posix.dirname(file))
    .map((base) => ({ base, pages: posix.join(base, pages) }));
