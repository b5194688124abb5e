import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyFolder } from '../support/folder.ts';
import type { Scenario } from './scenario.ts';

/** Where the run after the fault finds itself. */
export const RECOVERIES = ['same folder', 'state folder deleted', 'fresh clone'] as const;
export type Recovery = (typeof RECOVERIES)[number];

/** `scenario` is what `trial` was copied from: the last commit. */
export async function recover(
  trial: Scenario,
  scenario: Scenario,
  recovery: Recovery,
): Promise<void> {
  const forgetState = () => rm(join(trial.project, '.docs-cli'), { recursive: true, force: true });
  switch (recovery) {
    case 'same folder':
      return;
    case 'state folder deleted':
      await forgetState();
      return;
    case 'fresh clone':
      await rm(trial.project, { recursive: true });
      copyFolder(scenario.project, trial.project);
      await forgetState();
      return;
    default:
      recovery satisfies never;
  }
}
