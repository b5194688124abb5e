/** Translates Commander's errors to the words of docs/messages.md. */
import { otherWord } from './other-words.ts';
import { Failure } from '../../model/failure.ts';

/** Whether a group of commands was called without a verb, so that its help was printed. */
export const isGroupAlone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'commander.help';

/** The failure for an error of Commander. `called`: the words of the command. */
export function usageFailure(error: { readonly message: string }, called: string): Failure {
  if (isGroupAlone(error)) {
    return new Failure('usage', `${called} is not a command without one of its verbs.`, {
      hint: `${called} --help lists them`,
    });
  }
  // Commander's text is `error: what` and, on a line of its own, `(Did you mean …?)`.
  const [what = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const [message, advice] = inOurWords(what, called) ?? [`${what}.`, undefined];
  const word = /^unknown command '(.*)'$/.exec(what)?.[1];
  const meant = word === undefined ? undefined : otherWord(called, word);
  const near = suggestion?.replace(/^\((.*)\)$/, '$1');
  const hint = meant ?? near ?? advice ?? `${called} --help shows how it is used`;
  return new Failure('usage', message, { hint });
}

type Said = readonly [message: string, hint?: string];

/** Messages of Commander, and the messages that replace them. */
const WORDS: readonly (readonly [RegExp, (match: readonly string[], called: string) => Said])[] = [
  [/^unknown command '(.*)'$/, ([, name]) => [`There is no command "${name}".`]],
  [/^unknown option '(.*)'$/, ([, flag]) => [`There is no option ${flag}.`]],
  [/^missing required argument '(.*)'$/, ([, name]) => [`The argument <${name}> is missing.`]],
  [/^required option '(.*)' not specified$/, ([, flags = '']) => [`${long(flags)} is missing.`]],
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
    ([, most = '', given], called) => [`${called} takes ${argumentsOf(most)}, not ${given}.`],
  ],
  [
    /^option '(.*?)' cannot be used with option '(.*?)'$/,
    ([, one = '', other = '']) => [`${long(one)} cannot be used with ${long(other)}.`],
  ],
];

function inOurWords(what: string, called: string): Said | undefined {
  for (const [pattern, said] of WORDS) {
    const match = pattern.exec(what);
    if (match !== null) return said(match, called);
  }
  return undefined;
}

function argumentsOf(most: string): string {
  if (most === '0') return 'no arguments';
  return most === '1' ? '1 argument' : `${most} arguments`;
}

/** The long form of an option: `--format` for `-f, --format <name>`. */
const long = (flags: string): string => /--[\w-]+/.exec(flags)?.[0] ?? flags;

const adviceIn = (why: string): string =>
  why.replace(/^Allowed choices are /, 'Choose one of ').replace(/\.$/, '');
