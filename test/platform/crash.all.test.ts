/** The database after a kill: all that was acknowledged is there, and nothing is broken. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createKey } from '../../src/platform/change-from-outside.ts';
import { temporaryFolder } from '../support/folder.ts';
import { bundledPlatform } from './support/bundled-platform.ts';
import { FixedClock } from '../support/clocks.ts';
import { start } from './support/platform.ts';

const CHILD = bundledPlatform('platform');

interface Child {
  readonly process: ChildProcess;
  readonly baseUrl: string;
  readonly apiKey: string;
}

async function spawnPlatform(folder: string): Promise<Child> {
  const child = spawn(process.execPath, [CHILD, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { baseUrl, apiKey } = JSON.parse(line.toString()) as Child;
  return { process: child, baseUrl, apiKey };
}

const ask = async (child: Child, method: string, path: string, json?: unknown) => {
  const response = await fetch(child.baseUrl + path, {
    method,
    headers: { 'X-Api-Key': child.apiKey, 'Content-Type': 'application/json' },
    body: json === undefined ? null : JSON.stringify(json),
  });
  return (await response.json()) as Record<string, unknown>;
};

async function documentationOf(child: Child): Promise<string> {
  const all = await ask(child, 'GET', '/all');
  return String(Object.keys(all['documentation'] as object)[0]);
}

/** Creates pages until the platform is gone; resolves to the slugs that were acknowledged. */
async function createUntilKilled(child: Child, killAfter: number): Promise<string[]> {
  const documentation = await documentationOf(child);
  const acknowledged: string[] = [];
  const worker = async (worker: number): Promise<void> => {
    for (let n = 0; ; n += 1) {
      const slug = `page-${worker}-${n}`;
      const made = await ask(child, 'POST', `/documentation/${documentation}/page`, { slug });
      acknowledged.push(String(made['slug']));
      if (acknowledged.length === killAfter) child.process.kill('SIGKILL');
    }
  };
  await Promise.allSettled([0, 1, 2, 3].map(worker));
  return acknowledged;
}

describe('kill -9', () => {
  test('loses no acknowledged page, and stores none twice', async () => {
    const folder = await temporaryFolder();
    const acknowledged: string[] = [];
    for (const killAfter of [1, 7, 40]) {
      await rm(folder, { recursive: true, force: true });
      const child = await spawnPlatform(folder);
      const slugs = await createUntilKilled(child, killAfter);
      acknowledged.push(...slugs);
      const platform = await start({ folder });
      const pages = await platform.admin.pages();
      const stored = pages.map(({ slug }) => String(slug));
      expect(stored).toEqual(expect.arrayContaining(slugs));
      expect(new Set(stored).size).toBe(stored.length);
      expect(pages.every(({ history }) => history.length === 1)).toBe(true);
      await platform.close();
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(48);
  });
});

describe('a second start', () => {
  test('after SIGTERM has the same key, pages and versions, and applies its seed only once', async () => {
    const folder = await temporaryFolder();
    const first = await spawnPlatform(folder);
    const documentation = await documentationOf(first);
    await ask(first, 'POST', `/documentation/${documentation}/page`, { slug: 'kept' });
    const before = await ask(first, 'GET', '/all');
    first.process.kill('SIGTERM');
    const [code] = (await once(first.process, 'exit')) as [number];
    expect(code).toBe(0);

    const second = await spawnPlatform(folder);
    expect(second.apiKey).toBe(first.apiKey);
    expect(await ask(second, 'GET', '/all')).toEqual(before);
    second.process.kill('SIGTERM');
    await once(second.process, 'exit');
  });
});

describe('a key that is created while a platform is running', () => {
  test('works immediately', async () => {
    const folder = await temporaryFolder();
    const child = await spawnPlatform(folder);
    const key = await createKey(
      { folder },
      { name: 'CI', permissions: ['project.read'], versions: ['v1'] },
      new FixedClock(),
    );
    const versions = await ask({ ...child, apiKey: key }, 'GET', '/version');
    expect(versions).toMatchObject([{ slug: 'v1' }]);
    child.process.kill('SIGTERM');
    await once(child.process, 'exit');
  });
});
