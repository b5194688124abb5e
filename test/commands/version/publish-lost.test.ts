/** `docs version publish` and `unpublish` without an answer: nobody knows what readers see. */
import { expect, test } from 'vitest';
import { openToday } from '../../support/today-stub.ts';

const FILES = { 'docs-cli.config.yml': 'content:\n  - path: docs\n', 'docs/.keep': '' };

const PUT = 'PUT /version/1';

test.each([
  ['publish', 500],
  ['publish', 502],
  ['publish', 503],
  ['unpublish', 500],
  ['unpublish', 504],
])(
  'docs version %s that is answered with %i says what to look at, sends it once, and finds out the next time',
  async (verb, status) => {
    const published = { before: verb === 'unpublish', after: verb === 'publish' };
    const version = { id: 1, slug: 'v1.0', ordr: 1, created: '', updated: '' };
    let isPublished = published.before;
    const today = await openToday(
      {
        versions: [{ ...version, published: published.before }],
        answers: {
          'GET /version': () => [200, [{ ...version, name: 'v1.0', published: isPublished }]],
          'GET /version/1/broken-links': [200, []],
          [PUT]: () => {
            isPublished = published.after;
            return [status, { message: 'Server Error', httpCode: status, code: 0 }];
          },
        },
      },
      FILES,
    );

    const lost = await today.run('version', verb, 'v1.0', '--yes', '--json');

    expect(lost.exitCode).toBe(1);
    expect(JSON.parse(lost.stdout)).toMatchObject({
      items: [{ name: 'v1.0', state: 'unknown', id: 1, version: { published: published.before } }],
    });
    const { error } = JSON.parse(lost.stderr) as { error: { message: string; hint: string } };
    expect(error.message).toContain('may or may not have been carried out');
    expect(error.hint).toBe(
      `docs version list shows whether readers see it; docs version ${verb} v1.0 checks first, and does what is left`,
    );
    expect(today.asked.filter((line) => line.startsWith('PUT'))).toHaveLength(1);

    const again = await today.run('version', verb, 'v1.0', '--yes', '--json');

    expect(again.exitCode).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ items: [{ state: 'unchanged', id: 1 }] });
    expect(today.asked.filter((line) => line.startsWith('PUT'))).toHaveLength(1);
  },
);

/** Versions `a` to `d`, of which the platform does not change those that `answers` names by their ids. */
const several = (answers: Readonly<Record<string, readonly [number, object]>>) => {
  const versions = ['a', 'b', 'c', 'd'].map((slug, at) => ({
    id: at + 1,
    slug,
    name: slug,
    ordr: at,
    created: '',
    updated: '',
    published: false,
  }));
  const done = versions.map((version) => [
    `PUT /version/${version.id}`,
    [200, { ...version, published: true }] as const,
  ]);
  return openToday({ versions, answers: { ...Object.fromEntries(done), ...answers } }, FILES);
};
const refusal = [400, { message: 'Version has nothing to show', httpCode: 400, code: 7 }] as const;
const denial = [403, { message: 'Forbidden', httpCode: 403, code: 1 }] as const;

test('one version that cannot be published spares the others, and is named by its slug', async () => {
  const today = await several({ 'PUT /version/2': refusal, 'PUT /version/3': refusal });

  const run = await today.run('version', 'publish', 'a', '2', 'C', 'd', '--force', '--yes');

  expect(run.exitCode).toBe(7);
  expect(run.stdout).toMatch(/^✔ a is now .*\n✘ b: .*nothing to show.*\n✘ c: .*\n✔ d is now .*\n$/);
  expect(run.stderr).toContain('2 of 4 versions were not published.');
});

test('the failures of docs version publish are in its document', async () => {
  const today = await several({ 'PUT /version/1': refusal });

  const run = await today.run(...'version publish a b --force --yes --json'.split(' '));

  expect(run.exitCode).toBe(7);
  expect(JSON.parse(run.stdout)).toMatchObject({
    items: [
      { name: 'a', state: 'failed', reason: expect.stringContaining('nothing to show') },
      { name: 'b', state: 'done', version: { published: true } },
    ],
  });
});

test.each([
  ['none of several can be published', { 'PUT /version/1': refusal, 'PUT /version/2': refusal }, 1],
  ['a failure ends the run', { 'PUT /version/1': denial }, 4],
])('docs version publish fails by the reason where %s', async (_what, answers, exitCode) => {
  const today = await several(answers);

  const run = await today.run('version', 'publish', 'a', 'b', '--force', '--yes');

  expect(run).toMatchObject({ exitCode });
  expect(run.stdout).toContain('✘ a: ');
});
