/** Texts kept by their digests, under the state folder: what merges start from, and what conflicts would lose. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../content/digest.ts';
import type { Digest } from '../model/ids.ts';
import type { Project } from '../model/project.ts';

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
    if ((await readObject(project, digest)) === null) await writeFile(join(folder, digest), text);
  }
  return digest;
}

/** The text; null where it was not kept, or is not whole. */
export async function readObject(project: Project, digest: Digest): Promise<string | null> {
  try {
    const text = await readFile(join(folderOf(project, digest), digest), 'utf8');
    return digestOf(text) === digest ? text : null;
  } catch {
    return null;
  }
}
