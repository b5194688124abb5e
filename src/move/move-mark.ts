/**
 * The mark of a move that is under way. A killed move leaves it: a run would send files that have
 * not moved yet.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readOwnText } from '../system/files/own.ts';
import { bytesOfText, writeNew } from '../system/files/write.ts';
import { Failure } from '../model/failure.ts';
import type { Project } from '../model/project.ts';

const markOf = ({ stateFolder }: Project): string => `${stateFolder}/move`;

/**
 * The failure if a move has begun and not ended: then nothing may be written or trusted here.
 * Otherwise null.
 */
export function unfinishedMove(project: Project): Failure | null {
  const mark = markOf(project);
  try {
    const names = readOwnText(join(project.root, mark));
    return new Failure('content', `docs move ${names} has not finished.`, {
      hint: `Wait for it. If it was killed, undo or finish what it changed (git status shows it), then remove "${mark}"`,
    });
  } catch {
    return null;
  }
}

/**
 * Runs `work` while the mark exists and names the move. The state folder must exist. Rejects with
 * `content` if another move has not finished.
 */
export async function marked(
  project: Project,
  [from, to]: readonly [string, string],
  work: () => Promise<void>,
): Promise<void> {
  const mark = markOf(project);
  const isOwn = await writeNew(project, mark, bytesOfText(`"${from}" "${to}"`));
  if (!isOwn) throw unfinishedMove(project) ?? new Failure('content', `"${mark}" exists already.`);
  try {
    await work();
  } finally {
    await rm(join(project.root, mark), { force: true });
  }
}
