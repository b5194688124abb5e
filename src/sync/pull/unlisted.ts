/**
 * Records new pages that `_nav.yaml` does not list yet. The record is made before their files are written, so
 * that the next run finishes what a killed one left.
 */
import { lstatSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { posix, relative } from 'node:path';
import { placeIn } from '../../files/limit.ts';
import { ownProblem, readOwnText } from '../../files/own.ts';
import { bytesOfText, replaceWhole } from '../../files/write.ts';
import { Failure } from '../../model/failure.ts';
import { groupBy } from '../../model/group-by.ts';
import type { FilePath } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import { statePath } from '../journal/journal-file.ts';
import { listInNav } from './new-file.ts';

const pathOf = (project: Project): string => statePath(project, 'unlisted');

/** Adds page files that are about to be written. */
export async function noteUnlisted(project: Project, files: readonly FilePath[]): Promise<void> {
  if (files.length > 0) await keep(project, [...new Set([...noted(project), ...files])]);
}

/** Lists the recorded files that exist. Resolves to those that could not be listed; they stay recorded. */
export async function listNoted(project: Project): Promise<ReadonlyMap<FilePath, Failure>> {
  const failed = new Map<FilePath, Failure>();
  const files = noted(project);
  if (files.length === 0) return failed;
  const there = files.filter((file) => isPage(project, file));
  for (const [folder, pages] of groupBy(there, (file) => posix.dirname(file) as FilePath)) {
    try {
      await listInNav(folder, pages, project);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      for (const page of pages) failed.set(page, error);
    }
  }
  await keep(project, [...failed.keys()]);
  return failed;
}

/** Returns nothing if the file cannot be read: it holds nothing that exists only there. */
function noted(project: Project): readonly FilePath[] {
  const path = pathOf(project);
  if (ownProblem(project.root, path) !== null) return [];
  try {
    const files: unknown = JSON.parse(readOwnText(path));
    return Array.isArray(files)
      ? files.filter((file): file is FilePath => typeof file === 'string' && file.endsWith('.md'))
      : [];
  } catch {
    return [];
  }
}

async function keep(project: Project, files: readonly FilePath[]): Promise<void> {
  const path = pathOf(project);
  if (files.length === 0) {
    project.requireHeld?.();
    return rm(path, { force: true });
  }
  const content = bytesOfText(JSON.stringify(files));
  await replaceWhole(project, relative(project.root, path), content, { synced: false });
}

/** Whether it is a file of a content folder. */
function isPage({ root, contents }: Project, file: FilePath): boolean {
  if (!contents.some(({ path }) => path === '.' || file.startsWith(`${path}/`))) return false;
  const place = placeIn(root, file);
  return 'real' in place && isFile(place.real);
}

function isFile(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
