/** Whether what a text tells people to type can be typed. */
import type { Command, Option } from 'commander';
import { isCalled } from '../../src/commands/help/help.ts';
import { buildProgram } from '../../src/program.ts';
import type { Context } from '../../src/context.ts';
import { createHost } from './host.ts';

export const programIn = (cwd: string): Command =>
  buildProgram({ host: createHost({ cwd }).host } as Context);

/** The command that a line begins with, and `program` itself if there is no such command. */
export function commandOf(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) {
    const next = command.commands.find((each) => isCalled(each, word));
    if (next === undefined) break;
    command = next;
  }
  return command;
}

/** The options that all of these commands have, and those of every command. */
export function optionsOf(program: Command, ...commands: readonly Command[]): Set<string> {
  const options = [program, ...commands].flatMap((each): readonly Option[] => each.options);
  const names = options.flatMap(({ long, short }) => [long, short]);
  return new Set(['--help', '--version', ...names.flatMap((name) => name ?? [])]);
}

/** What is wrong with a command line, without `docs`: a command or an option that does not exist. */
export function problemsOf(program: Command, line: string): string[] {
  const words = line.split(' ');
  const command = commandOf(program, words);
  if (command === program && !line.startsWith('-')) return [`docs ${line}: no such command`];
  const known = optionsOf(program, command);
  return Array.from(line.matchAll(/(?<= )--?[a-z][a-z-]*/g), ([option]) => option)
    .filter((option) => !known.has(option))
    .map((option) => `docs ${line}: no option ${option}`);
}
