/** The GitHub Action as a runner runs it: its step's script and bundle, a job's environment. */
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { commandWords } from '../../bin/command-words.js';
import { builtTool } from '../support/built.ts';
import { temporaryFolder } from '../support/folder.ts';
import { obeyed } from '../support/github-runner.ts';
import { openPipeline, partsOf, type Finished, type Pipeline } from '../support/pipeline.ts';

const tool = builtTool();

interface Action {
  readonly inputs: Record<string, { default?: string }>;
  readonly outputs: Record<string, { value: string }>;
  readonly runs: {
    readonly steps: readonly { id: string; run: string; env: Record<string, string> }[];
  };
}

const ACTION = parse(await readFile('action.yml', 'utf8')) as Action;
const STEP = ACTION.runs.steps[0];

interface Job {
  readonly finished: Finished | undefined;
  /** What the step put out. */
  readonly outputs: Record<string, string>;
}

/** Runs the action's step with this command. */
async function act(
  pipeline: Pipeline,
  command: string | undefined,
  env: Record<string, string> = {},
): Promise<Job> {
  const folder = await temporaryFolder();
  const job = {
    GITHUB_ACTIONS: 'true',
    GITHUB_OUTPUT: join(folder, 'outputs'),
    RUNNER_TEMP: folder,
    DOCS_COMMAND: command ?? ACTION.inputs['command']?.default ?? '',
    GITHUB_ACTION_PATH: dirname(dirname(tool.docs)),
    ...env,
  };
  const [finished] = await pipeline.run([STEP?.run ?? ''], job);
  const written = await readFile(job.GITHUB_OUTPUT, 'utf8').catch(() => '');
  return { finished, outputs: outputsIn(written) };
}

/** As a runner reads them. */
function outputsIn(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const [, name = '', end] = /^([\w-]+)<<(.+)$/.exec(lines[at] ?? '') ?? [];
    if (end === undefined) {
      const [, key, value = ''] = /^([\w-]+)=(.*)$/.exec(lines[at] ?? '') ?? [];
      if (key !== undefined) found[key] = value;
      continue;
    }
    const value = lines.slice(at + 1, lines.indexOf(end, at + 1));
    found[name] = value.join('\n');
    at += value.length + 1;
  }
  return found;
}

test('the action runs the bundle that lies beside it, and tells what was done', async () => {
  const pipeline = await openPipeline(tool);

  const { finished, outputs } = await act(pipeline, undefined);

  expect(finished).toMatchObject({ code: 0 });
  expect(await pipeline.page('v1.0/guides/intro')).toContain('First text.');
  expect(outputs).toMatchObject({ created: '1', updated: '0', conflicts: '0', failed: '0' });
  expect(await readFile(outputs['output'] ?? '', 'utf8')).toContain('1 page created');
});

