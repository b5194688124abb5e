/**
 * Whether pages' dates tell that they changed. What moves them is not documented: where a write was seen not to, no page is written that was
 * not read just before, for nobody can tell where somebody edited.
 */
import { access, writeFile } from 'node:fs/promises';
import type { Project } from '../model/project.ts';
import { statePath } from './journal-file.ts';

/** As far as is known by now. */
export interface Dates {
  standStill: boolean;
}

const pathOf = (project: Project): string => statePath(project, 'still');

/** Whether a run of this folder saw a date stand still. */
export const datesStandStill = (project: Project): Promise<boolean> =>
  access(pathOf(project)).then(
    () => true,
    () => false,
  );

export const noteStillDates = (project: Project): Promise<void> => writeFile(pathOf(project), '');
