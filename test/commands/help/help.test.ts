import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { HELP_TOPICS, isCalled } from '../../../src/commands/help/help.ts';
import { fileSchema } from '../../../src/config/settings.ts';
import type { Context } from '../../../src/context.ts';
import { OTHER_WORDS } from '../../../src/commands/help/other-words.ts';
import { TOPICS, helpText } from '../../../src/commands/help/topics.ts';
import { EXIT } from '../../../src/model/failure.ts';
import { buildProgram } from '../../../src/program.ts';
import { widthOf } from '../../../src/ui/width.ts';
import { createHost, runDocs } from '../../support/host.ts';
import { commandsOf } from '../commands-of.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const termsOf = (topic: string): string[] =>
  TOPICS.filter(({ name }) => name === topic).flatMap(({ parts }) =>
    parts.flatMap((part) => (typeof part === 'string' ? [] : part.map(([term]) => term))),
  );

describe('topics', () => {
  test('are those that help lists', () => {
    expect(['agents', ...TOPICS.map(({ name }) => name)]).toEqual(
      HELP_TOPICS.map(([name]) => name),
    );
  });

  test('for agents print the skill of the package, without its header', async () => {
    const skill = await readFile('skills/docs/SKILL.md', 'utf8');
    const { exitCode, stdout } = await runDocs(['help', 'agents'], { cwd: '.' });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^# docs, for coding agents\n/);
    expect(skill.endsWith(stdout)).toBe(true);
  });

  test.each(TOPICS.map(({ name, parts }) => [name, parts] as const))(
    '%s fits into 60 columns',
    (_name, parts) => {
      for (const line of helpText(parts, 60).split('\n')) {
        expect(widthOf(line)).toBeLessThanOrEqual(60);
      }
    },
  );

  test.each(HELP_TOPICS.map(([name]) => name))('docs help %s prints it', async (name) => {
    const run = await runDocs(['help', name], { cwd: root });

    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    for (const term of termsOf(name)) expect(run.stdout).toContain(term);
  });

  test('exit-codes has every code', () => {
    const codes = new Set(['0', ...Object.values(EXIT).map(String)]);
    expect(new Set(termsOf('exit-codes'))).toEqual(codes);
  });

  test('environment has every variable that is read', async () => {
    const told = new Set(termsOf('environment').flatMap((term) => term.split(', ')));
    const read = [...(await readVariables('src')), ...(await readVariables('bin'))];
    expect(read.filter((name) => !told.has(name) && !SYSTEM.has(name))).toEqual([]);
  });
});

test('docs help config shows every setting', async () => {
  const { stdout } = await runDocs(['help', 'config'], { cwd: root });
  const { $schema: _, ...settings } = fileSchema.entries;
  const missing = Object.keys(settings).filter((name) => !stdout.includes(`\n  ${name}:`));
  expect(missing).toEqual([]);
});

test('every group of commands has a description', () => {
  const isSilent = (command: Command): boolean =>
    command.commands.length > 0 && command.description() === '';
  const groups = (command: Command): Command[] => [command, ...command.commands.flatMap(groups)];
  const all = groups(buildProgram({ host: createHost({ cwd: root }).host } as Context));
  expect(all.filter(isSilent).map((command) => command.name())).toEqual([]);
});