test('without a command, the action is docs for the steps that follow', async () => {
  const pipeline = await openPipeline(tool);
  const folder = await temporaryFolder({ paths: '' });

  const { finished } = await act(pipeline, '', { GITHUB_PATH: join(folder, 'paths') });

  expect(finished).toMatchObject({ code: 0 });
  expect(await pipeline.page('v1.0/guides/intro')).toBeUndefined();
  const bin = (await readFile(join(folder, 'paths'), 'utf8')).trim();
  const [version] = await pipeline.run(['docs --version'], {
    PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`,
  });
  expect(version).toMatchObject({ code: 0 });
});

test('the action names no path of the host, which a job in a container does not have', () => {
  expect(JSON.stringify(ACTION.runs)).not.toMatch(
    /\$\{\{ *(?:github\.action_path|github\.workspace|runner\.temp)/,
  );
});

test('the step of docs/ci/github-actions.md that uses the action gives it inputs that it has', async () => {
  const step = (await partsOf('github-actions.md')).find((yaml) => yaml.includes('OWNER/'));
  const [used] = parse(step ?? '') as { with: Record<string, string> }[];
  expect(Object.keys(ACTION.inputs)).toEqual(expect.arrayContaining(Object.keys(used?.with ?? {})));
  const pipeline = await openPipeline(tool);

  const { finished, outputs } = await act(pipeline, used?.with['command']);

  expect(finished).toMatchObject({ code: 0 });
  expect(outputs).toMatchObject({ created: '1', published: '1' });
});

test('the action needs neither npm nor npx nor a network', async () => {
  const pipeline = await openPipeline(tool);
  const bin = await temporaryFolder();
  for (const name of ['npm', 'npx', 'curl']) {
    await writeFile(join(bin, name), '#!/bin/bash\nexit 9\n', { mode: 0o755 });
  }
  const env = { PATH: `${bin}:${process.env['PATH']}`, DOCS_BASE_URL: '', DOCS_API_KEY: '' };

  expect((await act(pipeline, 'check', env)).finished).toMatchObject({ code: 0 });
});

test('the action gives each of its outputs a value, or none where the command has none', async () => {
  const pipeline = await openPipeline(tool);

  const plan = await act(pipeline, 'push --dry-run --out "the plan.json"');
  const comment = await act(pipeline, 'push --dry-run --format markdown --fail-on conflict');
  const review = await act(pipeline, 'review --against HEAD --out review.html');

  expect(plan.outputs).toMatchObject({ created: '0', 'to-create': '1', 'to-update': '0' });
  expect(plan.outputs['plan']).toMatch(/\/the plan\.json$/);
  expect(await readFile(comment.outputs['output'] ?? '', 'utf8')).toMatch(/^### docs: /);
  expect(await readFile(review.outputs['review'] ?? '', 'utf8')).toContain('<!doctype html>');
  const put = new Set([plan, comment, review].flatMap(({ outputs }) => Object.keys(outputs)));
  expect([...put].toSorted()).toEqual(Object.keys(ACTION.outputs).toSorted());
  for (const [name, { value }] of Object.entries(ACTION.outputs)) {
    expect(value).toBe(`\${{ steps.${STEP?.id}.outputs.${name} }}`);
  }
});

test('the action prints texts of pages so that the runner obeys nothing in them, and keeps them as they are', async () => {
  const pipeline = await openPipeline(tool);
  const page = (first: string): string =>
    [
      '---',
      'title: A',
      '---',
      '',
      '```',
      first,
      '::error file=a.md::forged',
      '##[warning]x',
      '```',
      '',
    ].join('\n');
  await pipeline.commit({ 'docs/v1.0/guides/a.md': page('one') });
  await pipeline.commit({ 'docs/v1.0/guides/a.md': page('two') });

  const { finished, outputs } = await act(pipeline, 'review --against HEAD~1 --format markdown');

  expect(finished).toMatchObject({ code: 0, output: expect.stringContaining('::error file=') });
  expect(obeyed(finished?.output ?? '')).toEqual([]);
  expect(await readFile(outputs['output'] ?? '', 'utf8')).toMatch(
    /^### Review: [^]*\n ::error file=/,
  );
});

test('the action fails as its command does, with outputs', async () => {
  const pipeline = await openPipeline(tool);
  await pipeline.commit({ 'docs/stray.md': 'x' });

  const { finished, outputs } = await act(pipeline, 'push --dry-run --fail-on unplaced');

  expect(finished).toMatchObject({ code: 7 });
  expect(outputs).toMatchObject({ unplaced: '1' });
});

test.each([
  ['quotes', `push --yes -m "Release 2.1"`, 'Release 2.1'],
  ['single quotes', `push --yes -m 'a "b" c'`, 'a "b" c'],
  ['line breaks', 'push --yes\n-m "one\ntwo"\n', 'one'],
  [
    'what a shell would run',
    'push --yes -m "$(touch ran) `touch ran` $HOME; touch ran"',
    '$(touch ran)',
  ],
  ['what a shell would expand', `push --yes -m '* ~ {a,b} $HOME & | > ran'`, '* ~ {a,b}'],
])('the action keeps %s in an argument, and runs nothing', async (_what, command, words) => {
  const pipeline = await openPipeline(tool);

  const { finished } = await act(pipeline, command);

  expect(finished).toMatchObject({ code: 0 });
  expect(await pipeline.messages()).toEqual([expect.stringContaining(words)]);
  await expect(pipeline.read('ran')).rejects.toThrow('ENOENT');
});

test('the action refuses a command that ends within quotes', async () => {
  const summary = join(await temporaryFolder(), 'summary.md');
  const env = { GITHUB_STEP_SUMMARY: summary };
  const { finished } = await act(await openPipeline(tool), 'push --yes -m "Release', env);

  const message = 'The command of the action ends within quotes.';
  const hint = 'Close them; a quote that is text is written \\" or \\\'';
  expect(finished?.code).toBe(2);
  expect(finished?.output).toContain(
    `error ${message}\n  ${hint}\n::error::${message}%0A${hint}\n`,
  );
  expect(await readFile(summary, 'utf8')).toBe(`**error** ${message}<br>${hint}\n\n`);
});

test('the action says that a ref has no bundle', async () => {
  const env = { GITHUB_ACTION_PATH: await temporaryFolder() };
  const { finished } = await act(await openPipeline(tool), 'check', env);
  expect(finished).toMatchObject({ code: 1, output: expect.stringContaining('tag of a release') });
});

test('the action says that there is no Node, and which it needs', async () => {
  const bin = join(await temporaryFolder(), 'bin');
  await mkdir(bin);
  await symlink('/bin/bash', join(bin, 'bash'));
  const { finished } = await act(await openPipeline(tool), 'check', { PATH: bin });
  expect(finished).toMatchObject({ code: 1, output: expect.stringContaining('Node 20.19') });
});

describe('words of a command', () => {
  const quoted = (word: string): string[] => [
    `"${word.replaceAll(/["\\]/g, String.raw`\$&`)}"`,
    word.includes("'") ? `"${word.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `'${word}'`,
    word === '' ? "''" : word.replaceAll(/[\s\S]/g, String.raw`\$&`),
  ];

  test('are what was quoted, however it was', () => {
    const words = fc.array(fc.tuple(fc.string(), fc.nat(2)), { maxLength: 5 });
    fc.assert(
      fc.property(words, fc.constantFrom(' ', '\n', '  \n '), (list, gap) => {
        const command = list.map(([word, how]) => quoted(word)[how]).join(gap);
        expect(commandWords(command)).toEqual(list.map(([word]) => word));
      }),
    );
  });

  test.each([
    ['push  --yes\n', ['push', '--yes']],
    [`--in=v'1 0'"."x`, ['--in=v1 0.x']],
    [`a '' ""`, ['a', '', '']],
    ['"a', null],
    ["a'b", null],
    ['a\\', null],
    ['', []],
  ])('%j are %j', (command, words) => {
    expect(commandWords(command)).toEqual(words);
  });
});
