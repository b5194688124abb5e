import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { runDocs } from '../support/host.ts';

const run = (...argv: string[]) => runDocs(argv, { cwd: '/' });

test('docs alone and docs --help list the commands on stdout', async () => {
  const alone = await run();
  const help = await run('--help');

  expect(alone).toMatchObject({ exitCode: 0, stderr: '' });
  expect(help).toEqual(alone);
  expect(help.stdout).toContain('push');
});

test('docs --version prints the version, wherever it stands', async () => {
  expect(await run('--version')).toEqual({ exitCode: 0, stdout: '0.0.0-test\n', stderr: '' });
  expect(await run('push', '--version', '--yes')).toMatchObject({
    exitCode: 0,
    stdout: '0.0.0-test\n',
  });
});

test.each([['push'], ['config'], ['platform', 'start'], ['platform', 'key', 'create']])(
  'docs help %s %s %s is its --help',
  async (...names) => {
    const help = await run('help', ...names);

    expect(help).toMatchObject({ exitCode: 0, stderr: '' });
    expect(help.stdout).toContain(`Usage: docs ${names.join(' ')} `);
    expect(help.stdout).toContain('Examples:');
    expect(await run(...names, '--help')).toEqual(help);
  },
);

test('a group without its verb shows the verbs and is a usage error', async () => {
  const result = await run('platform');

  expect(result).toMatchObject({ exitCode: 2, stdout: '' });
  expect(result.stderr).toContain('start');
});

describe('usage errors', () => {
  test.each([
    [['pussh'], 'error There is no command "pussh".\n  Did you mean push?\n'],
    [['push', '--publsh'], 'error There is no option --publsh.\n  Did you mean --publish?\n'],
    [['platform', 'strat'], 'error There is no command "strat".\n  Did you mean start?\n'],
    [
      ['help', 'nonsense', 'x'],
      'error There is no command "nonsense x".\n  docs --help lists the commands\n',
    ],
    [
      ['help', 'access', 'grnt'],
      'error There is no command "access grnt".\n  Did you mean grant?\n',
    ],
    [['config', '--timeout', '3'], 'error --timeout cannot be "3".\n  Write a number and'],
    [['config', 'x'], 'error docs config takes no arguments.\n'],
    [['push', '--ours', '--skip-conflicts'], 'cannot be used with'],
    [['platform', 'start', '--port', '99999'], '0 to 65535'],
    [['platform', 'start', '--user', 'ada'], '--user'],
    [['platform', 'key', 'create'], '--data'],
  ])('docs %j: one line, a hint, exit code 2', async (argv, expected) => {
    const result = await run(...argv);

    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr).toContain(expected);
    expect(result.stderr.trimEnd().split('\n')).toHaveLength(2);
  });
});

test('with --json an error is one JSON document on stderr', async () => {
  const result = await run('pussh', '--json');

  expect(result).toMatchObject({ exitCode: 2, stdout: '' });
  expect(JSON.parse(result.stderr)).toEqual({
    error: {
      code: 'usage',
      exitCode: 2,
      message: 'There is no command "pussh".',
      hint: 'Did you mean push?',
    },
  });
});

test('global options are taken before and after the command', async () => {
  const cwd = await temporaryFolder();
  const url = 'http://localhost:4000/api/v1';

  for (const argv of [
    ['--base-url', url, '--json', 'config'],
    ['config', '--json', '--base-url', url],
  ]) {
    const { stdout } = await runDocs(argv, { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ baseUrl: { value: url } });
  }
});

test('on GitHub Actions an error is an annotation too, at its place', async () => {
  const cwd = await temporaryFolder({ 'docs-cli.config.yml': 'publish: 1\n' });

  const result = await runDocs(['config'], { cwd, env: { GITHUB_ACTIONS: 'true' } });

  expect(result.exitCode).toBe(2);
  expect(result.stderr).toContain('::error file=docs-cli.config.yml,line=1,col=10::');
});

test('a file that cannot be used is not a bug of the tool', async () => {
  const cwd = await temporaryFolder({ 'docs-cli.config.yml/taken': '' });

  const result = await runDocs(['config'], { cwd });

  expect(result.stderr).toMatch(/^error docs-cli\.config\.yml is not a file\.$/m);
});
