/** What the tool tells people to type can be typed: commands and options in the texts of the sources. */
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { KNOWN_KEYS } from '../../src/config/settings.ts';
import { commandOf, optionsOf, programIn } from '../support/command-lines.ts';
import { SITUATIONS } from './given.ts';
import { hintsOfSources, isHint, ROOT, type Hint } from './hints.ts';
import { NOT_RUN } from './not-run.ts';

const HINTS = hintsOfSources();
const program = programIn(ROOT);

/** Words after `docs`, the tool or the folder, in sentences that name no command. */
const IN_SENTENCES = new Set(
  'and asks did does encoding has if keeps looks runs saved that wrote'.split(' '),
);

/** A command with its words, up to what is not part of the line. */
const COMMAND = /(?<![\w/.@:-])docs ([a-z…](?:(?!(?<=\w)\. )[^;,)\n`])*)/g;
const OPTION = /(?<![^\s"'(`/])--[a-z][a-z-]*/g;

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

/** The commands of the noun in whose folder a file is; else all of them. */
function commandsNear(file: string): readonly Command[] {
  const [, noun = ''] = /^src\/commands\/([\w-]+)\//.exec(file) ?? [];
  return everyCommand(commandOf(program, MANY_NOUNS.has(noun) ? [] : [noun]));
}

/** These folders hold several nouns, or tell of others. */
const MANY_NOUNS = new Set(['demo', 'help', 'sync']);

function problemsOf({ file, line, text }: Hint): string[] {
  const at = `${file}:${line}: ${text}`;
  const problems: string[] = [];
  const covered: string[] = [];
  for (const [whole, rest = ''] of text.matchAll(COMMAND)) {
    const words = rest.split(/[\s.:]+/);
    if (IN_SENTENCES.has(words[0] ?? '')) continue;
    covered.push(whole);
    const command = commandOf(program, words);
    if (command === program && !/^[…<]/.test(rest))
      problems.push(`${at}: no such command: ${whole}`);
    const known = optionsOf(
      program,
      ...(command.commands.length > 0 ? everyCommand(command) : [command]),
    );
    for (const [option] of rest.matchAll(OPTION)) {
      if (!known.has(option)) problems.push(`${at}: docs ${command.name()} has no ${option}`);
    }
  }
  const alone = covered.reduce((left, each) => left.replace(each, ''), text);
  const known = optionsOf(program, ...commandsNear(file));
  for (const [option] of alone.matchAll(OPTION)) {
    if (!known.has(option)) problems.push(`${at}: no command here has ${option}`);
  }
  return problems;
}

test('every command and option in a text of the sources exists', () => {
  expect(HINTS.flatMap(problemsOf)).toEqual([]);
});

const RUN = SITUATIONS.flatMap(({ typed }) => typed)
  .filter(({ isBuilt }) => isBuilt !== true)
  .map(({ hint }) => hint);
const LISTED = Object.values(NOT_RUN).flat();
const GIVEN = new Set(HINTS.filter(isHint).map(({ text }) => text));

test('every hint is followed in `given.ts`, or listed in `not-run.ts` with the reason', () => {
  const rows = new Set([...RUN, ...LISTED]);
  expect([...GIVEN].filter((hint) => !rows.has(hint))).toEqual([]);
});

test('every row is a hint of the sources', () => {
  expect([...RUN, ...LISTED].filter((hint) => !GIVEN.has(hint))).toEqual([]);
  expect(LISTED.filter((hint) => RUN.includes(hint))).toEqual([]);
});

test('a setting that a hint names exists', () => {
  const headers = ['key', 'slug', 'title'];
  const known = new Set([...KNOWN_KEYS.top, ...headers]);
  const named = [...GIVEN].flatMap((hint) =>
    Array.from(hint.matchAll(/`([a-zA-Z-]+):?`/g), ([, name = '']) => name),
  );
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
