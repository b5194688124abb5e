import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { loadFolder } from '../../config/load.ts';
import type { Host } from '../../host.ts';
import { Failure } from '../../model/failure.ts';
import type { Seed } from '../../platform/options.ts';
import { scan } from '../../sync/scan.ts';

/** What the folder names and the API cannot make: versions, documentations, categories, references. No pages. */
export async function seedFrom(folder: string, host: Host): Promise<Seed> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) {
    throw new Failure('usage', `${folder} is not a folder.`, {
      hint: '--from names a folder of pages',
    });
  }
  const project = await loadFolder(folder, host);
  const { versions, documentations, references } = await scan(project);
  return {
    versions,
    documentations,
    references: await Promise.all(
      references.map(async ({ version, slug, file }) => {
        const definition = await readFile(join(project.root, file), 'utf8');
        return { version, slug, file, definition };
      }),
    ),
  };
}
