/** A tool that builds sites. Must load fast, because help and `docs init` load it. */
import { posix } from 'node:path';
import type { FoundSite, SiteTool, SourceListing } from './import-tool.ts';

export const siteTool = (tool: Omit<SiteTool, 'read'>): SiteTool => ({
  ...tool,
  read: async (source, target, turn) => {
    const { importedSite } = await import('./import-site.ts');
    return importedSite(tool, source, target, turn);
  },
});

/**
 * The sites in folders with a file that matches `sign`. `pages`: where their pages are, relative to
 * that folder.
 */
export const signed = ({ files }: SourceListing, sign: RegExp, pages = '.'): readonly FoundSite[] =>
  files
    .filter((file) => sign.test(posix.basename(file)))
    .map((file) => posix.dirname(file))
    .map((base) => ({ base, pages: posix.join(base, pages) }));
