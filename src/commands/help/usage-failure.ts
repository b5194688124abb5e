/** Translates Commander's errors to the words of docs/messages.md. */
import type { Command } from 'commander';
import { otherWord } from './other-words.ts';
import { Failure } from '../../model/failure.ts';

/** Whether a group of commands was called without a verb, so that its help was printed. */
export const isGroupAlone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'commander.help';

/** The command that a command line means, as far as it is known. */
export interface Called {
  /** Its full name: `docs access grant`. */
  readonly name: string;
  readonly command: Command;
}

/** The failure for an error of Commander. */
export function usageFailure(error: { readonly message: string }, typed: Called): Failure {
  const called = typed.name;
  if (isGroupAlone(error)) {
    return new Failure('usage', `${called} is not a command without one of its verbs.`, {
      hint: `${called} --help lists them`,
    });
  }
  // Commander's text is `error: what` and, on a line of its own, `(Did you mean …?)`.
  const [what = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const [message, advice] = inOurWords(what, typed) ?? [`${what}.`, undefined];
  const word = /^unknown command '(.*)'$/.exec(what)?.[1];
  const meant = word === undefined ? undefined : otherWord(called, word);
  const near = suggestion?.replace(/^\((.*)\)$/, '$1');
  const hint = meant ?? near ?? advice ?? `${called} --help shows how it is used`;
  return new Failure('usage', message, { hint });
}

type Said = readonly [message: string, hint?: string | undefined];

/** Messages of Commander, and the messages that replace them. */
const WORDS: readonly (readonly [RegExp, (match: readonly string[], called: Called) => Said])[] = [
  [/^unknown command '(.*)'$/, ([, name]) => [`There is no command "${name}".`]],
  [/^unknown option '(.*)'$/, ([, flag]) => [`There is no option ${flag}.`]],
  [/^missing required argument '(.*)'$/, ([, name]) => [`The argument <${name}> is missing.`]],
  [
    /^required option '(.*)' not specified$/,
    ([, flags = ''], called) => [`${long(flags)} is missing.`, folderFor(flags, called)],
  ],
  [/^option '(.*)' argument missing$/, ([, flags = '']) => [`${long(flags)} needs a value.`]],
  [
    /^option '(.*?)' argument '(.*)' is invalid\. (.*)$/s,
    ([, flags = '', value, why = '']) => [`${long(flags)} cannot be "${value}".`, adviceIn(why)],
  ],
  [
    /^command-argument value '(.*)' is invalid for argument '(.*?)'\. (.*)$/s,
    ([, value, name, why = '']) => [`<${name}> cannot be "${value}".`, adviceIn(why)],
  ],
  [
    /^too many arguments.*\. Expected (\d+) arguments? but got (\d+)\.$/,
    ([, most = '', given], called) =>
      most === '0'
        ? [`${called.name} takes no arguments.`, placeIn(called)]
        : [`${called.name} takes ${argumentsOf(most)}, not ${given}.`],
  ],
  [
    /^option '(.*?)' cannot be used with option '(.*?)'$/,
    ([, one = '', other = '']) => [`${long(one)} cannot be used with ${long(other)}.`],
  ],
];

function inOurWords(what: string, called: Called): Said | undefined {
  for (const [pattern, said] of WORDS) {
    const match = pattern.exec(what);
    if (match !== null) return said(match, called);
  }
  return undefined;
}

const argumentsOf = (most: string): string => (most === '1' ? '1 argument' : `${most} arguments`);

/** Words that can be typed again as they are. */
const PLAIN = /^[\w.][\w./-]*$/;

/** The line that was meant, if the only argument can be the version of a list. */
function placeIn({ name, command }: Called): string | undefined {
  const [place = '', ...others] = command.args;
  const takesPlace = command.options.some(({ flags }) => /^--in <version[[>]/.test(flags));
  if (!takesPlace || others.length > 0 || !PLAIN.test(place)) return undefined;
  return `Did you mean: ${name} --in ${place}?`;
}

/** The line with the folder that is missing. One that was given as an argument may be it. */
function folderFor(flags: string, { name, command }: Called): string | undefined {
  const words = command.args;
  if (!flags.startsWith('--out <folder>') || !words.every((word) => PLAIN.test(word)))
    return undefined;
  const takesWords = command.registeredArguments.length > 0;
  const line = takesWords
    ? [name, ...words, '--out public']
    : [name, '--out', words[0] ?? 'public'];
  return `Name the folder: ${line.join(' ')}`;
}

/** The long form of an option: `--format` for `-f, --format <name>`. */
const long = (flags: string): string => /--[\w-]+/.exec(flags)?.[0] ?? flags;

const adviceIn = (why: string): string =>
  why.replace(/^Allowed choices are /, 'Choose one of ').replace(/\.$/, '');
