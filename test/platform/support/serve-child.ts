/** A platform in a process to be killed. Prints address and key. `limits` enforces limits. */
import { startPlatform } from '../../../src/platform/serve.ts';
import { SEED } from './seed.ts';

const [place = '', limits] = process.argv.slice(2);
const platform = await startPlatform({
  api: 'classic',
  port: 0,
  ...(place.startsWith('postgres:') ? { folder: null, database: place } : { folder: place }),
  seed: SEED,
  plan: 'enterprise',
  protection: 'none',
  users: [],
  rateLimits: limits === 'limits',
  remaining: 'consumed',
  takenSlugs: 'refuse',
  reprint: false,
  dates: 'seconds',
  clock: {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    sleep: () => Promise.reject(new Error('The platform never waits')),
  },
});
process.stdout.write(`${JSON.stringify({ baseUrl: platform.baseUrl, apiKey: platform.apiKey })}\n`);
process.once('SIGTERM', () => {
  void platform.close();
});
