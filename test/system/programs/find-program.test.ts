import { chmod, symlink } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutSecrets } from '../../../src/system/programs/start-program.ts';
import { findProgram, safePath } from '../../../src/system/programs/find-program.ts';
import { temporaryFolder } from '../../support/folder.ts';

async function machineWith(entries: (folder: string) => readonly string[]) {
  const folder = await temporaryFolder({
    'project/bin/tool': '#!/bin/sh\n',
    'elsewhere/tool': '#!/bin/sh\n',
    'plain/tool': 'no program',
    'project-beside/tool': '#!/bin/sh\n',
  });
  for (const path of ['project/bin/tool', 'elsewhere/tool', 'project-beside/tool']) {
    await chmod(join(folder, path), 0o755);
  }
  await symlink(join(folder, 'project/bin'), join(folder, 'link'));
  const env = { PATH: entries(folder).join(delimiter) };
  return { folder, machine: { env, platform: process.platform }, project: join(folder, 'project') };
}

test.each([
  ['a relative folder', () => ['.', '', 'project/bin']],
  ['the project’s own folder', (folder: string) => [join(folder, 'project/bin')]],
  ['a link to the project’s own folder', (folder: string) => [join(folder, 'link')]],
  ['a file that is no program', (folder: string) => [join(folder, 'plain')]],
])('a program is never taken from %s', async (_what, entries) => {
  const { machine, project, folder } = await machineWith(entries);
  expect(findProgram('tool', machine, [project])).toBeUndefined();
  const later = {
    ...machine,
    env: { PATH: [machine.env.PATH, join(folder, 'elsewhere')].join(delimiter) },
  };
  expect(findProgram('tool', later, [project])).toBe(join(folder, 'elsewhere/tool'));
});

test('a program is taken from a folder whose name begins as the project’s does', async () => {
  const { folder, machine, project } = await machineWith((at) => [join(at, 'project-beside')]);
  expect(findProgram('tool', machine, [project])).toBe(join(folder, 'project-beside/tool'));
});

test('programs that start others get a search path without relative folders', () => {
  const env = { PATH: ['/usr/bin', '.', '', 'node_modules/.bin', '/bin'].join(delimiter) };
  expect(safePath({ env, platform: process.platform }, [])).toBe(
    ['/usr/bin', '/bin'].join(delimiter),
  );
});

test('variables whose names say that they are secret are not passed on', () => {
  const kept = {
    PATH: '/bin',
    HOME: '/h',
    LESS: 'R',
    LESSKEY: 'x',
    PAGER: 'less',
    SSH_AUTH_SOCK: '/s',
    PWD: '/',
  };
  const secret = Object.fromEntries(
    [
      'DOCS_API_KEY',
      'DOCS_BASE_URL',
      'GITHUB_TOKEN',
      'npm_config_//registry.example/:_authToken',
      'CLIENT_SECRET',
      'PGPASSWORD',
      'MYSQL_PASSWD',
      'GPG_PASSPHRASE',
      'AWS_ACCESS_KEY_ID',
      'OPENAI_APIKEY',
      'STRIPE_KEY',
      'AZURE_PAT',
      'GOOGLE_APPLICATION_CREDENTIALS',
    ].map((name) => [name, 'x']),
  );
  expect(withoutSecrets({ ...kept, ...secret })).toEqual(kept);
});
