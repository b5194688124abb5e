import { Command } from 'commander';
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
        if (next === undefined) {
          throw new Failure('usage', `There is no command '${names.join(' ')}'.`, {
            hint: `${pathOf(command)} has: ${command.commands.map((each) => each.name()).join(', ')}`,
          });
        }
        command = next;
      }
      command.help();
    });

const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
