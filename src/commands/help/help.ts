import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { otherWord } from './other-words.ts';
import { didYouMean, nearest } from '../../model/text/nearest.ts';
import { Failure } from '../../model/failure.ts';

/** Help pages that are not about a single command, by name. Their texts are loaded on request. */
export const HELP_TOPICS: readonly (readonly [name: string, about: string])[] = [
  ['agents', 'what coding agents may do, and how'],
  ['environment', 'environment variables'],
  ['exit-codes', 'what each exit code means'],
  ['files', 'what is read and written, and what to commit'],
  ['layouts', 'how folders name versions, documentations and pages'],
];

/** `docs help access grant`: Commander's own help command supports only one level. */
export const helpCommand = (context: Context, program: Command): Command =>
  new Command('help')
    .summary('show help for a command, or on a topic')
    .description(
      'Shows help for a command, or on a topic. With --json, prints commands with their arguments and options, and what exit codes mean, for scripts and ' +
        'agents: without names, of all commands.',
    )
    .argument('[command...]', 'a command or a topic')
    .addHelpText(
      'after',
      `
Examples:
  $ docs help access grant
  $ docs help exit-codes
  $ docs help push --json

${topicList()}`,
    )
    .action(async (names: readonly string[]) => {
      const [only = '', ...others] = names;
      if (others.length === 0 && HELP_TOPICS.some(([topic]) => topic === only)) {
        const { showTopic } = await import('./topics.ts');
        await showTopic(context, only);
        return;
      }
      let command = program;
      for (const name of names) {
        const next = command.commands.find((each) => isCalled(each, name));
        if (next === undefined) throw unknown(command, name, names);
        command = next;
      }
      if (!context.ui.json) command.help();
      const { describeCommands } = await import('./help.run.ts');
      await describeCommands(context, program, [pathOf(command), command]);
    });

/** The list at the end of a help page. */
export const topicList = (): string =>
  [
    'Topics:',
    ...HELP_TOPICS.map(([name, about]) => `  docs help ${name.padEnd(11)}  ${about}`),
  ].join('\n');

/** Whether the command has this name or alias. */
export const isCalled = (command: Command, name: string): boolean =>
  command.name() === name || command.aliases().includes(name);

function unknown(parent: Command, name: string, names: readonly string[]): Failure {
  const there = parent
    .createHelp()
    .visibleCommands(parent)
    .map((each) => each.name());
  const topics = parent.parent === null ? HELP_TOPICS.map(([topic]) => topic) : [];
  const near = nearest(name, [...there, ...topics]);
  return new Failure('usage', `There is no command "${names.join(' ')}".`, {
    hint:
      otherWord(pathOf(parent), name) ??
      didYouMean(near, `${pathOf(parent)} --help lists the commands`),
  });
}

const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
