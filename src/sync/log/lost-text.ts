/** Keeps texts that a conflict or a pull would lose, one per file, for people to find. Nothing removes them. */
import { digestOf } from '../../content/digest.ts';
import { bytesOfText, writeNew } from '../../files/write.ts';
import type { FilePath } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import { requireOwn } from '../../files/own.ts';

/** Keeps a text under its digest. Resolves to its path, as shown to people. Rejects with `config` if the place is a link or behind one. */
export async function keepLost(project: Project, text: string): Promise<FilePath> {
  const digest = digestOf(text);
  const file = `${project.stateFolder}/objects/${digest.slice(0, 2)}/${digest}` as FilePath;
  requireOwn(project.root, `${project.root}/${file}`);
  await writeNew(project, file, bytesOfText(text), { synced: false });
  return file;
}
