/**
 * Whether pages' dates tell that they changed. What moves them is not documented: where a write was seen not to, no page is written that was
 * not read just before, for nobody can tell where somebody edited.
 */
import { lstat } from 'node:fs/promises';
import { writeNew } from '../files/write.ts';
import { relative } from 'node:path';
import type { Project } from '../model/project.ts';
import { statePath } from './journal-file.ts';

/** As far as is known by now. */
export interface Dates {
  standStill: boolean;
}

const pathOf = (project: Project): string => statePath(project, 'still');

/** Whether a run of this folder saw a date stand still. */
export const datesStandStill = (project: Project): Promise<boolean> =>
  lstat(pathOf(project)).then(
    () => true,
    () => false,
  );

export async function noteStillDates(project: Project): Promise<void> {
  await writeNew(project, relative(project.root, pathOf(project)), () => []);
}
