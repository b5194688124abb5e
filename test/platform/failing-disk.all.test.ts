// Slow: the platform is a process whose files may not grow.
/** A platform whose disk takes no more: it says so, loses nothing, and serves again once there is room. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { request } from '../support/request.ts';
import { bundledPlatform } from './support/bundled-platform.ts';
import { start } from './support/platform.ts';

const CHILD = bundledPlatform('failing-disk');

test.skipIf(process.platform === 'win32')(
  'what a disk does not take is answered 503, and all that was acknowledged is there later',
  async () => {
    const folder = await temporaryFolder();
    // Kilobytes: less than the log of writes may have before it is emptied.
    const child = spawn('bash', [
      '-c',
      'ulimit -f 1500; exec "$@"',
      'bash',
      process.execPath,
      CHILD,
      folder,
    ]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const said = text(child.stderr);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const platform = JSON.parse(line.toString()) as { baseUrl: string; apiKey: string };
    const { json } = await request(platform, 'GET', '/all');
    const [documentation] = Object.keys(json['documentation'] as object);
    const create = (slug: string) =>
      request(platform, 'POST', `/documentation/${documentation}/page`, {
        json: { slug, content: `${slug} `.repeat(8000) },
      });

    const acknowledged: string[] = [];
    let refused = await create('page-0');
    for (let n = 1; refused.status === 200 && n < 200; n += 1) {
      acknowledged.push(`page-${n - 1}`);
      refused = await create(`page-${n}`);
    }

    expect(refused.status).toBe(503);
    expect(refused.headers.get('Retry-After')).toBe('1');
    expect((await fetch(new URL('/healthz', platform.baseUrl))).status).toBe(200);
    expect((await request(platform, 'GET', '/version')).status).toBe(200);
    const last = (await create('page-last')).status;
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(await said).toBe('');

    const later = await start({ folder });
    onTestFinished(() => later.close());
    const stored = (await later.admin.pages()).map(({ slug }) => String(slug));
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    expect(stored).toHaveLength(acknowledged.length + (last === 200 ? 1 : 0));
    expect(acknowledged.length).toBeGreaterThan(5);
  },
);
