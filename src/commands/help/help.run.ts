/** The command tree as a document, generated only from the declarations. */
import type { HelpCommand, HelpExitCode, HelpOption, HelpReport } from './document.ts';
import type { CommandTree } from '../shared/command-tree.ts';
import type { Context } from '../../context.ts';
import { EXIT } from '../../model/failure.ts';
import { EXIT_CODES } from './topics.ts';

/** A command and the words that call it, from `docs`. */
type Named = readonly [words: string, command: CommandTree];

/** Prints the command with these words, and those below it. */
export async function describeCommands(
  { host, ui }: Context,
  program: CommandTree,
  [words, command]: Named,
): Promise<void> {
  const report: HelpReport = {
    version: host.version,
    options: optionsOf(program),
    commands: [...commandsIn(words, command)].map(documentOf),
    exitCodes: EXIT_CODES.map(([code, meaning]) => exitCodeOf(Number(code), meaning)),
  };
  await ui.result(report, () => '');
}

/** The commands. Groups are left out, because they do nothing alone. */
function* commandsIn(words: string, command: CommandTree): Generator<Named> {
  if (command.commands.length === 0) yield [words, command];
  for (const child of command.createHelp().visibleCommands(command)) {
    yield* commandsIn(`${words} ${child.name()}`, child);
  }
}

const documentOf = ([words, command]: Named): HelpCommand => ({
  name: words,
  aliases: [...command.aliases()],
  summary: command.summary(),
  description: command.description() || command.summary(),
  usage: command.usage(),
  arguments: command.registeredArguments.map((each) => ({
    name: each.name(),
    description: each.description,
    required: each.required,
    variadic: each.variadic,
    choices: each.argChoices ?? null,
    default: defaultOf(each.defaultValue),
  })),
  options: optionsOf(command),
});

const optionsOf = ({ options }: CommandTree): HelpOption[] =>
  options
    .filter(({ hidden }) => !hidden)
    .map(({ flags, long, short, description, required, optional, mandatory, ...rest }) => ({
      flags,
      long: long ?? null,
      short: short ?? null,
      description,
      value: required ? 'required' : optional ? 'optional' : 'none',
      required: mandatory,
      choices: rest.argChoices ?? null,
      default: defaultOf(rest.defaultValue),
    }));

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

function defaultOf(value: unknown): HelpOption['default'] {
  if (Array.isArray(value)) return value.map(String);
  return isPlain(value) ? value : null;
}

const exitCodeOf = (code: number, meaning: string): HelpExitCode => ({
  code,
  meaning,
  errors: Object.entries(EXIT).flatMap(([error, exit]) => (exit === code ? [error] : [])),
});
