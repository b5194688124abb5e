import { HAS_CONTRACT } from './contract/file.ts';
import type { PlatformOptions } from '../../src/platform/options.ts';
import { startPlatform, type RunningPlatform } from '../../src/platform/serve.ts';
import { Admin } from './admin.ts';
import { RequestLog } from './request-log.ts';
import { realClock } from './host.ts';

/** Whether platforms have a database of their own on the server of `DOCS_TEST_POSTGRES`. */
export const ON_POSTGRES = process.env['DOCS_TEST_PLATFORM'] === 'postgres';

export interface TestPlatform extends RunningPlatform {
  readonly admin: Admin;
  readonly requests: RequestLog;
}

/**
 * Starts an empty platform in memory on which everything is allowed, changed by `options`. With
 * `DOCS_TEST_PLATFORM=postgres`, it uses its own PostgreSQL database, unless `options` name a
 * folder or a database. With `DOCS_CONTRACT`, closing it fails if a request of the tool, or an
 * answer of the revision 2026, violated the published file.
 */
export async function platformWith(options: Partial<PlatformOptions>): Promise<TestPlatform> {
  const watch = await watchFor(options.api ?? 'classic');
  const own = await ownDatabase(options);
  const requests = new RequestLog();
  const platform = await startPlatform({
    api: 'classic',
    port: 0,
    folder: null,
    seed: { versions: [], documentations: [], references: [] },
    plan: 'enterprise',
    protection: 'email-invite',
    users: [],
    rateLimits: true,
    remaining: 'consumed',
    takenSlugs: 'refuse',
    reprint: false,
    dates: 'seconds',
    clock: realClock,
    ...(own && { database: own.url, limitsByClock: true }),
    ...options,
    inFront: (service) => {
      const logged = requests.inFront(service);
      const watched = watch?.inFront(logged) ?? logged;
      return options.inFront?.(watched) ?? watched;
    },
  });
  return {
    ...platform,
    admin: new Admin(platform.store),
    requests,
    apiKey: platform.apiKey ?? '',
    close: async (drainMs) => {
      await platform.close(drainMs);
      await own?.drop();
      watch?.check();
    },
  };
}

async function ownDatabase({ folder, database }: Partial<PlatformOptions>) {
  const isNamed = typeof folder === 'string' || database !== undefined;
  if (isNamed || !ON_POSTGRES) return undefined;
  const { newDatabase } = await import('./postgres.ts');
  return newDatabase();
}

async function watchFor(api: PlatformOptions['api']) {
  if (!HAS_CONTRACT) return undefined;
  const { watchOver } = await import('./contract/watch.ts');
  return watchOver(api);
}
