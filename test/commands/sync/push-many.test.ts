/** Many updates at once: each page was read, so it is no accident; the question has the numbers. */
import { expect, test } from 'vitest';
import { openWorld } from '../../support/world.ts';

/** These pages, each with a link to the next. */
const pages = (count: number, text: string): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `docs/v1.0/guide/page-${n}.md`,
      `---\ntitle: Page ${n}\n---\n\n${text} ${n}.\n`,
    ]),
  );

test('a push that updates most pages asks with the number of all pages, and goes through', async () => {
  const world = await openWorld(
    { 'docs-cli.config.yml': 'content:\n  - path: docs\n', ...pages(60, 'Text') },
    { rateLimits: false },
  );
  expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
  await world.write(pages(54, 'Printed'));

  const asked = await world.runAs({ terminal: true, answer: 'n\r' }, 'push');
  expect(asked.stderr).toContain('Update 54 of 60 pages?');

  expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
  expect((await world.page('v1.0/guide/page-53'))?.draft).toContain('Printed 53');
});
