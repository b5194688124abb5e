/** Candidates for the word under the cursor. Pure: calls `names` and `rules` only when it needs them. */

import type { CommandOption, CommandTree } from '../shared/command-tree.ts';
import type { Names } from '../shared/names/known-names.ts';

export interface Suggestion {
  readonly value: string;
  readonly about: string;
}

export interface Suggestions {
  readonly values: readonly Suggestion[];
  /** Whether paths of files may also be here: the shell completes those. */
  readonly files: boolean;
}

/** The names of the rules that a command explains. */
type RulesOf = (command: string) => readonly string[];

/** Where candidates come from that the program does not declare. */
interface Sources {
  readonly names: () => Names;
  readonly rules: RulesOf;
}

/** Above this number, paths are completed one part at a time. */
const MANY = 100;

/** Candidates for the last of `words`, which is under the cursor. Suggests only words that need no quoting in any shell. */
export function suggest(
  program: CommandTree,
  words: readonly string[],
  names: () => Names,
  rules: RulesOf,
): Suggestions {
  const last = words.at(-1) ?? '';
  // `--format=h` is one word for zsh and fish; bash splits it into three: `--format`, `=`, `h`.
  const [, flag, value] = /^(--[^=]+)=(.*)$/s.exec(last) ?? [];
  const before = words.slice(0, -1);
  const position = walk(program, flag === undefined ? before : [...before, flag]);
  if (flag !== undefined && position.pending === undefined) return { values: [], files: false };
  const current = value ?? (last === '=' ? '' : last);
  const { values, files } = candidates(program, position, current, { names, rules });
  const seen = new Set<string>();
  const fitting = values.filter((each) => {
    if (!each.value.startsWith(current) || !isWord(each.value) || seen.has(each.value))
      return false;
    seen.add(each.value);
    return true;
  });
  const shown = fitting.length > MANY ? nextParts(fitting, current) : fitting;
  if (flag === undefined) return { values: shown, files };
  return {
    values: shown.map(({ value: each, about }) => ({ value: `${flag}=${each}`, about })),
    // The shell would complete the whole word as a file.
    files: false,
  };
}

/** Letters, digits, and characters that need no quoting in any shell. */
const isWord = (text: string): boolean => /^[\p{L}\p{N}._/@%+:,=-]+$/u.test(text);

/** `v1.0/docs/a` and `v1.0/docs/b`, for the input `v1`, give `v1.0/`. */
function nextParts(values: readonly Suggestion[], current: string): Suggestion[] {
  const parts = new Set(
    values.map(({ value }) => {
      const end = value.indexOf('/', current.length);
      return end < 0 ? value : value.slice(0, end + 1);
    }),
  );
  return [...parts].slice(0, 10 * MANY).map((value) => ({ value, about: '' }));
}

interface Position {
  readonly command: CommandTree;
  /** Words that are neither commands nor options nor their values. */
  readonly operands: number;
  /** The option whose value is under the cursor. */
  readonly pending: CommandOption | undefined;
}

function walk(program: CommandTree, words: readonly string[]): Position {
  let command = program;
  let operands = 0;
  let pending: CommandOption | undefined;
  for (const word of words) {
    if (pending) {
      if (word === '=') continue;
      pending = undefined;
      continue;
    }
    if (word.startsWith('-') && word !== '-') {
      const option = optionsOf(program, command).find(
        ({ long, short }) => word === long || word === short,
      );
      if (option && (option.required || option.optional)) pending = option;
      continue;
    }
    const child =
      operands === 0
        ? command.commands.find((each) => each.name() === word || each.aliases().includes(word))
        : undefined;
    if (child) command = child;
    else operands += 1;
  }
  return { command, operands, pending };
}

const optionsOf = (program: CommandTree, command: CommandTree): readonly CommandOption[] =>
  command === program ? program.options : [...command.options, ...program.options];

function candidates(
  program: CommandTree,
  { command, operands, pending }: Position,
  current: string,
  sources: Sources,
): Suggestions {
  if (pending) return valuesOf(command, pending, current, sources);
  if (current.startsWith('-') && current !== '-') {
    const values = optionsOf(program, command)
      .filter(({ hidden, long }) => !hidden && long !== undefined)
      .map(({ long, description }) => ({ value: long ?? '', about: description }));
    return { values, files: false };
  }
  if (command.commands.length > 0) return { values: subcommands(command), files: false };
  const args = command.registeredArguments;
  const argument = args[Math.min(operands, args.length - 1)];
  if (!argument || (operands >= args.length && !argument.variadic))
    return { values: [], files: false };
  if (argument.name() === 'command') return { values: subcommands(program), files: false };
  return valuesFor(command, argument.argChoices, argument.name(), sources);
}

const subcommands = (command: CommandTree): Suggestion[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .map((each) => ({ value: each.name(), about: each.summary() }));

/** The `<version[/documentation]>` in an option's flags. */
const placeholderOf = (flags: string): string => /[<[](.*)[>\]]$/.exec(flags)?.[1] ?? '';

function valuesOf(
  command: CommandTree,
  option: CommandOption,
  current: string,
  sources: Sources,
): Suggestions {
  const placeholder = placeholderOf(option.flags);
  if (!placeholder.endsWith(',…')) {
    return valuesFor(command, option.argChoices, placeholder, sources);
  }
  const before = current.slice(0, current.lastIndexOf(',') + 1);
  const given = before.split(',');
  const values = (option.argChoices ?? [])
    .map((choice) => choice.toLowerCase())
    .filter((choice) => !given.includes(choice))
    .map((choice) => before + choice);
  return { values: plain(values), files: false };
}

const plain = (values: readonly string[]): Suggestion[] =>
  values.map((value) => ({ value, about: '' }));

/** The name of a placeholder tells which values it takes. */
function valuesFor(
  command: CommandTree,
  choices: readonly string[] | undefined,
  placeholder: string,
  { names, rules }: Sources,
): Suggestions {
  if (choices) return { values: plain(choices), files: false };
  if (placeholder === 'rule') return { values: plain(rules(command.name())), files: false };
  if (/^pages?$/.test(placeholder)) return { values: plain(names().pages), files: true };
  if (placeholder === 'version') {
    const versions = names().places.filter((place) => !place.includes('/'));
    return { values: plain([...versions, 'latest']), files: false };
  }
  if (placeholder.startsWith('version'))
    return { values: plain([...names().places, 'latest']), files: false };
  return { values: [], files: /file|folder|path|dir/i.test(placeholder) };
}
