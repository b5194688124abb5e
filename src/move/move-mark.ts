/**
 * The mark of a move that is under way. A killed move leaves it: a run would send files that have
 * not moved yet, and a page whose parent has moved without it would no longer be held back.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readOwnText } from '../system/files/own.ts';
import { bytesOfText, writeNew } from '../system/files/write.ts';
import { Failure } from '../model/failure.ts';
import type { Project } from '../model/project.ts';
import type { Rename } from './renames.ts';

const markOf = ({ stateFolder }: Project): string => `${stateFolder}/move`;

/**
 * The failure if a move has begun and not ended: then nothing may be written or trusted here.
 * Otherwise null.
 */
export function unfinishedMove(project: Project): Failure | null {
  const mark = markOf(project);
  try {
    const [names = '', ...steps] = readOwnText(join(project.root, mark)).split('\n');
    return new Failure('content', `docs move ${names} has not finished.`, {
      hint: `Wait for it. If it was killed, finish what it began (${steps.join(', ')}, and the links to them) or undo it, keep edits that no commit has, then remove "${mark}"`,
    });
  } catch {
    return null;
  }
}

/** Throws if a move has begun and not ended. */
export function requireFinishedMove(project: Project): void {
  const half = unfinishedMove(project);
  if (half !== null) throw half;
}

/**
 * Runs `work` while the mark exists and names the move and all its steps. The state folder must
 * exist. Rejects with `content` if another move has not finished.
 */
export async function marked(
  project: Project,
  [from, to]: readonly [string, string],
  renames: readonly Rename[],
  work: () => Promise<void>,
): Promise<void> {
  const mark = markOf(project);
  const steps = renames.map((rename) => `${rename.from} → ${rename.to}`);
  const text = [`"${from}" "${to}"`, ...steps].join('\n');
  const isOwn = await writeNew(project, mark, bytesOfText(text));
  if (!isOwn) throw unfinishedMove(project) ?? new Failure('content', `"${mark}" exists already.`);
  try {
    await work();
  } finally {
    await rm(join(project.root, mark), { force: true });
  }
}
