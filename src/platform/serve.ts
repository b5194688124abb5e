import type { WrittenChangelog } from '../content/changelog/changelog-files.ts';
import type { HttpAnswer, HttpHandler } from '../system/http/exchange.ts';
import { addressList, behindProxies } from '../system/http/forwarded.ts';
import { LOOPBACK, listen } from '../system/http/listen.ts';
import { BASE_PATH, createApp } from './app.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open-database.ts';
import { serveAlone } from './database/sqlite.ts';
import { DatabaseUnavailable, asFailure } from './database/unavailable.ts';
import { besideHealth } from './health.ts';
import { loadExport } from './import/load.ts';
import { limitsOf } from './limits.ts';
import type { PlatformOptions } from './platform-options.ts';
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

/** A platform that is ready to answer, at no address yet. */
export interface PlatformService extends Pick<SharedPlatform, 'apiKey' | 'store' | 'metricsUrl'> {
  /** Answers every request: of the API, of the site, and about health. */
  readonly handle: HttpHandler;
  /** From now on, `/readyz` answers 503. */
  readonly stopping: () => void;
  /** Closes the database. Call it when no request is under way. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the database, applies the seed, creates the users and serves the platform on the port and
 * address of the options.
 * @throws Failure `failed` if the port or the database is not available, `content` if the seed has
 * an invalid definition
 */
export function startPlatform(
  options: PlatformOptions & { readonly database?: undefined },
): Promise<RunningPlatform>;
export function startPlatform(options: PlatformOptions): Promise<SharedPlatform>;
export async function startPlatform(options: PlatformOptions): Promise<SharedPlatform> {
  return listenAs(await openService(await openDatabase(options), options), options);
}

/**
 * Applies the seed to a database and creates the users. The service closes the database, also if this fails.
 * @throws Failure as `startPlatform` does
 */
export async function openService(
  database: Database,
  options: PlatformOptions,
): Promise<PlatformService> {
  let release = (): void => undefined;
  try {
    if (options.database === undefined && options.folder !== null)
      release = serveAlone(options.folder);
    const service = await serve(database, options);
    return {
      ...service,
      close: async () => {
        await service.close();
        release();
      },
    };
  } catch (error) {
    await database.close();
    release();
    throw asFailure(error);
  }
}

/**
 * Serves it on the port of the options. Closes it if the port is not available.
 * @throws Failure `failed` if the port is not available
 */
export async function listenAs(
  service: PlatformService,
  { clock, port, address = LOOPBACK, database }: PlatformOptions,
): Promise<SharedPlatform> {
  const { handle, stopping, close, ...rest } = service;
  const patienceMs = database === undefined ? undefined : SHARED_CLOSE_MS;
  const server = await listen(handle, port, { address, patienceMs }).catch(
    async (error: unknown) => {
      await close();
      throw error;
    },
  );
  return {
    ...rest,
    baseUrl: `http://${shownAddress(address)}:${server.port}${BASE_PATH}`,
    close: async (drainMs = 0) => {
      stopping();
      server.windDown();
      if (drainMs > 0) await clock.sleep(drainMs);
      await server.close();
      await close();
    },
  };
}

async function serve(plain: Database, options: PlatformOptions): Promise<PlatformService> {
  const { clock, folder, address = LOOPBACK, hosts = [], proxies = [] } = options;
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
  const metrics = await watch.serveMetrics();
  return {
    handle: behindProxies(watch.around(healthy), trusted),
    metricsUrl:
      metrics &&
      `http://${shownAddress(options.metrics?.address ?? LOOPBACK)}:${metrics.port}/metrics`,
    apiKey,
    store,
    stopping: () => {
      isStopping = true;
    },
    close: async () => {
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
