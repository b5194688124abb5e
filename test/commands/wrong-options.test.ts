import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { runDocs, type HostOptions } from '../support/host.ts';

/** Port 1 of this machine: whoever asks it fails in another way. */
const env = { DOCS_API_KEY: 'key', DOCS_BASE_URL: 'http://127.0.0.1:1/api/v1' };

test.each([
  [['api', 'POST', '/page', '--paginate'], 'Leave it out'],
  [['audit', 'tail', '--since', '1h', '--until', '2h'], 'Swap the two'],
  [['page', 'list', '--in', 'a/b/c'], 'Such as --in v1.0 or --in v1.0/docs'],
  [['page', 'push', 'a.md', 'b.md', '--in', 'v1/d', '--slug', 'x'], 'Send them one by one'],
  [
    ['page', 'push', 'a.md', '--in', 'v1/d', '--slug', 'a/b'],
    'A slug is part of a URL, such as getting-started',
  ],
  [['page', 'list', 'v1.0'], 'Did you mean: docs page list --in v1.0?'],
  [['page', 'ls', 'v1.0/docs', '--published'], 'Did you mean: docs page ls --in v1.0/docs?'],
  [['ref', 'list', 'latest'], 'Did you mean: docs ref list --in latest?'],
  [['page', 'list', 'My Guide'], 'docs page list --help shows how it is used'],
  [['page', 'list', 'v1.0', 'docs'], 'docs page list --help shows how it is used'],
  [['init', 'docs'], 'docs init --help shows how it is used'],
  [['build'], 'Name the folder: docs build --out public'],
  [['build', 'site'], 'Name the folder: docs build --out site'],
  [['import', '../website'], 'Name the folder: docs import ../website --out public'],
])('docs %j says what to do', async (argv, hint) => {
  const cwd = await temporaryFolder({ 'a.md': 'Text', 'b.md': 'Text' });
  const { exitCode, stderr } = await runDocs([...argv, '--json', '--yes'], { cwd, env });

  expect(exitCode).toBe(2);
  expect(JSON.parse(stderr).error.hint).toBe(hint);
});

test.each([
  [['push', '--plan', 'nope.json'], '"nope.json" cannot be read: there is no such file or folder.'],
  [
    ['access', 'grant', '--from', 'none.csv'],
    '"none.csv" cannot be read: there is no such file or folder.',
  ],
  [['ref', 'upload'], 'No definition was named, and the configuration does not list any.'],
  [['ref', 'upload', 'no.yaml'], 'There is no file "no.yaml".'],
  [['version', 'update', 'v1.0'], 'Nothing to change was given.'],
  [
    ['version', 'update', 'v1.0', '--name', 'x'],
    'This command asks for confirmation, and no terminal is available.',
  ],
  [
    ['whoami', '--base-url', 'http://example.com/api'],
    'A key is sent only over https or to this machine; "http://example.com/api" is neither.',
  ],
  [['pussh'], 'There is no command "pussh".'],
  [['push', '--dyr-run'], 'There is no option --dyr-run.'],
  [['page', 'get'], 'The argument <page> is missing.'],
  [['page', 'get', '--in'], '--in needs a value.'],
  [['page', 'get', 'a', 'b'], 'docs page get takes 1 argument, not 2.'],
  [['page', 'list', '--limit', 'some'], '--limit cannot be "some".'],
  [
    ['push', '--config', 'a.yml', '--config', 'b.yml'],
    '--config takes one value, and was given two.',
  ],
  [['--profile', 'a', 'status', '--profile=a'], '--profile takes one value, and was given two.'],
  [
    ['init', '--content', 'a', '--in', 'v1/a', '--content', 'b', '--in', 'v1/b'],
    '--in takes one value, and was given two.',
  ],
  [
    ['review', '--format', 'html', '--format', 'text'],
    '--format takes one value, and was given two.',
  ],
  [['check', '--changed', 'a', '--changed', 'b'], '--changed takes one value, and was given two.'],
  [['completion', 'tcsh'], '<shell> cannot be "tcsh".'],
  [['help', 'foo'], 'There is no command "foo".'],
])('docs %j without --yes and a terminal names the real mistake', async (argv, message) => {
  const cwd = await temporaryFolder({ 'docs/v1/d/a.md': 'Text' });
  const { exitCode, stderr } = await runDocs(argv, { cwd, env });

  expect(stderr.split('\n')[0]).toBe(`error ${message}`);
  expect(exitCode).toBe(2);
});

test.each<[string, Partial<HostOptions>, string[], string]>([
  ['without a terminal', {}, [], 'no terminal is available'],
  ['where CI is set', { terminal: true, env: { CI: '1' } }, [], 'nothing is asked where CI is set'],
  ['with --no-input', { terminal: true }, ['--no-input'], '--no-input asks nothing'],
])('%s, the refusal says why nobody is asked', async (_, options, flags, why) => {
  const cwd = await temporaryFolder({});
  const argv = ['version', 'update', 'v1.0', '--name', 'x', ...flags];
  const run = await runDocs(argv, { cwd, ...options, env: { ...env, ...options.env } });

  expect(run.exitCode).toBe(2);
  expect(run.stderr.replaceAll(/\s+/g, ' ')).toContain(
    `This command asks for confirmation, and ${why}.`,
  );
});
