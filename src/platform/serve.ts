import type { WrittenChangelog } from '../content/changelog/changelog-files.ts';
import { Admin } from './admin.ts';
import { BASE_PATH, createApp } from './app.ts';
import { listen } from './http/listen.ts';
import { Limits } from './limits.ts';
import { createStore } from './open-store.ts';
import type { PlatformOptions } from './options.ts';
import { ownKey } from './data-folder/own-key.ts';
import { RequestLog } from './request-log.ts';
import { revisionOf } from './revision.ts';
import { createRoutes } from './routes/table.ts';
import { PLATFORM } from './store/actor.ts';
import { openSqlite } from './store/database/sqlite.ts';

export interface RunningPlatform {
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
  /** It may do everything. It is the same at every start on one folder. */
  readonly apiKey: string;
  readonly admin: Admin;
  readonly requests: RequestLog;
  /** Answers the requests under way, frees the port and closes the database. */
  close(): Promise<void>;
}

/** The API cannot make a changelog: without this one there would be none to post to. */
const FIRST_CHANGELOG: WrittenChangelog = {
  path: 'changelog',
  title: 'Changelog',
  description: null,
  published: true,
  posts: [],
};

/**
 * Starts the embedded platform on loopback, with the seed applied and the users made.
 * @throws Failure `failed` if the port or the database is not available, `content` if the seed has an invalid definition
 */
export async function startPlatform(options: PlatformOptions): Promise<RunningPlatform> {
  const { clock, folder, port } = options;
  const database = await openSqlite(folder);
  try {
    const store = createStore(database, options);
    const admin = new Admin(store, PLATFORM);
    await admin.seed(options.seed);
    if (options.archive) await admin.load(options.archive);
    await admin.loadChangelogs(options.seed.changelogs ?? []);
    if ((await admin.changelogs()).length === 0) await admin.loadChangelogs([FIRST_CHANGELOG]);
    for (const user of options.users) await admin.createUser(user);
    const apiKey = await ownKey(store.keys, folder);
    const log = new RequestLog();
    const handle = createApp({
      clock,
      log,
      revision: revisionOf(options.api),
      keys: store.keys,
      onBug: options.onBug ?? warn,
      routes: createRoutes(store, options),
      limits: new Limits(database.counters, clock, options),
    });
    const server = await listen(options.inFront?.(handle) ?? handle, port);
    return {
      baseUrl: `http://127.0.0.1:${server.port}${BASE_PATH}`,
      apiKey,
      admin,
      requests: log,
      close: async () => {
        await server.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const warn = (error: unknown): void => {
  process.emitWarning(error instanceof Error ? error : new Error(String(error)));
};
