/** Arguments that several commands take, and parsers for option values. Each refuses with a sentence that says what it expects. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { Failure } from '../model/failure.ts';

/** The parsers of options whose values add up. */
const collecting = new WeakSet<object>();

/** Says of an option's parser that it adds its value to those before. */
export const collects = <Parser extends object>(parser: Parser): Parser => {
  collecting.add(parser);
  return parser;
};

/** Makes a command refuse the second value of an option that takes one: nobody knows which is meant. */
export function refuseRepeats(command: Command): void {
  for (const option of command.options) {
    const { required, optional, variadic, parseArg, long, short } = option;
    if (!(required || optional) || variadic || (parseArg && collecting.has(parseArg))) continue;
    option.argParser((text: string, earlier: unknown) => {
      if (command.getOptionValueSource(option.attributeName()) === 'cli') {
        throw new Failure('usage', `${long ?? short} takes one value, and was given two.`, {
          hint: 'Leave out one of them',
        });
      }
      return parseArg === undefined ? text : parseArg(text, earlier);
    });
  }
}

/** A whole number from 1 to `most`. */
export const countTo =
  (most: number) =>
  (text: string): number => {
    const count = /^\d{1,15}$/.test(text) ? Number(text) : 0;
    if (count < 1 || count > most) {
      throw new InvalidArgumentError(`It takes a number from 1 to ${most}.`);
    }
    return count;
  };

/** A port to listen on; 0 means any free one. */
export function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  }
  return port;
}

/** An option that takes a comma-separated list of `choices`, in any letter case. If it is given several times, all values count. */
export const listOption = (
  flags: string,
  description: string,
  choices: readonly string[],
): Option => new Option(flags, description).choices(choices).argParser(listOf(choices));

const listOf = <T extends string>(choices: readonly T[]) =>
  collects((text: string, earlier: readonly T[] = []): readonly T[] => [
    ...earlier,
    ...text.split(',').map((part) => {
      const wanted = part.trim().toLowerCase();
      const choice = choices.find((each) => each.toLowerCase() === wanted);
      if (choice === undefined) throw new InvalidArgumentError(`It takes ${choices.join(', ')}.`);
      return choice;
    }),
  ]);

/** If the option is given several times, all values count. */
export const several = collects(
  (text: string, earlier: readonly string[] = []): readonly string[] => [...earlier, text],
);

/** The option `--format` with the values `formats`. The native format is `markdoc`; its earlier name, `darkdown`, is accepted too. */
export const formatOption = (description: string, formats: readonly string[]): Option =>
  new Option('--format <format>', description).choices(formats).argParser((text: string) => {
    const format = text === 'darkdown' ? 'markdoc' : text;
    if (formats.includes(format)) return format;
    throw new InvalidArgumentError(`It takes ${formats.join(', ')}.`);
  });

/** Pages as people name them, any number. */
export const withSelection = (command: Command): Command =>
  command.argument(
    '[pages...]',
    'files, folders, page keys (version/documentation/slug) or ids; without any: all pages',
  );
