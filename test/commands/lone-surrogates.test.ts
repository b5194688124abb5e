/** Texts of the platform that JSON can hold and no URL can. */
import { expect, test } from 'vitest';
import { openToday } from '../support/today-stub.ts';

test.each([
  [['export', '--in', 'Half'], 'GET /export?version_slug=%EF%BF%BD'],
  [['search', 'word', '--in', 'Half'], 'version_slug=%EF%BF%BD'],
])('docs %j asks for a slug that is half a surrogate pair as U+FFFD', async (argv, asked) => {
  const today = await openToday(
    { versions: [{ id: 1, slug: '\uD83D', name: 'Half', published: true, ordr: 1 }] },
    { 'docs-cli.config.yml': 'content:\n  - path: docs\n', 'docs/.keep': '' },
  );

  const { stderr } = await today.run(...argv);

  expect(stderr).not.toContain('bug in docs');
  expect(today.asked.join('\n')).toContain(asked);
});
