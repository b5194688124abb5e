/** The pages of an export as a folder that can be pushed. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../../context.ts';
import { readArchive, readAssets } from '../../content/archive/read-texts.ts';
import { repositoryFiles } from '../../content/export/repository-files.ts';
import type { KnownPlaces, RepositoryFiles } from '../../content/export/repository-files.ts';
import { safeName } from '../../content/file-names.ts';
import { listDocumentations } from '../shared/names/documentation-names.ts';
import { Failure } from '../../model/failure.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Slug } from '../../model/ids.ts';

/**
 * Facts that the ZIP does not contain: slugs of versions, and what readers see. A name that several
 * versions have gives no slug. One request, and one for each published version, or for `only`.
 */
export async function knownPlaces(
  context: Context,
  only: Slug | undefined,
): Promise<KnownPlaces & { readonly isTold: boolean }> {
  const api = await context.api();
  const versions = await api.versions.list(context.host.signal);
  const byName = groupBy(versions, ({ name }) => safeName(name));
  const slugs = new Map(
    [...byName].flatMap(([name, [version, ...others]]) =>
      version && others.length === 0 ? [[name, version.slug] as const] : [],
    ),
  );
  const shown = new Set<string>();
  let isTold = true;
  for (const { id, slug, published } of versions) {
    if (!published || (only !== undefined && slug !== only)) continue;
    shown.add(slug);
    const listed = await listDocumentations(context, [id]);
    isTold &&= listed !== undefined;
    for (const each of listed?.values() ?? [])
      if (each.published) shown.add(`${slug}/${each.slug}`);
  }
  return { slugs, isShown: (place) => shown.has(place), isTold };
}

/** Writes the pages of a ZIP into the new folder `folder`, in the repository layout. Rejects with `platform-garbled` if that cannot be done. */
export async function extract(
  zip: string,
  folder: string,
  { known, signal }: { readonly known?: KnownPlaces | undefined; readonly signal: AbortSignal },
): Promise<RepositoryFiles> {
  const converted = await convert(zip, known);
  await mkdir(folder);
  for (const [path, content] of converted.files) {
    signal.throwIfAborted();
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content, { flag: 'wx' });
  }
  return converted;
}

async function convert(zip: string, known: KnownPlaces | undefined): Promise<RepositoryFiles> {
  try {
    const [texts, assets] = [await readArchive(zip), await readAssets(zip)];
    return await repositoryFiles({ texts, assets }, known ? { known } : {});
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure('platform-garbled', `The export was not extracted: ${error.message}`, {
      hint: 'docs export without --extract saves the ZIP as it is',
      cause: error,
    });
  }
}
