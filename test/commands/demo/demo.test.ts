import { readdir } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Clock } from '../../../src/model/time.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { realClock, runDocs } from '../../support/host.ts';
import { expectOfSchema } from '../../support/schema.ts';

/** No time passes that anyone could see. */
const still: Clock = { ...realClock, elapsed: () => 0 };

test('the demo shows every step, and leaves nothing behind', async () => {
  const cwd = await temporaryFolder();
  // Of its own: other tests run the demo, too.
  const forTemporaryFiles = await temporaryFolder();
  vi.stubEnv('TMPDIR', forTemporaryFiles);
  onTestFinished(() => void vi.unstubAllEnvs());

  const run = await runDocs(['demo'], { cwd, terminal: true, clock: still });

  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  await expect(run.stdout).toMatchFileSnapshot('../../golden/demo/demo.txt');
  expect(await readdir(cwd)).toEqual([]);
  expect(await readdir(forTemporaryFiles)).toEqual([]);
});

test('as JSON it is one document', async () => {
  const run = await runDocs(['demo', '--json'], { cwd: await temporaryFolder(), clock: still });

  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  const document = JSON.parse(run.stdout);
  await expectOfSchema('demo', document);
  for (const step of document.steps) {
    if (step.document !== null) await expectOfSchema('push', step.document);
  }
  expect(document.steps.at(-1).document.requests.total).toBe(1);
});

test('it needs no key and no settings, and heeds none', async () => {
  const cwd = await temporaryFolder({ 'docs-cli.config.yml': 'nonsense: true\n' });
  const env = {
    DOCS_API_KEY: 'of-the-user',
    DOCS_BASE_URL: 'http://127.0.0.1:1',
    DOCS_PROFILE: 'x',
  };

  const run = await runDocs(['demo'], { cwd, env });

  expect(run.exitCode).toBe(0);
  expect(run.stdout + run.stderr).not.toContain('of-the-user');
});
