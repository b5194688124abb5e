/** Imports the files of a test, without a disk. */
import type { ImportReport } from '../../src/commands/import/document.ts';
import { shownIssue } from '../../src/commands/import/view.ts';
import { importSite } from '../../src/importers/import-site.ts';
import type { Imported } from '../../src/importers/import-tool.ts';
import { SITE_TOOLS } from '../../src/importers/tools.ts';
import type { Files } from './import-sites.ts';

export interface ImportedFiles extends Omit<Imported, 'files' | 'issues'> {
  /** As `docs import --json` has them. */
  readonly issues: ImportReport['issues'];
  readonly texts: ReadonlyMap<string, string>;
  /** The text of a page below `v1.0/site/`, without its front matter. */
  body(path: string): string;
}

/**
 * Imports `files` as a site of `tool` whose configuration is in `base`. `binary`: those of them
 * that are not text.
 */
export async function importFiles(
  tool: string,
  files: Files,
  base = '.',
  binary: readonly string[] = [],
): Promise<ImportedFiles> {
  const folder = {
    files: Object.keys(files).toSorted(),
    has: (path: string): boolean => Object.hasOwn(files, path),
    text: (path: string): string | null =>
      Object.hasOwn(files, path) && !binary.includes(path) ? (files[path] ?? null) : null,
  };
  const site = await SITE_TOOLS.find(({ name }) => name === tool)?.site(folder, base);
  if (site === undefined) throw new Error(`There is no ${tool}`);
  const target = { version: 'v1.0', documentation: 'site', isGiven: false };
  const { files: written, ...imported } = await importSite(site, folder, target, () => undefined);
  const texts = new Map([...written].map(([path, text]) => [path, String(text)]));
  return {
    ...imported,
    issues: imported.issues.map(shownIssue),
    texts,
    body: (path) => {
      const text = texts.get(`v1.0/site/${path}`);
      if (text === undefined) throw new Error(`Only ${[...texts.keys()].join(', ')}`);
      return text.replace(/^---\n[^]*?\n---\w*\n+/, '').trimEnd();
    },
  };
}
