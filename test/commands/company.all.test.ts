// Slow: each step of a job is a shell with the built tool.
/** A company's repository: five documentations, in one configuration or in three, definitions, one of them generated, and several writers. Whole jobs with their events. */
import { describe, expect, test } from 'vitest';
import { builtTool } from '../support/built.ts';
import * as forges from '../support/forge-events.ts';
import type { Forge, RunJob } from '../support/forge-events.ts';
import { openPipeline, partsOf, type Pipeline } from '../support/pipeline.ts';
import { github, gitlab, ofMany } from '../support/pipelines-of-init.ts';

const tool = builtTool();

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

const definition = (title: string, path: string): string => `openapi: 3.1.0
info:
  title: ${title}
  version: '1'
servers:
  - url: https://api.example.com
paths:
  ${path}:
    get:
      operationId: listThem
      summary: List them
      security: []
      responses:
        '200':
          description: All of them
        '400':
          description: Not understood
`;

const DOCUMENTATIONS = ['client', 'server', 'cli', 'guides', 'help'];

const FILES: Record<string, string> = {
  'docs-cli.config.yml': `content:
  - path: docs
references:
  - { file: api/orders.yaml, version: v1.0 }
  - { file: api/made.yaml, version: v1.0, generated: true }
`,
  '.gitignore': '.docs-cli/\napi/made.yaml\n',
  'api/orders.yaml': definition('Orders', '/orders'),
  'src/made.yaml': definition('Made', '/made'),
  'src/main.js': 'one\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\n',
  'docs/v1.0/client/install.md': page(
    'Install',
    '## Requirements\n\nNode 20 or newer.\n\n## Steps\n\nRun the installer and wait.',
  ),
  'docs/v1.0/server/start.md': page(
    'Start',
    'First [install it](../client/install.md#requirements), then [read on](../help/faq.md).',
  ),
  'docs/v1.0/help/faq.md': page('Questions', 'None yet.'),
  ...Object.fromEntries(
    DOCUMENTATIONS.map((name) => [`docs/v1.0/${name}/welcome.md`, page('Welcome', `To ${name}.`)]),
  ),
};

const SETUP = {
  comment: true,
  references: [{ file: 'api/orders.yaml' }, { file: 'api/made.yaml', generated: true }],
};

/** What a person puts in the place of the line that is left. */
const built = (yaml: string, step: string): string => {
  const line = /^( *)# api\/made\.yaml is generated: .*$/m;
  expect(yaml).toMatch(line);
  return yaml.replace(
    line,
    (_, indent: string) => `${indent}- ${step}cp src/made.yaml api/made.yaml`,
  );
};

const FORGES = {
  GitHub: (pipeline: Pipeline, lock = '', options = {}): Forge =>
    forges.github(pipeline, built(github(SETUP), 'run: ') + lock, options),
  GitLab: (pipeline: Pipeline, lock = '', options = {}): Forge =>
    forges.gitlab(
      pipeline,
      built(gitlab(SETUP), '').replace('  rules:\n', `${lock}  rules:\n`),
      options,
    ),
};

const SERVICES = ['GitHub', 'GitLab'] as const;

/** A repository whose references somebody made once, by hand. */
async function open(): Promise<Pipeline> {
  const pipeline = await openPipeline(tool, FILES);
  const clone = await pipeline.clone();
  const made = await pipeline.bash(
    `cp src/made.yaml api/made.yaml && "${process.execPath}" "${tool.docs}" ref upload --create --yes`,
    clone,
  );
  expect(made).toMatchObject({ code: 0 });
  pipeline.requests.reset();
  return pipeline;
}

const failures = (jobs: readonly RunJob[]) =>
  jobs.flatMap(({ name, steps }) => steps.filter(({ code }) => code !== 0).map((s) => [name, s]));

const output = (jobs: readonly RunJob[]): string =>
  jobs.flatMap(({ steps }) => steps.map((step) => step.output)).join('\n');

