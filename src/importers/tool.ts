/** What is known of a tool without its sources. Must load fast: help and `docs init` load it. */
import { posix } from 'node:path';
import type { Imported, ImportTarget, Turn } from './import-site.ts';
import type { OpenedSource } from './source-folder.ts';
import type { SourceFolder, SourceSite } from './model.ts';

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

/** A tool that builds sites from folders of pages. */
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

/** The sites whose folder has a file that matches `sign`, with their pages below in `pages`. */
export const signed = ({ files }: SourceListing, sign: RegExp, pages = '.'): readonly FoundSite[] =>
  files
    .filter((file) => sign.test(posix.basename(file)))
    .map((file) => posix.dirname(file))
    .map((base) => ({ base, pages: posix.join(base, pages) }));