/** Names in the environment that the source of this folder asks for. */
async function readVariables(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const file of await readdir(join(root, folder), { recursive: true })) {
    if (!/\.[tj]s$/.test(file)) continue;
    const text = await readFile(join(root, folder, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/\benv\[['"]([A-Z_]+)['"]\]/g)) names.push(name);
  }
  return names;
}

/** Of the system; nobody sets them for this tool. */
const SYSTEM: ReadonlySet<string> = new Set(['PATH', 'TERM', 'APPDATA', 'LOCALAPPDATA']);

const { host } = createHost({ cwd: root });
const program = buildProgram({ host } as Parameters<typeof buildProgram>[0]);

describe('other words', () => {
  test.each(Object.entries(OTHER_WORDS))('%s leads to a command: %s', (words, hint) => {
    const group = words.split(' ').slice(0, -1);
    const parent = leadsTo(program, group);
    expect(parent === program).toBe(group.length === 0);
    const word = words.split(' ').at(-1) ?? '';
    expect(parent.commands.filter((each) => isCalled(each, word))).toEqual([]);
    const named = [...hint.matchAll(/docs ((?:[a-z]+ ?)+)/g)].map(([, names = '']) =>
      leadsTo(program, names.trim().split(' ')),
    );
    expect(named).not.toEqual([]);
    expect(named).not.toContain(program);
  });

  test('are the hint to an unknown command', async () => {
    expect(await runDocs(['deploy'], { cwd: root })).toMatchObject({
      exitCode: 2,
      stderr:
        'error There is no command "deploy".\n' +
        '  docs push --publish sends pages and publishes them; docs build writes a site of files\n',
    });
  });

  test.each([
    ['page create', 'docs page push creates a page from a file'],
    ['ref validate', 'docs ref check looks for mistakes'],
    ['help show', 'docs page get prints a page; docs dev shows the pages in a browser'],
    ['help page create', 'docs page push creates a page from a file'],
  ])('are the hint to docs %s, in a group and in help', async (words, hint) => {
    const run = await runDocs(words.split(' '), { cwd: root });
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain(`\n  ${hint}\n`);
  });

  test.each([
    [['lint'], ['check']],
    [['validate'], ['check']],
    [['preview'], ['dev']],
    [['serve'], ['dev']],
    [['ls'], ['list']],
    [
      ['page', 'ls'],
      ['page', 'list'],
    ],
    [
      ['page', 'show'],
      ['page', 'get'],
    ],
    [
      ['page', 'rm'],
      ['page', 'delete'],
    ],
    [
      ['ref', 'ls'],
      ['ref', 'list'],
    ],
  ])('docs %j is docs %j', async (alias, name) => {
    const [called, meant] = [
      await runDocs([...alias, '--help'], { cwd: root }),
      await runDocs(['help', ...name], { cwd: root }),
    ];
    expect(called).toMatchObject({ exitCode: 0, stdout: meant.stdout });
    expect(await runDocs(['help', ...alias], { cwd: root })).toMatchObject({
      stdout: meant.stdout,
    });
  });
});

/** The command that the words lead to, as far as they are names of commands. */
function leadsTo(command: Command, [word, ...rest]: readonly string[]): Command {
  const next = command.commands.find((each) => word !== undefined && isCalled(each, word));
  return next === undefined ? command : leadsTo(next, rest);
}

describe('docs help --json', () => {
  interface Told {
    readonly commands: readonly {
      readonly name: string;
      readonly arguments: readonly object[];
      readonly options: readonly { readonly long: string | null }[];
    }[];
    readonly options: readonly { readonly long: string | null }[];
    readonly exitCodes: readonly { readonly code: number; readonly errors: readonly string[] }[];
  }

  const told = async (...names: string[]): Promise<Told> => {
    const run = await runDocs(['help', ...names, '--json'], { cwd: root });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    return JSON.parse(run.stdout) as Told;
  };

  test('has every command that can be called, with all of its options', async () => {
    const { commands, options } = await told();

    const declared = commandsOf(program).filter(({ name }) => name !== 'complete');
    expect(commands.map(({ name }) => name).toSorted()).toEqual(
      declared.map(({ name }) => `docs ${name}`).toSorted(),
    );
    for (const { name, command } of declared) {
      const own = commands.find((each) => each.name === `docs ${name}`);
      expect(own?.options.map(({ long }) => long)).toEqual(command.options.map(({ long }) => long));
    }
    expect(options.map(({ long }) => long)).toContain('--json');
  });

  test('lists arguments, choices, defaults and exit codes', async () => {
    const { commands, exitCodes } = await told('ref', 'check');

    expect(commands).toHaveLength(1);
    expect(commands[0]).toMatchObject({
      name: 'docs ref check',
      arguments: [{ name: 'file|glob', required: false, variadic: true, choices: null }],
    });
    expect(commands[0]?.options).toContainEqual(
      expect.objectContaining({
        long: '--fail-on',
        value: 'required',
        choices: ['error', 'warning', 'never'],
        default: 'error',
      }),
    );
    const errors = exitCodes.flatMap((each) => each.errors.map((error) => [error, each.code]));
    expect(Object.fromEntries(errors)).toEqual(EXIT);
  });

  test('of a group has its commands, and of none that is not there', async () => {
    expect((await told('access')).commands.map(({ name }) => name)).toEqual([
      'docs access list',
      'docs access grant',
      'docs access revoke',
    ]);
    const run = await runDocs(['help', 'nothing', '--json'], { cwd: root });
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
