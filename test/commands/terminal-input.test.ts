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
  ['login --no-input', 'x'.repeat(40)],
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
