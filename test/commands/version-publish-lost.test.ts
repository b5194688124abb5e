/** `docs version publish` and `unpublish` where the platform fails after it was asked: nobody knows whether readers see the version now. */
import { expect, test } from 'vitest';
import { openToday } from '../support/today-stub.ts';

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

    expect(lost).toMatchObject({ exitCode: 1, stdout: '' });
    const { error } = JSON.parse(lost.stderr) as { error: { message: string; hint: string } };
    expect(error.message).toContain('may or may not have been carried out');
    expect(error.hint).toBe(
      `docs version list shows whether readers see it; docs version ${verb} v1.0 checks first, and does what is left`,
    );
    expect(today.asked.filter((line) => line.startsWith('PUT'))).toHaveLength(1);

    const again = await today.run('version', verb, 'v1.0', '--yes', '--json');

    expect(again.exitCode).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ changed: [], unchanged: [{ id: 1 }] });
    expect(today.asked.filter((line) => line.startsWith('PUT'))).toHaveLength(1);
  },
);
