/** Commands that write to the platform ask first, or need `--yes` if nobody can answer (ADR 60). */
import type { Command } from 'commander';
import type { Ui } from './ui/ui.ts';

/** Whether a parsed call writes to the platform. */
type Writes = (called: Command) => boolean;

const WRITING = new WeakMap<Command, Writes>();

/**
 * Declares that `command` writes to the platform, except for calls for which `writes` returns false
 * and those that only show something: `--dry-run`, `--check`, `--out`. Without this declaration,
 * the first write fails: the client sends none without consent.
 */
export function writing(command: Command, writes: Writes = () => true): Command {
  WRITING.set(command, writes);
  return command;
}

const JUDGING = new WeakSet<Command>();

/** Declares that runs of `command` judge the lock themselves, by a guard that can be overridden. */
export function judgesLock(command: Command): Command {
  JUDGING.add(command);
  return command;
}

/**
 * How the writes of `called` are kept from other projects than the folder's: by the lock and the
 * settings, by the settings alone, or not at all, because it writes nothing.
 */
export function ownershipOf(called: Command): 'lock' | 'settings' | 'none' {
  if (!asksFirst(called)) return 'none';
  return JUDGING.has(called) || !isWriting(called) ? 'settings' : 'lock';
}

/** Whether there are calls of `command` that write to the platform. */
export const isWriting = (command: Command): boolean => WRITING.has(command);

/**
 * Throws `Failure('usage')` if `called` writes to the platform and nobody can agree to it: a
 * pipeline then fails on its first run, not at its first change. Call it before the first request,
 * but after reading arguments and files, which may be the real mistake.
 */
export function refuseUnasked(called: Command, ui: Ui): void {
  const writes = WRITING.get(called);
  if (writes?.(called) === true && !onlyShows(called)) ui.requireAnswers();
}

/** Whether standard input is one of the files that a call names. */
export const readsInput = (called: Command): boolean =>
  [...called.args, ...Object.values<unknown>(called.opts()).flat()].includes('-');

/** Whether `called` asks before it changes anything, on the platform or here. */
export const asksFirst = (called: Command): boolean =>
  isWriting(called) || called.name() === 'pull';

/** Counts only options that were typed: if a command has `--no-check`, `check` is true by default. */
function onlyShows(called: Command): boolean {
  const isGiven = (name: string): boolean => {
    const value: unknown = called.getOptionValue(name);
    const isOn = value === true || typeof value === 'string';
    return isOn && called.getOptionValueSource(name) === 'cli';
  };
  return ['dryRun', 'check', 'out'].some(isGiven);
}
