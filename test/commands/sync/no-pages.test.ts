import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';

/** Port 1 of this machine: whoever asks it fails in another way. */
const env = { DOCS_API_KEY: 'key', DOCS_BASE_URL: 'http://127.0.0.1:1/api/v1' };

test.each([['push', '--yes'], ['sync', '--yes'], ['status'], ['diff']])(
  'docs %s %s where there are no pages says so, before any request',
  async (...argv) => {
    const cwd = await temporaryFolder({ 'notes.txt': '' });
    const run = await runDocs(argv, { cwd, env });

    expect(run).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'error There are no pages in this folder.\n  Go to the folder of your pages, or run docs init, which asks where they are\n',
    });
  },
);

test('the config file is named where there is one', async () => {
  const cwd = await temporaryFolder({
    'docs-cli.config.yml': 'content:\n  - path: guides\n',
    'guides/notes.txt': '',
  });
  const run = await runDocs(['push', '--yes'], { cwd, env });

  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toBe(
    'error There are no pages in guides.\n  `content` in the config file says where they are: docs config shows it\n',
  );
});