describe.each(SERVICES)('on %s', (service) => {
  test('a pull request of code asks the platform nothing, and gets no comment', async () => {
    const pipeline = await open();
    const forge = FORGES[service](pipeline);
    await pipeline.commit({ 'src/main.js': 'two\n' }, 'code');

    const jobs = await forge.pullRequest('code');

    expect(failures(jobs)).toEqual([]);
    expect(jobs).toHaveLength(2);
    expect(pipeline.requests.byOperation()).toEqual({});
    expect(await pipeline.comments()).toEqual([]);
    expect(jobs.map(({ artifacts }) => artifacts.size)).toEqual([0, 0]);
  });

  test('a pull request of pages is planned once, and its comment follows it', async () => {
    const pipeline = await open();
    const forge = FORGES[service](pipeline);
    const file = 'docs/v1.0/help/faq.md';
    await pipeline.commit({ [file]: page('Questions', 'One, by @team.') }, 'words');

    const first = await forge.pullRequest('words');
    expect(failures(first)).toEqual([]);
    expect(output(first)).toContain('8 pages to create');
    expect(pipeline.requests.count('listAll')).toBe(1);
    const [comment, ...others] = await pipeline.comments();
    expect(others).toEqual([]);
    expect(comment).toMatch(/^<!-- docs review docs-cli\.config\.yml -->\n/);
    expect(comment).toContain('<ins>One, by \u200b@\u200bteam.</ins>');
    const html = first.flatMap(({ artifacts }) => artifacts.get('review.html') ?? []);
    expect(html).toHaveLength(1);

    pipeline.requests.reset();
    await pipeline.commit({ 'src/main.js': 'two\n' }, 'words');
    expect(failures(await forge.pullRequest('words'))).toEqual([]);
    expect(pipeline.requests.byOperation()).toEqual({});

    await pipeline.commit({ [file]: page('Questions', 'Two.') }, 'words');
    await forge.pullRequest('words');
    expect(pipeline.requests.count('listAll')).toBe(1);
    const [second, ...more] = await pipeline.comments();
    expect(more).toEqual([]);
    expect(second).toContain('<ins>Two.</ins>');

    await pipeline.commit({ [file]: FILES[file] ?? '' }, 'words');
    await forge.pullRequest('words');
    expect(await pipeline.comments()).toEqual([]);
  });

  test('a pull request of a fork gets its review, no comment and no plan', async () => {
    const pipeline = await open();
    const forge = FORGES[service](pipeline);
    await pipeline.commit({ 'docs/v1.0/help/faq.md': page('Questions', 'One.') }, 'fork');

    const jobs = await forge.pullRequest('fork', { fork: true });

    expect(failures(jobs)).toEqual([]);
    expect(pipeline.requests.byOperation()).toEqual({});
    expect(await pipeline.comments()).toEqual([]);
    expect(jobs.flatMap(({ artifacts }) => artifacts.get('review.html') ?? [])).toHaveLength(1);
    const inSummary = jobs.some(({ summary }) => summary.includes('One.'));
    expect(inSummary).toBe(service === 'GitHub');
  });

  test('a reviewer sees the words, the links that broke and what breaks clients', async () => {
    const pipeline = await open();
    const forge = FORGES[service](pipeline);
    const files = {
      'docs/v1.0/client/install.md': page(
        'Install',
        '## What you need\n\nNode 22 or newer.\n\n## Steps\n\nRun the installer and wait.',
      ),
      'docs/v1.0/help/faq.md': null,
      'api/orders.yaml': definition('Orders', '/v2/orders'),
    };
    await pipeline.commit(files, 'breaking');

    const jobs = await forge.pullRequest('breaking');

    expect(jobs.map(({ isDone }) => isDone)).toEqual([false, true]);
    const [comment = ''] = await pipeline.comments();
    await expect(comment.replaceAll(/\b[0-9a-f]{40}\b/g, 'BASE')).toMatchFileSnapshot(
      `../golden/ci/comment-${service.toLowerCase()}.md`,
    );
    // The links are right again: only the clients are left.
    await pipeline.commit(
      { 'docs/v1.0/server/start.md': page('Start', '[Install it](../client/install.md).') },
      'breaking',
    );
    const [checked] = await forge.pullRequest('breaking');
    expect(checked?.isDone).toBe(false);
    expect(output(checked ? [checked] : [])).toContain('GET /orders: was removed');
  });

  test('a merge sends pages and definitions; a rename to another documentation and a deletion lose nothing', async () => {
    const pipeline = await open();
    const forge = FORGES[service](pipeline);
    await pipeline.commit({ 'src/main.js': 'two\n' }, 'release');
    expect(failures(await forge.merge('release'))).toEqual([]);
    expect(await pipeline.page('v1.0/client/install')).toContain('Node 20');

    await pipeline.commit(
      {
        'docs/v1.0/client/install.md': null,
        'docs/v1.0/guides/install.md': FILES['docs/v1.0/client/install.md'] ?? '',
        'docs/v1.0/server/start.md': page('Start', 'Nothing to do.'),
        'docs/v1.0/cli/welcome.md': null,
      },
      'moves',
    );
    expect(failures(await forge.pullRequest('moves'))).toEqual([]);
    expect(failures(await forge.merge('moves'))).toEqual([]);
    expect(await pipeline.page('v1.0/guides/install')).toContain('Node 20');
    expect(await pipeline.page('v1.0/client/install')).toContain('Node 20');
    expect(await pipeline.page('v1.0/cli/welcome')).toContain('To cli.');
  });

  test('a partial clone explains earlier pushes as a whole one does', async () => {
    const pipeline = await open();
    await pipeline.git('git -C ../remote.git config uploadpack.allowFilter true');
    const forge = FORGES[service](pipeline, '', { clone: '--filter=blob:none' });
    const file = 'docs/v1.0/help/faq.md';
    await pipeline.commit({ [file]: page('Questions', 'One.') }, 'one');
    expect(failures(await forge.merge('one'))).toEqual([]);
    await pipeline.commit({ [file]: page('Questions', 'Two.') }, 'two');
    const planned = await forge.pullRequest('two');
    expect(failures(planned)).toEqual([]);
    expect(output(planned)).toContain('1 page to update');
    expect(failures(await forge.merge('two'))).toEqual([]);
    expect(await pipeline.page('v1.0/help/faq')).toContain('Two.');
  });
});

