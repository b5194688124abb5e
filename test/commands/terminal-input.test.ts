/** `-` on a terminal: nothing seems to happen until somebody types, so the command says what it waits for. */
import { expect, test } from 'vitest';
import { openWorld } from '../support/world.ts';

const NOTICE = 'Reading from the terminal. End with Ctrl-D on an empty line.\n';

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/guide/intro.md': '---\ntitle: Introduction\n---\n\nText.\n',
};

const COMMANDS = [
  ['page push - --in v1.0/guide --slug notes --yes', 'Notes.\n'],
  ['access grant - --yes', 'ann@example.com\n'],
  ['api POST /page --input - --dry-run', '{}'],
] as const;

test.each(COMMANDS)('docs %s says that it reads from the terminal', async (command, stdin) => {
  const world = await openWorld(FILES);
  const run = await world.runAs({ terminal: true, stdin }, ...command.split(' '));
  expect(run.stderr).toContain(NOTICE);
  expect(run.stdout).not.toContain(NOTICE);
});

test.each(COMMANDS)('docs %s says nothing of it in a pipe', async (command, stdin) => {
  const world = await openWorld(FILES);
  const run = await world.runAs({ stdin }, ...command.split(' '));
  expect(run.stderr).not.toContain('Reading from the terminal');
});

const KEY = 'x'.repeat(40);

test('docs login --no-input reads a key from a pipe, and none from a terminal, which would show it', async () => {
  const world = await openWorld(FILES);
  const argv = ['login', '--no-input', '--yes'];

  const typed = await world.runAs({ terminal: true, stdin: KEY }, ...argv);
  expect(typed).toMatchObject({ exitCode: 2, stdout: '' });
  expect(typed.stderr).toContain('The key cannot be asked for: this run asks nothing.');

  const piped = await world.runAs({ stdin: KEY }, ...argv);
  expect(piped.stderr).not.toContain('Reading from the terminal');
  expect(piped.stderr).not.toContain('cannot be asked for');
});
