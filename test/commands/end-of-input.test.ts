/** Ctrl-D at a question: the input has ended, which is never a yes. */
import { describe, expect, test } from 'vitest';
import { openWorld } from '../support/world.ts';

const CTRL_D = '\u0004';

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/guide/intro.md': '---\ntitle: Introduction\n---\n\nText.\n',
  'openapi/petstore.yaml': 'openapi: 3.1.0\ninfo: { title: Petstore, version: "1" }\npaths: {}\n',
};

describe('Ctrl-D at a question ends the command like a no', () => {
  test.each([
    ['push', 'Create 1 page?', 'Nothing was changed.'],
    ['sync', 'Create 1 page?', 'Nothing was changed.'],
    ['ref upload openapi/petstore.yaml --in v1.0 --create', '?', 'Nothing was uploaded.'],
    ['access grant ann@example.com', 'Grant', 'Nothing was changed.'],
    ['version unpublish v1.0', 'Hide v1.0 from readers?', 'Nothing was changed.'],
    ['login', 'API key for', 'No key was sent or stored.'],
    ['api POST /page -f title=x', 'Send POST', 'Nothing was sent.'],
  ])('docs %s', async (command, question, otherwise) => {
    const world = await openWorld(FILES);

    const run = await world.runAs({ terminal: true, answer: CTRL_D }, ...command.split(' '));

    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain(question);
    expect(run.stderr).toContain(`error ${otherwise}\n`);
    expect(await world.platform.admin.pages()).toEqual([]);
    expect(await world.exists('docs-cli.lock')).toBe(false);
  });

  test('docs page delete', async () => {
    const world = await openWorld(FILES, { api: '2026' });
    await world.run('push', '--yes');

    const options = { terminal: true, answer: CTRL_D };
    const run = await world.runAs(options, 'page', 'delete', 'v1.0/guide/intro');

    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain('error Nothing was deleted.');
    expect(await world.page('v1.0/guide/intro')).toBeDefined();
  });

  test('docs sync about a conflict', async () => {
    const world = await openWorld(FILES);
    await world.run('push', '--yes');
    await world.edit('v1.0/guide/intro', 'Edited there.\n');
    const edited = '---\ntitle: Introduction\n---\n\nEdited here.\n';
    await world.write({ 'docs/v1.0/guide/intro.md': edited });

    const run = await world.runAs({ terminal: true, answer: CTRL_D }, 'sync');

    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain('error Nothing was changed.');
    expect(await world.read('docs/v1.0/guide/intro.md')).toBe(edited);
  });

  test('docs init', async () => {
    const world = await openWorld({ 'docs/intro.md': '# Introduction\n' });

    const run = await world.runAs({ terminal: true, answer: CTRL_D }, 'init', '--no-check');

    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain('error Nothing was changed.');
    expect(await world.exists('docs-cli.config.yml')).toBe(false);
  });

  test('not where it deletes what is right of the cursor', async () => {
    const world = await openWorld(FILES);

    const run = await world.runAs({ terminal: true, answer: `y${CTRL_D}\r` }, 'push');

    expect(run).toMatchObject({ exitCode: 0 });
    expect(await world.platform.admin.pages()).toHaveLength(1);
  });

  test('docs push on the terminal itself, with its streams in pipes', async () => {
    const world = await openWorld(FILES);

    const run = await world.runAs({ consoleAnswer: CTRL_D }, 'push');

    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain('error Nothing was changed.');
    expect(await world.platform.admin.pages()).toEqual([]);
  });
});
