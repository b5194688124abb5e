import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { temporaryFolder } from '../support/folder.ts';
import type { Trap } from './traps.ts';

export interface LaidTrap {
  /** Where the tool is to be run. */
  readonly folder: string;
  /** The search path for programs that the tool is given. */
  readonly path: string;
  /** Names of what ran so far. */
  readonly traces: () => readonly string[];
}

/** Builds a trap in a folder that is gone after the test. */
export async function layTrap(trap: Trap): Promise<LaidTrap> {
  const around = await temporaryFolder({});
  const [folder, programs, traces] = ['repository', 'programs', 'traces'].map((name) =>
    join(around, name),
  ) as [string, string, string];
  for (const each of [folder, programs, traces]) mkdirSync(each);
  const trace = (name: string): string => {
    const program = join(programs, name);
    writeFileSync(program, `#!/bin/sh\n/usr/bin/env > ${join(traces, name)}\n`);
    chmodSync(program, 0o755);
    return program;
  };
  const laid = await trap({ folder, trace });
  const usual = process.env['PATH'] ?? '';
  return {
    folder: laid.folder,
    path: laid.path === undefined ? usual : [laid.path, usual].join(delimiter),
    traces: () => readdirSync(traces),
  };
}
