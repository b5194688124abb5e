import { expect, test } from 'vitest';
import { openWorld } from '../support/world.ts';
import { serve } from '../support/serve.ts';

const FILES = { 'docs-cli.config.yml': 'content:\n  - path: docs\n', 'docs/v1.0/guide/a.md': 'A' };

test.each([
  [['search', 'begin'], 'Search is part of the Grow plan and higher plans'],
  [['export'], 'The export is part of the Enterprise plan'],
  [['audit', 'tail'], 'The audit log is part of the Enterprise plan'],
])('docs %j that the plan of the project does not allow says so', async (argv, hint) => {
  const world = await openWorld(FILES, { plan: 'free', api: '2026' });

  const { exitCode, stderr } = await world.run(...argv, '--json');

  expect(exitCode).toBe(1);
  expect(JSON.parse(stderr).error.hint).toContain(hint);
});

test.each([
  [400, 'First choose the protection "Email Invite" in the settings of the project'],
  [500, undefined],
])('docs access list says what may be missing if it is refused with %i', async (status, hint) => {
  const world = await openWorld(FILES);
  const origin = await serve((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ message: 'Client Error: not here', httpCode: status, code: 1 }));
  });
  const env = { DOCS_BASE_URL: `${origin}/api/v1` };

  const { exitCode, stderr } = await world.runAs({ env }, 'access', 'list', '--json');

  expect(exitCode).toBe(1);
  expect(JSON.parse(stderr).error.hint).toBe(hint);
});
