/** Consent: what writes to the platform is asked about where a person can answer, and wants `--yes` where nobody can (ADR 60). */
import type { Command } from 'commander';
import type { Ui } from './ui/ui.ts';

/** Of a parsed call: whether it writes to the platform. */
type Writes = (called: Command) => boolean;

const WRITING = new WeakMap<Command, Writes>();

/**
 * Declares that `command` writes to the platform, but for calls that `writes` says otherwise of and those that only show: `--dry-run`,
 * `--check`, `--out`. Whoever forgets it gets no further than the first write: the client sends none that was not agreed to.
 */
export function writing(command: Command, writes: Writes = () => true): Command {
  WRITING.set(command, writes);
  return command;
}

/** Whether there are calls of `command` that write to the platform. */
export const isWriting = (command: Command): boolean => WRITING.has(command);

/**
 * Throws `Failure('usage')` if `called` writes to the platform and nobody can agree to it. To be called before a command runs: a
 * pipeline fails on its first day, not at its first change.
 */
export function refuseUnasked(called: Command, ui: Ui): void {
  const writes = WRITING.get(called);
  if (writes?.(called) === true && !onlyShows(called)) ui.requireAnswers();
}

/** Only what was typed counts: where a command has `--no-check`, `check` is true unless it is given. */
function onlyShows(called: Command): boolean {
  const isGiven = (name: string): boolean => {
    const value: unknown = called.getOptionValue(name);
    const isOn = value === true || typeof value === 'string';
    return isOn && called.getOptionValueSource(name) === 'cli';
  };
  return ['dryRun', 'check', 'out'].some(isGiven);
}
