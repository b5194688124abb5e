/** The scripts of `docs completion`, in the shells that are installed. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtTool } from '../../support/built.ts';

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
    const tool = builtTool();
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
