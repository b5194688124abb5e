/** Help of every command, and output that is not about a folder. 80 columns, no colours. */
import { beforeEach, expect, test, vi } from 'vitest';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { commandsDoc, helpText, pathOf, visible } from '../../tools/commands-doc.js';
import { manPage } from '../../tools/man-page.js';
import { TOPICS } from '../../src/commands/help/topics.ts';
import { findProgram } from '../../src/system/programs/find-program.ts';
import type { Clock } from '../../src/model/time.ts';
import { programIn } from '../support/command-lines.ts';
import { temporaryFolder } from '../support/folder.ts';
import { runDocs } from '../support/host.ts';
import { openWorld } from '../support/world.ts';
import type { World } from '../support/world.ts';

const NOW = Date.UTC(2026, 5, 1, 12);

/** Stands still. Those who wait are only woken by who stops them, so that no spinner appears. */
const clock: Clock = {
  now: () => NOW,
  elapsed: () => 0,
  sleep: (_ms, signal) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    }),
};

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Amsterdam');
  // Ids start at a random number: here at the same one each time.
  vi.spyOn(Math, 'random').mockReturnValue(0.25);
  return () => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  };
});

const program = programIn('/');

test('docs/commands.md has every command, with its help', async () => {
  const page = commandsDoc(program, helpText);
  const headings = page.match(/^#+ docs .*$/gm) ?? [];

  expect(headings.length).toBeGreaterThan(50);
  expect(new Set(headings).size).toBe(headings.length);
  expect(headings).toContain('### docs access grant');
  expect(page).toContain((await runDocs(['help', 'access', 'grant'], { cwd: '/' })).stdout);
});

test('man/docs.1 has every command that does something, and nothing that troff takes for a request', () => {
  const page = manPage(program, TOPICS, manifest.version);
  const leaves = (command: Command): Command[] => {
    const children = visible(command);
    return children.length === 0 ? [command] : children.flatMap(leaves);
  };

  for (const command of leaves(program))
    expect(page).toContain(`.SS "${pathOf(command).replaceAll('-', '\\-')}"\n`);
  const requests = page.match(/^[.'][^ \n]*/gm) ?? [];
  expect(new Set(requests)).toEqual(new Set('.\\" .TH .SH .SS .TP .PP .B .BR .nf .fi'.split(' ')));
});

const groff = findProgram('groff', process, []);

test.skipIf(groff === undefined)(
  'groff shows man/docs.1 without a warning, down to its end',
  async () => {
    const file = 'docs.1';
    const folder = await temporaryFolder({
      [file]: manPage(program, TOPICS, manifest.version),
    });
    const args = ['-man', '-ww', '-Tutf8', '-P-cbou', file];
    const { stdout, stderr } = await promisify(execFile)(groff ?? '', args, { cwd: folder });

    expect(stderr).toBe('');
    expect(stdout).toContain('--skip-conflicts');
    expect(stdout).toContain(`docs ${manifest.version}`);
  },
);

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/_settings.yaml': 'name: Version 1.0\n',
  'docs/v1.0/guides/intro.md':
    '---\ntitle: 简介 Introduction 🚀\n---\n\n## First steps\n\nHow to begin, in a few words.\n',
  'docs/v1.0/guides/errors.md': '---\ntitle: Errors\n---\n\nWhat goes wrong, and what to do.\n',
  'docs/v1.1/_settings.yaml': 'name: Version 1.1\n',
  'docs/v1.1/guides/intro.md': '---\ntitle: Introduction\n---\n\nHow to begin.\n',
  'readers.csv': 'email,expires\nann@example.com,never\nbo@example.com,30d\ncy@example,\n',
};

async function openFullWorld(): Promise<World> {
  const world = await openWorld(FILES, {
    clock,
    users: [
      { name: 'Ann Lee', email: 'ann@example.com', role: 'ADMIN' },
      { name: '山田太郎', email: 'taro@example.com', role: 'WRITER' },
    ],
  });
  // One after the other: several at once get their ids in any order.
  for (const page of ['v1.0/guides/errors', 'v1.0/guides/intro', 'v1.1/guides/intro']) {
    await world.runAs({ clock }, 'push', page, '--publish', '--yes');
  }
  await world.runAs(
    { clock },
    'access',
    'grant',
    'di@example.com',
    '--expires',
    '2026-06-30',
    '--yes',
  );
  await world.runAs({ clock }, 'access', 'grant', 'ed@example.com', '--yes');
  await world.runAs({ clock }, 'access', 'revoke', 'ed@example.com', '--yes');
  return world;
}

/** Golden file, and the command lines whose output it holds, one after the other in one world. */
const GOLDEN: readonly (readonly [file: string, ...lines: string[]])[] = [
  ['users/list', 'users', 'users --role admin --exact'],
  ['version/list', 'version list', 'version list --exact'],
  [
    'version/publish',
    'version unpublish v1.1 --yes',
    'version publish v1.0 v1.1 --yes',
    'version publish v2 --yes',
  ],
  ['version/update', 'version update v1.1 --name LTS --yes'],
  ['page/list', 'page list', 'page list --in v1.1/guides', 'page list --in v1.1/guide'],
  ['page/get', 'page get v1.0/guides/errors', 'page get Errors --format html', 'page get nothing'],
  [
    'page/publish',
    'page publish v1.0/guides/errors --yes',
    'page publish v1.0/guides/nothing --yes',
  ],
  ['page/push', 'page push readers.csv --in v1.0/guides --slug readers -n'],
  [
    'search/search',
    'search begin',
    'search nowhere',
    'search begin --in v3',
    'search begin --limit 1',
  ],
  ['access/list', 'access list', 'access list --revoked --exact', 'access list --csv'],
  [
    'access/grant',
    'access grant --from readers.csv di@example.com --expires 90d --yes',
    'access grant x --yes',
  ],
  [
    'access/revoke',
    'access revoke di@example.com zoe@example.com --dry-run',
    'access revoke di@example.com --yes',
  ],
  ['audit/tail', 'audit tail -n 3', 'audit tail -n 1 --scope users --details'],
  ['export/export', 'export', 'export'],
  ['api/api', 'api GET /users', 'api GET /nothing', 'api GET https://elsewhere.example/'],
  ['login/logout', 'logout', 'whoami'],
  ['init/init', 'init --yes', 'init --yes --force --ci github --publish'],
  ['push/status', 'status', 'status v1.0/guides/errors --publish'],
  ['push/diff', 'diff', 'diff v1.0/guides/errors'],
  ['help/docs', '--help'],
  ['help/access-grant', 'help access grant', 'help acces'],
  [
    'errors/usage',
    'pussh',
    'push --publsh',
    'users --role boss',
    'audit tail --since yesterday',
    'access grant --yes',
    'page get',
    '--timeout 3 users',
    '--profile none users',
    '--config nothing.yml users',
    'push nothing.md --yes',
  ],
  ['completion/bash', 'completion bash'],
  ['completion/zsh', 'completion zsh'],
  ['completion/fish', 'completion fish'],
  ['completion/powershell', 'completion powershell'],
];

/** What changed in the folder since `openFullWorld` pushed it: an edit, a new page, a page that is gone. */
async function changeFiles(world: World): Promise<void> {
  await world.write({
    'docs/v1.0/guides/errors.md': '---\ntitle: Errors\n---\n\nWhat goes wrong, and why.\n',
    'docs/v1.1/guides/new.md': '---\ntitle: New\n---\n\nHow to go on.\n',
  });
  await world.remove('docs/v1.0/guides/intro.md');
}

test.each(GOLDEN)('%s', async (file, ...lines) => {
  const world = await openFullWorld();
  if (file.startsWith('push/')) await changeFiles(world);
  const outputs: string[] = [];
  for (const line of lines) {
    const options = { clock, terminal: true, env: { PAGER: 'cat' } };
    const { exitCode, stdout, stderr } = await world.runAs(options, ...line.split(' '));
    outputs.push(
      `$ docs ${line}\n${stdout}${stderr === '' ? '' : `--- stderr\n${stderr}`}--- exit ${exitCode}\n`,
    );
  }
  const text = outputs
    .join('\n')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:4000')
    .replaceAll(/(?<=ends in )\S{4}/g, 'e3f0');

  await expect(text).toMatchFileSnapshot(`../golden/${file}.txt`);
});

test('the palette: what is red, green, yellow, cyan, bold and dim', async () => {
  const world = await openFullWorld();
  await changeFiles(world);
  const options = { clock, terminal: true, env: { PAGER: 'cat', NO_COLOR: '' } };
  const outputs: string[] = [];
  for (const line of [
    'status',
    'diff',
    'access list',
    'access revoke no@example.com -n',
    'version list',
    'audit tail -n 1',
    'page get nothing',
    'whoami',
  ]) {
    const { stdout, stderr } = await world.runAs(options, ...line.split(' '));
    outputs.push(`$ docs ${line}\n${stdout}${stderr}`);
  }
  const text = outputs
    .join('\n')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:4000')
    .replaceAll(/(?<=ends in )\S{4}/g, 'e3f0');

  await expect(text.replaceAll('\u001B', '<ESC>')).toMatchFileSnapshot('../golden/palette.txt');
});
