/** Texts kept by their digests, under the state folder: what conflicts would lose, a file each; what merges start from, in packs. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../content/digest.ts';
import type { Digest, FilePath } from '../model/ids.ts';
import type { Project } from '../model/project.ts';
import { readPacked } from './text-pack.ts';

const folderOf = ({ root, stateFolder }: Project, digest: Digest): string =>
  join(root, stateFolder, 'objects', digest.slice(0, 2));

/** Keeps a text; its digest is its name. */
export async function keepObject(project: Project, text: string): Promise<Digest> {
  const digest = digestOf(text);
  const folder = folderOf(project, digest);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(join(folder, digest), text, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // A crash may have cut an earlier one off.
    if ((await readSingle(project, digest)) === null) await writeFile(join(folder, digest), text);
  }
  return digest;
}

/** Where a kept text is, relative to the project: what people are told. */
export const objectPath = ({ stateFolder }: Project, digest: Digest): FilePath =>
  `${stateFolder}/objects/${digest.slice(0, 2)}/${digest}` as FilePath;

/** The text; null where it was not kept, or is not whole. */
export async function readObject(project: Project, digest: Digest): Promise<string | null> {
  const single = await readSingle(project, digest);
  return single ?? (await readPacked(project, new Set([digest]))).get(digest) ?? null;
}

async function readSingle(project: Project, digest: Digest): Promise<string | null> {
  try {
    const text = await readFile(join(folderOf(project, digest), digest), 'utf8');
    return digestOf(text) === digest ? text : null;
  } catch {
    return null;
  }
}
