import { HAS_CONTRACT } from './contract/file.ts';
import type { PlatformOptions } from '../../src/platform/platform-options.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { listenAs, openService, type RunningPlatform } from '../../src/platform/serve.ts';
import type { HttpHandler } from '../../src/system/http/exchange.ts';
import { Admin } from './admin.ts';
import { RequestLog } from './request-log.ts';
import { realClock } from './host.ts';

/** Whether platforms have a database of their own on the server of `DOCS_TEST_POSTGRES`. */
export const ON_POSTGRES = process.env['DOCS_TEST_PLATFORM'] === 'postgres';

export interface TestPlatform extends RunningPlatform {
  readonly admin: Admin;
  readonly requests: RequestLog;
}

export interface TestPlatformOptions extends PlatformOptions {
  /** Wraps the whole service: it sees each request first and each answer last. */
  readonly inFront: (service: HttpHandler) => HttpHandler;
}

/**
 * Starts an empty platform in memory on which everything is allowed, changed by `options`. With
 * `DOCS_TEST_PLATFORM=postgres`, it uses its own PostgreSQL database, unless `options` name a
 * folder or a database. With `DOCS_CONTRACT`, closing it fails if a request of the tool, or an
 * answer of the revision 2026, violated the published file.
 */
export async function platformWith({
  inFront = (service) => service,
  ...given
}: Partial<TestPlatformOptions>): Promise<TestPlatform> {
  const watch = await watchFor(given.api ?? 'classic');
  const own = await ownDatabase(given);
  const requests = new RequestLog();
  const options: PlatformOptions = {
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
    ...(own && { database: own.url }),
    ...given,
  };
  const service = await openService(own?.database ?? (await openDatabase(options)), options);
  const logged = requests.inFront(service.handle);
  const handle = inFront(watch?.inFront(logged) ?? logged);
  const platform = await listenAs({ ...service, handle }, options);
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

/** Its rate limits follow the platform's clock, as those in memory do. */
async function ownDatabase({ folder, database }: Partial<PlatformOptions>) {
  const isNamed = typeof folder === 'string' || database !== undefined;
  if (isNamed || !ON_POSTGRES) return undefined;
  const { newDatabase } = await import('./postgres.ts');
  const { openPostgres } = await import('../../src/platform/database/postgres/open.ts');
  const { url, drop } = await newDatabase();
  return { url, drop, database: await openPostgres(url, { now: (callerMs) => callerMs }) };
}

async function watchFor(api: PlatformOptions['api']) {
  if (!HAS_CONTRACT) return undefined;
  const { watchOver } = await import('./contract/watch.ts');
  return watchOver(api);
}
