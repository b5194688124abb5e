/** The tool and its Node in one file, where this Node can carry a program. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { buildExecutable, obstacle } from '../../tools/executable/build.js';
import { temporaryFolder } from '../support/folder.ts';
import { HAS_POSTGRES, newDatabase } from '../support/postgres.ts';
import { request } from '../support/request.ts';

const because = await obstacle();
describe.skipIf(because !== null)(`the executable (${because ?? 'built'})`, () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docs-executable-test-'));
    ({ file } = await buildExecutable(folder, 1));
  }, 240_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Runs it in an empty folder of a user without Node. */
  async function run(home: string, ...args: string[]) {
    const env = { HOME: home, XDG_CACHE_HOME: join(home, 'caches'), PATH: '/usr/bin:/bin' };
    const cwd = await temporaryFolder();
    return promisify(execFile)(file, args, { cwd, env, maxBuffer: 2 ** 26 });
  }

  test('runs commands, workers and the platform with its store', async () => {
    const home = await temporaryFolder();

    expect((await run(home, '--version')).stdout).toBe(`${manifest.version}\n`);
    expect((await run(home, 'demo')).stdout).toContain('docs push');
    await expect(run(home, 'pusch')).rejects.toMatchObject({ code: 2 });
  });

  test.skipIf(!HAS_POSTGRES)('serves a platform on PostgreSQL until SIGTERM', async () => {
    const { url, drop } = await newDatabase();
    onTestFinished(drop);
    const home = await temporaryFolder();
    const child = spawn(file, ['platform', 'start', '--json', '--database', url], {
      cwd: home,
      env: { HOME: home, XDG_CACHE_HOME: join(home, 'caches'), PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    const [line] = (await Promise.race([once(child.stdout, 'data'), exit])) as [unknown];
    const started = JSON.parse(String(line)) as { baseUrl: string; apiKey: string };
    expect((await request(started, 'GET', '/users')).status).toBe(200);
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });

  test('unpacks itself once, also where two begin at a time', async () => {
    const home = await temporaryFolder();

    await Promise.all([run(home, '--version'), run(home, '--version')]);
    const [folder = '', ...others] = await readdir(join(home, 'caches/docs-cli'));
    expect(folder).toMatch(/^[0-9a-f]{64}$/);
    expect(others).toEqual([]);
    const path = join(home, 'caches/docs-cli', folder);
    const { mtimeMs, mode } = await stat(path);
    await run(home, '--version');
    expect((await stat(path)).mtimeMs).toBe(mtimeMs);
    expect(mode & 0o077).toBe(0);
  });

  test('runs nothing out of a folder that others may write to', async () => {
    const home = await temporaryFolder();
    await mkdir(join(home, 'caches/docs-cli'), { recursive: true });
    await chmod(join(home, 'caches/docs-cli'), 0o777);

    await expect(run(home, '--version')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('others may write to it'),
    });
  });
});
