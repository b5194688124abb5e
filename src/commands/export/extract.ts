/** The pages of an export as a folder that can be pushed. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Api } from '../../api/api.ts';
import { readArchive, readAssets } from '../../content/archive/read-texts.ts';
import { repositoryFiles } from '../../content/export/repository-files.ts';
import type { RepositoryFiles } from '../../content/export/repository-files.ts';
import { safeName } from '../../content/file-names.ts';
import { Failure } from '../../model/failure.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Slug } from '../../model/ids.ts';

/** The ZIP has the names of versions, folders have their slugs. A name that several versions have tells none. */
export async function versionSlugs(
  api: Pick<Api, 'versions'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Slug>> {
  const byName = groupBy(await api.versions.list(signal), ({ name }) => safeName(name));
  return new Map(
    [...byName].flatMap(([name, [version, ...others]]) =>
      version && others.length === 0 ? [[name, version.slug] as const] : [],
    ),
  );
}

/** Writes the pages of a ZIP into the new folder `folder`, in the repository layout. Rejects with `platform-garbled` if that cannot be done. */
export async function extract(
  zip: string,
  folder: string,
  {
    known,
    signal,
  }: { readonly known?: ReadonlyMap<string, Slug> | undefined; readonly signal: AbortSignal },
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

async function convert(
  zip: string,
  known: ReadonlyMap<string, Slug> | undefined,
): Promise<RepositoryFiles> {
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
