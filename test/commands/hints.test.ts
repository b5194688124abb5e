import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { runDocs } from '../support/host.ts';

/** Port 1 of this machine: whoever asks it fails in another way. */
const env = { DOCS_API_KEY: 'key', DOCS_BASE_URL: 'http://127.0.0.1:1/api/v1' };

test.each([
  [['api', 'POST', '/page', '--paginate'], 'Leave it out'],
  [['audit', 'tail', '--since', '1h', '--until', '2h'], 'Swap the two'],
  [['page', 'list', '--in', 'a/b/c'], 'Such as --in v1.0 or --in v1.0/docs'],
  [['page', 'push', 'a.md', 'b.md', '--in', 'v1/d', '--slug', 'x'], 'Send them one by one'],
  [
    ['page', 'push', 'a.md', '--in', 'v1/d', '--slug', 'a/b'],
    'A slug is part of a URL, such as getting-started',
  ],
])('docs %j says what to do', async (argv, hint) => {
  const cwd = await temporaryFolder({ 'a.md': 'Text', 'b.md': 'Text' });
  const { exitCode, stderr } = await runDocs([...argv, '--json', '--yes'], { cwd, env });

  expect(exitCode).toBe(2);
  expect(JSON.parse(stderr).error.hint).toBe(hint);
});