/** The lines of docs/ci that keep the lock, in the form that each service has them. */
async function lockPart(service: 'GitHub' | 'GitLab'): Promise<string> {
  const file = service === 'GitHub' ? 'github-actions.md' : 'gitlab.md';
  const part = (await partsOf(file)).find(
    (yaml) => yaml.includes('path: docs-cli.lock') || yaml.includes('paths: [docs-cli.lock]'),
  );
  return part ?? '';
}

/** Three configurations, by their folders, with the five documentations. */
const CONFIGURATIONS = { client: ['client', 'cli'], server: ['server', 'guides'], help: ['help'] };

const ofPackage = (name: string) => ({
  config: `packages/${name}/docs-cli.config.yml`,
  content: [`packages/${name}/docs`],
  references: [],
  publish: false,
  baseUrl: null,
});

/** With DOCS_FAULTS as many pull requests as such a company has in a day. */
const ROUNDS = process.env['DOCS_FAULTS'] === undefined ? 1 : 10;

test(
  'pull requests in a repository of three configurations plan each change of content once, where it is',
  { timeout: 900_000 },
  async () => {
    const welcomes = Object.entries(CONFIGURATIONS).flatMap(([name, documentations]) =>
      documentations.map((each) => [`packages/${name}/`, `docs/v1.0/${each}/welcome.md`] as const),
    );
    const pages = Object.fromEntries(
      welcomes.map(([folder, file]) => [folder + file, page('Welcome', 'Hello.')]),
    );
    const configs = Object.keys(CONFIGURATIONS).map((name) => [
      ofPackage(name).config,
      'content:\n  - path: docs\n',
    ]);
    const files = {
      ...pages,
      ...(Object.fromEntries(configs) as Record<string, string>),
      '.gitignore': '.docs-cli/\n',
      'src/main.js': 'one\n',
    };
    const seed = {
      'docs-cli.config.yml': 'content:\n  - path: docs\n',
      ...Object.fromEntries(welcomes.map(([, file]) => [file, page('Welcome', 'Hello.')])),
    };
    const pipeline = await openPipeline(tool, files, seed);
    const { github: yaml } = ofMany([ofPackage('client'), ofPackage('server'), ofPackage('help')]);
    const forge = forges.github(pipeline, yaml);
    let plans = 0;
    for (let at = 0; at < ROUNDS; at += 1) {
      for (const [branch, changed, planned] of [
        ['words', 'packages/server/docs/v1.0/guides/more.md', 1],
        // After a commit of content, the next one is of code.
        ['words', 'src/other.js', 0],
        ['cli', 'packages/client/docs/v1.0/cli/more.md', 1],
        ['code', 'src/main.js', 0],
      ] as const) {
        pipeline.requests.reset();
        await pipeline.commit({ [changed]: page(`Page ${at}`, 'Text.') }, `${branch}-${at}`);
        const jobs = await forge.pullRequest(`${branch}-${at}`);
        expect(jobs).toHaveLength(3);
        expect(failures(jobs)).toEqual([]);
        expect(pipeline.requests.count('listAll')).toBe(planned);
        expect(pipeline.requests.count() > 0).toBe(planned > 0);
        plans += planned;
      }
    }
    // The service answers 30 in an hour.
    expect(plans).toBeLessThan(30);
  },
);

test.each(SERVICES)(
  'a lock that %s keeps between jobs is found by the next merge',
  async (service) => {
    const pipeline = await open();
    const part = await lockPart(service);
    expect(part).not.toBe('');
    const forge =
      service === 'GitHub'
        ? forges.github(
            pipeline,
            built(github(SETUP), 'run: ').replace(
              '      - name: Push\n',
              `${part}      - name: Push\n`,
            ),
          )
        : forges.gitlab(
            pipeline,
            built(gitlab(SETUP), '').replace(/ {2}cache:\n(?: {4}.*\n)+/, part),
          );
    for (const word of ['One', 'Two']) {
      await pipeline.commit({ 'docs/v1.0/help/faq.md': page('Questions', `${word}.`) }, word);
      pipeline.requests.reset();
      expect(failures(await forge.merge(word))).toEqual([]);
      expect(await pipeline.page('v1.0/help/faq')).toContain(`${word}.`);
    }
    // Without a lock, each page is read: here only the one that is written.
    expect(pipeline.requests.count('readPage')).toBeLessThan(4);
  },
);
