import { describe, expect, test } from 'vitest';
import { suggest } from '../../../src/commands/completion/suggestions.ts';
import type { Names } from '../../../src/commands/shared/names/known-names.ts';
import { Composition } from '../../../src/context.ts';
import { buildProgram, globalFlags } from '../../../src/program.ts';
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
