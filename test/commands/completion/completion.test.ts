import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { suggest } from '../../../src/commands/completion/suggestions.ts';
import type { Names } from '../../../src/names/known-names.ts';
import { Composition } from '../../../src/context.ts';
import { buildProgram, globalFlags } from '../../../src/program.ts';
import { buildTool } from '../../support/built.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { createHost, runDocs } from '../../support/host.ts';

const NAMES: Names = {
  places: ['v1.0', 'v1.0/guides', 'v2.0', 'v2.0/api'],
  pages: ['v1.0/guides/intro', 'v1.0/guides/errors', 'v2.0/api/$(touch hacked)', 'v2.0/api/a b'],
};

const ofCommand = (command: string): string[] => [`rule-of-${command}`];

function suggested(...words: string[]) {
  const context: Composition = new Composition(createHost({ cwd: '/' }).host, () =>
    globalFlags(program),
  );
  const program = buildProgram(context);
  const { values, files } = suggest(program, words, () => NAMES, ofCommand);
  return { values: values.map(({ value }) => value), files };
}

describe('under the cursor may stand', () => {
  test.each([
    [['acc'], ['access'], false],
    [['access', ''], ['list', 'grant', 'revoke'], false],
    [['access', 'grant', '--ex'], ['--expires'], false],
    [['access', 'grant', '--from', ''], [], true],
    [['--profile', 'x', 'access', 'li'], ['list'], false],
    [['version', 'publish', ''], ['v1.0', 'v2.0', 'latest'], false],
    [['page', 'list', '--in', 'v1'], ['v1.0', 'v1.0/guides'], false],
    [['page', 'get', 'v1.0/guides/i'], ['v1.0/guides/intro'], true],
    [['page', 'get', '--format', 'h'], ['html'], false],
    [['page', 'get', '--format=h'], ['--format=html'], false],
    [['page', 'list', '--in=v1'], ['--in=v1.0', '--in=v1.0/guides'], false],
    [['users', '--role=admin,w'], ['--role=admin,writer'], false],
    [['page', 'get', '--draft=v'], [], false],
    // As bash takes it apart.
    [['page', 'get', '--format', '=', 'h'], ['html'], false],
    [['users', '--role', '='], ['admin', 'publisher', 'writer', 'reviewer'], false],
    [['page', 'get', '--format', '=', 'html', 'v1.0/guides/i'], ['v1.0/guides/intro'], true],
    [['access', 'grant', '--from', '=', 're'], [], true],
    [['completion', ''], ['bash', 'zsh', 'fish', 'powershell'], false],
    // As PowerShell gives an empty word.
    [['access', '='], ['list', 'grant', 'revoke'], false],
    [['version', 'publish', '='], ['v1.0', 'v2.0', 'latest'], false],
    [['help', 'acc'], ['access'], false],
    [['nothing', 'of', 'the', 'kind'], [], false],
    [['users', '--role', 'pub'], ['publisher'], false],
    [['users', '--role', 'admin,w'], ['admin,writer'], false],
    [
      ['audit', 'tail', '--scope', 'content,'],
      [
        'content,users',
        'content,hosting',
        'content,security',
        'content,plan',
        'content,other',
        'content,all',
      ],
      false,
    ],
    [['audit', 'tail', '--operation', 'i'], ['ins'], false],
    [['search', 'word', '--in', 'v1'], ['v1.0'], false],
    [['check', '--explain', ''], ['rule-of-check'], false],
    [['check', '--explain=ru'], ['--explain=rule-of-check'], false],
    [['ref', 'rules', '--check', 'ru'], ['rule-of-rules'], false],
  ])('%j: %j', (words, values, files) => {
    expect(suggested(...words)).toEqual({ values, files });
  });

  test('never what a shell might run', () => {
    expect(suggested('page', 'get', 'v2.0/').values).toEqual([]);
  });

  test('of very many pages, the next part of their keys', () => {
    const pages = Array.from(
      { length: 5000 },
      (_, index) => `v${index % 3}.0/guides/page-${index}`,
    );
    const program = buildProgram(
      new Composition(createHost({ cwd: '/' }).host, () => globalFlags(program)),
    );
    const { values } = suggest(
      program,
      ['page', 'get', 'v'],
      () => ({ places: [], pages }),
      ofCommand,
    );
    expect(values.map(({ value }) => value)).toEqual(['v0.0/', 'v1.0/', 'v2.0/']);
  });
});

