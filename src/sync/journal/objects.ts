/** Keeps texts by their digests in the state folder: texts that conflicts would lose, one per file, and texts that merges start from, in packs. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../../content/digest.ts';
import { ownProblem, READ_OWN, requireOwn } from '../../files/own.ts';
import { bytesOfText, replaceWhole, writeNew } from '../../files/write.ts';
import type { Digest, FilePath } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import { readPacked } from './text-pack.ts';

/** Keeps a text under its digest. Rejects with `config` if the place is a link or behind one. */
export async function keepObject(project: Project, text: string): Promise<Digest> {
  const digest = digestOf(text);
  const file = objectPath(project, digest);
  requireOwn(project.root, join(project.root, file));
  const content = bytesOfText(text);
  const isNew = await writeNew(project, file, content, { synced: false });
  // A crash of an earlier release may have truncated it.
  if (!isNew && (await readSingle(project, digest)) === null) {
    await replaceWhole(project, file, content, { synced: false });
  }
  return digest;
}

/** Where a text is kept, relative to the project, as shown to people. */
export const objectPath = ({ stateFolder }: Project, digest: Digest): FilePath =>
  `${stateFolder}/objects/${digest.slice(0, 2)}/${digest}` as FilePath;

/** Reads a text. Resolves to null if it was not kept or is damaged. */
export async function readObject(project: Project, digest: Digest): Promise<string | null> {
  const single = await readSingle(project, digest);
  return single ?? (await readPacked(project, new Set([digest]))).get(digest) ?? null;
}

async function readSingle(project: Project, digest: Digest): Promise<string | null> {
  try {
    const path = join(project.root, objectPath(project, digest));
    if (ownProblem(project.root, path)) return null;
    const text = await readFile(path, { encoding: 'utf8', flag: READ_OWN });
    return digestOf(text) === digest ? text : null;
  } catch {
    return null;
  }
}
