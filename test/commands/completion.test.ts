import { spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { suggest } from '../../src/commands/completion/suggest.ts';
import type { Names } from '../../src/commands/completion/suggest.ts';
import { Composition } from '../../src/context.ts';
import { buildProgram, globalFlags } from '../../src/program.ts';
import { buildTool } from '../support/built.ts';
import type { BuiltTool } from '../support/built.ts';
import { temporaryFolder } from '../support/folder.ts';
import { createHost, runDocs } from '../support/host.ts';

const NAMES: Names = {
  places: ['v1.0', 'v1.0/guides', 'v2.0', 'v2.0/api'],
  pages: ['v1.0/guides/intro', 'v1.0/guides/errors', 'v2.0/api/$(touch hacked)', 'v2.0/api/a b'],
};

function suggested(...words: string[]) {
  const context: Composition = new Composition(createHost({ cwd: '/' }).host, () =>
    globalFlags(program),
  );
  const program = buildProgram(context);
  const { values, files } = suggest(program, words, () => NAMES);
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
    [['completion', ''], ['bash', 'zsh', 'fish'], false],
    [['help', 'acc'], ['access'], false],
    [['nothing', 'of', 'the', 'kind'], [], false],
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
    const { values } = suggest(program, ['page', 'get', 'v'], () => ({ places: [], pages }));
    expect(values.map(({ value }) => value)).toEqual(['v0.0/', 'v1.0/', 'v2.0/']);
  });
});

test('names come from the lock, without a request', async () => {
  const folder = await temporaryFolder({
    'docs-cli.lock.json':
      '{\n"docs-cli-lock": 1,\n"pages": {\n"v1.0/guides/intro": {"id":1},\n"": null}\n}\n',
  });
  const run = await runDocs(['complete', '--', 'page', 'get', 'v'], { cwd: folder });
  expect(run).toEqual({ exitCode: 0, stdout: 'v1.0/guides/intro\n:files\n', stderr: '' });
});

describe.skipIf(process.platform === 'win32')('the script for bash', () => {
  let tool: BuiltTool;
  beforeAll(async () => {
    tool = await buildTool();
  });
  afterAll(() => tool.remove());

  test('completes commands, options, names and files', async () => {
    const folder = await temporaryFolder({
      'readers.csv': '',
      'docs-cli.lock.json':
        '{\n"v1.0/guides/intro": {"id":1},\n"v1.0/guides/$(touch hacked)": {"id":2},\n}\n',
    });
    await writeFile(
      join(folder, 'docs'),
      `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} ${JSON.stringify(tool.docs)} "$@"\n`,
    );
    await chmod(join(folder, 'docs'), 0o755);
    const complete = (...words: string[]): string[] => {
      const quoted = words.map((word) => `'${word}'`).join(' ');
      const script = `eval "$(docs completion bash)"; COMP_WORDS=(docs ${quoted}); COMP_CWORD=${words.length}; _docs_complete; printf '%s\\n' "\${COMPREPLY[@]}"; ls`;
      const env = { ...process.env, PATH: [folder, process.env['PATH']].join(delimiter) };
      const { stdout } = spawnSync('bash', ['--norc', '-c', script], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      expect(stdout).not.toMatch(/^hacked$/m);
      return stdout.split('\n').slice(0, 1);
    };

    expect(complete('whoa')).toEqual(['whoami']);
    expect(complete('access', 'grant', '--ex')).toEqual(['--expires']);
    expect(complete('access', 'grant', '--from', 'read')).toEqual(['readers.csv']);
    expect(complete('page', 'get', 'v1.0/g')).toEqual(['v1.0/guides/intro']);
  });
});