test('names come from the lock, without a request', async () => {
  const folder = await temporaryFolder({
    'docs-cli.lock': '{"docs-cli-lock":1}\n{"key":"v1.0/guides/intro","id":1}\n',
  });
  const run = await runDocs(['complete', '--', 'page', 'get', 'v'], { cwd: folder });
  expect(run).toEqual({ exitCode: 0, stdout: 'v1.0/guides/intro\n:files\n', stderr: '' });
});

test('names of rules are those that the command explains', async () => {
  const of = async (...words: string[]) =>
    (await runDocs(['complete', '--', ...words], { cwd: '/' })).stdout;
  expect(await of('check', '--explain', 'broken-')).toContain('broken-link\n');
  expect(await of('check', '--explain', 'anchor-')).toBe('');
  expect(await of('ref', 'rules', 'anchor-')).toBe('anchor-form\nanchor-unique\n');
  expect(await of('ref', 'rules', 'operation-rem')).toBe('operation-removed\n');
});

/** Candidates for the command line before the cursor, from a shell that has loaded its script. */
const SHELLS: Readonly<Record<string, (words: readonly string[]) => readonly string[]>> = {
  bash: (words) => [
    '--norc',
    '-c',
    `eval "$(docs completion bash)"; COMP_WORDS=(docs ${quoted(words)}); COMP_CWORD=${words.length}; _docs_complete; printf '%s\n' "\${COMPREPLY[@]}"`,
  ],
  // What completes inside zsh is not there outside: what the script hands to it is shown.
  zsh: (words) => [
    '--no-rcs',
    '-c',
    `compdef() { :; }; compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -l -- "$@"; }; _files() { print -l -- "\${words[CURRENT]}"*(N); }
eval "$(docs completion zsh)"; words=(docs ${quoted(words)}); CURRENT=${words.length + 1}; _docs`,
  ],
  fish: (words) => [
    '--no-config',
    '-c',
    `docs completion fish | source; complete -C ${quoted([`docs ${words.join(' ')}`])} | string replace -r '\t.*' ''`,
  ],
};

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');

const isInstalled = (shell: string): boolean =>
  process.platform !== 'win32' && spawnSync(shell, ['-c', 'exit 0']).error === undefined;

describe('the script', () => {
  let folder = '';
  beforeAll(async () => {
    const tool = await buildTool();
    folder = await mkdtemp(join(tmpdir(), 'docs-completion-'));
    await writeFile(join(folder, 'readers.csv'), '');
    await writeFile(
      join(folder, 'docs-cli.lock'),
      '{"key":"v1.0/guides/intro","id":1}\n{"key":"v1.0/guides/$(touch hacked)","id":2}\n',
    );
    const command = `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} ${JSON.stringify(tool.docs)} "$@"\n`;
    await writeFile(join(folder, 'docs'), command, { mode: 0o755 });
  });
  afterAll(() => rm(folder, { recursive: true }));

  const LINES: readonly (readonly [words: readonly string[], expected: readonly string[]])[] = [
    [['whoa'], ['whoami']],
    [['access', 'grant', '--ex'], ['--expires']],
    [['access', 'grant', '--from', 'read'], ['readers.csv']],
    [['page', 'get', 'v1.0/g'], ['v1.0/guides/intro']],
    [['users', '--role', 'admin,w'], ['admin,writer']],
  ];

  test.for(Object.entries(SHELLS))(
    'for %s completes commands, options, values, names and files',
    async ([shell, args], { skip }) => {
      skip(!isInstalled(shell), `${shell} is not installed`);
      const env = { ...process.env, PATH: [folder, process.env['PATH']].join(delimiter) };
      for (const [words, expected] of LINES) {
        const run = spawnSync(shell, [...args(words)], { cwd: folder, env, encoding: 'utf8' });

        const lines = run.stdout.split('\n').filter((line) => line.startsWith(words.at(-1) ?? ''));
        expect({ lines, stderr: run.stderr }).toEqual({ lines: expected, stderr: '' });
      }
      expect(await readdir(folder)).not.toContain('hacked');
    },
  );
});
