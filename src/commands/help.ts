import { Command } from 'commander';
import { nearest } from '../model/nearest.ts';
import { Failure } from '../model/failure.ts';

/** `docs help access grant`: Commander's own knows one level only. */
export const helpCommand = (program: Command): Command =>
  new Command('help')
    .summary('show help for a command')
    .argument('[command...]', 'its name')
    .action((names: readonly string[]) => {
      let command = program;
      for (const name of names) {
        const next = command.commands.find((each) => each.name() === name);
        if (next === undefined) throw unknown(command, name, names);
        command = next;
      }
      command.help();
    });

function unknown(parent: Command, name: string, names: readonly string[]): Failure {
  const there = parent
    .createHelp()
    .visibleCommands(parent)
    .map((each) => each.name());
  const near = nearest(name, there);
  return new Failure('usage', `There is no command '${names.join(' ')}'.`, {
    hint:
      near === undefined ? `${pathOf(parent)} has: ${there.join(', ')}` : `did you mean ${near}?`,
  });
}

const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
