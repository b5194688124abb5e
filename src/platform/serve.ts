import type { WrittenChangelog } from '../content/changelog/changelog-files.ts';
import type { HttpAnswer, HttpHandler } from '../http/exchange.ts';
import { addressList, behindProxies } from '../http/forwarded.ts';
import { LOOPBACK, listen } from '../http/listen.ts';
import { BASE_PATH, createApp } from './app.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open-database.ts';
import { serveAlone } from './database/sqlite.ts';
import { DatabaseUnavailable, asFailure } from './database/unavailable.ts';
import { besideHealth } from './health.ts';
import { loadExport } from './import/load.ts';
import { limitsOf } from './limits.ts';
import type { PlatformOptions } from './options.ts';
import { SOON } from './request/error-body.ts';
import { allChangelogs, putChangelog } from './resources/changelogs.ts';
import { firstKey, ownKey } from './resources/keys.ts';
import { putUser } from './resources/people.ts';
import { revisionOf } from './revision.ts';
import { createRoutes } from './routes.ts';
import { applySeed } from './seed.ts';
import { PLATFORM, type Store, createStore } from './store.ts';
import { watchOver } from './watch/watch.ts';

export interface RunningPlatform {
  /** The address of the API. Ends in `/api/v1`. */
  readonly baseUrl: string;
  /** A key with all permissions. It is the same at every start on one folder. */
  readonly apiKey: string;
  readonly store: Store;
  /** The address of the metrics; `null`: they are not served. */
  readonly metricsUrl: string | null;
  /**
   * Answers the requests under way, frees the port and closes the database.
   * @param drainMs how long `/readyz` answers 503 before that, while requests are still accepted,
   * so that load balancers can send them elsewhere
   */
  close(drainMs?: number): Promise<void>;
}

/** A platform on a database that other instances may share. */
export interface SharedPlatform extends Omit<RunningPlatform, 'apiKey'> {
  /** A key with all permissions. `null`: the database already had a key. */
  readonly apiKey: string | null;
}

/** The API cannot create changelogs, so without this one there would be none to post to. */
const FIRST_CHANGELOG: WrittenChangelog = {
  path: 'changelog',
  title: 'Changelog',
  description: null,
  published: true,
  posts: [],
};

/**
 * Starts the embedded platform on loopback, applies the seed and creates the users.
 * @throws Failure `failed` if the port or the database is not available, `content` if the seed has
 * an invalid definition
 */
export function startPlatform(
  options: PlatformOptions & { readonly database?: undefined },
): Promise<RunningPlatform>;
export function startPlatform(options: PlatformOptions): Promise<SharedPlatform>;
export async function startPlatform(options: PlatformOptions): Promise<SharedPlatform> {
  const now = options.limitsByClock ? (callerMs: number) => callerMs : undefined;
  const database = await openDatabase(options, now);
  let release = (): void => undefined;
  try {
    if (options.database === undefined && options.folder !== null)
      release = serveAlone(options.folder);
    const platform = await serve(database, options);
    return {
      ...platform,
      close: async (drainMs) => {
        await platform.close(drainMs);
        release();
      },
    };
  } catch (error) {
    await database.close();
    release();
    throw asFailure(error);
  }
}

async function serve(plain: Database, options: PlatformOptions): Promise<SharedPlatform> {
  const { clock, folder, port, address = LOOPBACK, hosts = [], proxies = [] } = options;
  const trusted = addressList(proxies);
  const watch = await watchOver(plain, options);
  const { database } = watch;
  const store = createStore(database, options);
  await applySeed(store, options.seed, PLATFORM);
  if (options.archive) await loadExport(store, options.archive, PLATFORM);
  for (const each of options.seed.changelogs ?? []) await putChangelog(store, each, PLATFORM);
  if ((await allChangelogs(store)).length === 0) {
    await putChangelog(store, FIRST_CHANGELOG, PLATFORM);
  }
  for (const user of options.users) await putUser(store, user, PLATFORM);
  const apiKey =
    options.database === undefined ? await ownKey(store, folder) : await firstKey(store);
  const { plan, protection } = options;
  const revision = revisionOf(options.api);
  const app = createApp({
    hosts: [...hosts, address],
    clock,
    revision,
    store,
    onBug: options.onBug ?? warn,
    routes: createRoutes(store, { revision, plan, protection }),
    limits: limitsOf(database.counters, options, watch.limited),
  });
  let isStopping = false;
  const pages = await besideSite(app, options, store);
  const healthy = besideHealth(pages, database, () => isStopping);
  const handle = behindProxies(watch.around(healthy), trusted);
  const patienceMs = options.database === undefined ? undefined : SHARED_CLOSE_MS;
  const metrics = await watch.serveMetrics();
  const front = options.inFront?.(handle) ?? handle;
  const server = await listen(front, port, { address, patienceMs }).catch(
    async (error: unknown) => {
      await metrics?.close();
      throw error;
    },
  );
  return {
    baseUrl: `http://${shownAddress(address)}:${server.port}${BASE_PATH}`,
    metricsUrl:
      metrics &&
      `http://${shownAddress(options.metrics?.address ?? LOOPBACK)}:${metrics.port}/metrics`,
    apiKey,
    store,
    close: async (drainMs = 0) => {
      isStopping = true;
      server.windDown();
      if (drainMs > 0) await clock.sleep(drainMs);
      await server.close();
      await metrics?.close();
      await database.close();
    },
  };
}

/** How long requests may still take when an instance of several stops: as long as a load balancer usually waits. */
const SHARED_CLOSE_MS = 10_000;

/** The address to show. A server on all addresses is shown as loopback. */
function shownAddress(address: string): string {
  if (address === '0.0.0.0' || address === '::') return LOOPBACK;
  return address.includes(':') ? `[${address}]` : address;
}

/** Serves API and site at one address: everything outside the API's base path is the site. */
async function besideSite(
  app: HttpHandler,
  { site: serve, onBug = warn }: PlatformOptions,
  store: Store,
): Promise<HttpHandler> {
  if (!serve) return app;
  const { StoreSite } = await import('./site/store-site.ts');
  const pages = serve(new StoreSite(store));
  return async (request) => {
    const isForApi = request.target === BASE_PATH || request.target.startsWith(`${BASE_PATH}/`);
    if (isForApi) return app(request);
    try {
      return await pages(request);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return SITE_UNAVAILABLE;
      onBug(error);
      const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
      return { status: 500, headers, body: 'Internal error\n' };
    }
  };
}

const SITE_UNAVAILABLE: HttpAnswer = {
  status: 503,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', ...SOON },
  body: 'Not available right now: try again soon.\n',
};

const warn = (error: unknown): void => {
  process.emitWarning(error instanceof Error ? error : new Error(String(error)));
};
