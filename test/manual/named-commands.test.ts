/** Commands in the prose of manual and README exist, with the options that they are given. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { isCalled } from '../../src/commands/help/help.ts';
import { buildProgram } from '../../src/program.ts';
import type { Context } from '../../src/context.ts';
import { createHost } from '../support/host.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const PAGES = readdirSync(`${root}manual`, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => `manual/${path}`);

test.each(['README.md', ...PAGES])('%s', (path) => {
  const { host } = createHost({ cwd: root });
  const program = buildProgram({ host } as Context);
  const text = readFileSync(`${root}${path}`, 'utf8');
  const named = Array.from(text.matchAll(/`docs ([^`\n]+)`/g), ([, line = '']) => line);

  expect(named.flatMap((line) => problemsOf(program, line))).toEqual([]);
});

/** What is wrong with a command line: a command or an option that there is not. */
function problemsOf(program: Command, line: string): string[] {
  const [name = ''] = line.split(' ');
  let command = program;
  for (const word of line.split(' ')) {
    const next = command.commands.find((each) => isCalled(each, word));
    if (next === undefined) break;
    command = next;
  }
  if (command === program && !name.startsWith('-')) return [`docs ${line}: no such command`];
  const options = [...program.options, ...command.options];
  const known = new Set<string | undefined>(options.flatMap(({ long, short }) => [long, short]));
  known.add('--help').add('--version');
  return Array.from(line.matchAll(/(?<= )--?[a-z][a-z-]*/g), ([option]) => option)
    .filter((option) => !known.has(option))
    .map((option) => `docs ${line}: no option ${option}`);
}
