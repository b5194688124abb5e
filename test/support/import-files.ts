/** Imports the files of a test, without a disk. */
import { importSite } from '../../src/importers/import-site.ts';
import type { Imported } from '../../src/importers/import-site.ts';
import type { Tool } from '../../src/importers/model.ts';
import { readSite } from '../../src/importers/read-site.ts';
import type { Files } from './import-sites.ts';

export interface ImportedFiles extends Imported {
  /** The text of a page below `v1.0/site/`, without its front matter. */
  body(path: string): string;
}

/** Imports `files` as a site of `tool` whose configuration is in `base`. */
export async function importFiles(tool: Tool, files: Files, base = '.'): Promise<ImportedFiles> {
  const folder = {
    files: Object.keys(files).toSorted(),
    has: (path: string): boolean => Object.hasOwn(files, path),
    text: (path: string): string | null =>
      Object.hasOwn(files, path) ? (files[path] ?? null) : null,
  };
  const site = await readSite(tool, folder, base);
  const target = { version: 'v1.0', documentation: 'site', isGiven: false };
  const imported = await importSite(site, folder, target, () => undefined);
  return {
    ...imported,
    body: (path) => {
      const text = imported.texts.get(`v1.0/site/${path}`);
      if (text === undefined) throw new Error(`Only ${[...imported.texts.keys()].join(', ')}`);
      return text.replace(/^---\n[^]*?\n---\w*\n+/, '').trimEnd();
    },
  };
}
