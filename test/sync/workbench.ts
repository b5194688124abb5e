import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createApi } from '../../src/api/api.ts';
import { DEFAULT_BASE_URL } from '../../src/model/address.ts';
import type { Clock } from '../../src/model/time.ts';
import type { PageId } from '../../src/model/ids.ts';
import type { StoredPage } from '../support/admin.ts';
import { apply } from '../../src/sync/run/apply.ts';
import type { Outcome } from '../../src/sync/run/apply.ts';
import type { SyncEvent, SyncDeps } from '../../src/sync/deps.ts';
import type { Lock } from '../../src/sync/record/lock.ts';
import { DEFAULT_OPTIONS } from '../../src/sync/run-options.ts';
import type { SyncOptions } from '../../src/sync/run-options.ts';
import { prepare } from '../../src/sync/run/prepare.ts';
import type { Prepared } from '../../src/sync/run/prepare.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { lockIn } from '../support/lock.ts';
import { projectAt } from '../support/project.ts';
import { realClock } from '../support/host.ts';
import { PassingClock } from '../support/clocks.ts';
import { platformWith, type TestPlatform, type TestPlatformOptions } from '../support/platform.ts';

export interface Push {
  readonly prepared: Prepared;
  readonly outcome: Outcome;
  /** Made by this push, by operation. */
  readonly requests: Readonly<Record<string, number>>;
}

/** A folder, a platform over real HTTP, and the engine between them. */
export interface Workbench {
  readonly folder: string;
  readonly platform: TestPlatform;
  readonly deps: SyncDeps;
  readonly events: SyncEvent[];
  write(files: Readonly<Record<string, string>>): Promise<void>;
  remove(path: string): Promise<void>;
  prepare(options?: Partial<SyncOptions>): Promise<Prepared>;
  push(options?: Partial<SyncOptions>): Promise<Push>;
  /** By `version/documentation/slug`. */
  pages(): Promise<ReadonlyMap<string, StoredPage>>;
  idOf(key: string): Promise<PageId>;
  lock(): Promise<Lock>;
}

export interface WorkbenchOptions extends Partial<TestPlatformOptions> {
  readonly syncClock?: Clock;
  readonly signal?: AbortSignal;
  readonly requestTimeoutMs?: number;
  readonly key?: string;
  /** Stands between the client and the platform. */
  readonly baseUrl?: (platform: TestPlatform) => Promise<string>;
  readonly deps?: Partial<SyncDeps>;
}

const OPTIONS = { ...DEFAULT_OPTIONS, message: 'Pushed by a test' };

/** Files in the early layout, in `docs/`; documentations `guide` and `api` of version `v1`. */
export async function openWorkbench(
  files: Readonly<Record<string, string>>,
  options: WorkbenchOptions = {},
): Promise<Workbench> {
  const { syncClock, requestTimeoutMs, baseUrl, key, deps: more, ...rest } = options;
  const { signal = new AbortController().signal } = options;
  const folder = await temporaryFolder({
    'docs/v1/settings.yaml': 'name: v1\nslug: v1\npublished: true\n',
    'docs/v1/guide/settings.yaml': 'slug: guide\n',
    'docs/v1/api/settings.yaml': 'slug: api\n',
    ...files,
  });
  const time = new PassingClock();
  const platform = await platformWith({ protection: 'none', clock: time, ...rest });
  onTestFinished(() => platform.close());
  await platform.admin.createVersion({ slug: 'v1' });
  await platform.admin.createDocumentation({
    version: 'v1',
    slug: 'guide',
    categories: ['Basics'],
  });
  await platform.admin.createDocumentation({ version: 'v1', slug: 'api' });
  const url = (await baseUrl?.(platform)) ?? platform.baseUrl;
  const clock = syncClock ?? realClock;
  const timeoutMs = requestTimeoutMs ?? 2000;
  const api = createApi({
    baseUrl: url,
    key: key ?? platform.apiKey,
    clock,
    timeoutMs,
    maxWaitMs: 60_000,
    env: {},
    userAgent: 'docs-cli/test',
    signal,
  });
  onTestFinished(() => api.close());
  const events: SyncEvent[] = [];
  const deps: SyncDeps = {
    project: projectAt(folder),
    api,
    clock,
    signal,
    report: (event) => events.push(event),
    requestTimeoutMs: timeoutMs,
    baseUrl: DEFAULT_BASE_URL,
    otherProject: async () => undefined,
    machine: { env: { PATH: process.env['PATH'] }, platform: process.platform },
    ...more,
  };
  // Some time goes by between one run and what comes before and after it.
  const plan: Workbench['prepare'] = (some) => {
    time.pass();
    return prepare(deps, { ...OPTIONS, workingFolder: folder, ...some });
  };
  const pages: Workbench['pages'] = async () => {
    const found = new Map<string, StoredPage>();
    for (const page of await platform.admin.pages()) {
      const key = `${page.version}/${page.documentation}/${page.slug}`;
      if (found.has(key)) throw new Error(`two pages have the key ${key}`);
      found.set(key, page);
    }
    return found;
  };
  return {
    folder,
    platform,
    deps,
    events,
    write: (some) => writeFiles(folder, some),
    remove: (path) => rm(join(folder, path)),
    prepare: plan,
    async push(some) {
      platform.requests.reset();
      const prepared = await plan(some);
      const outcome = await apply(prepared, deps);
      time.pass();
      return { prepared, outcome, requests: platform.requests.byOperation() };
    },
    pages,
    async idOf(key) {
      const page = (await pages()).get(key);
      if (!page) throw new Error(`there is no page ${key}`);
      return page.id;
    },
    lock: () => lockIn(folder),
  };
}

/** A page file of the early layout. */
export const pageFile = (title: string, body: string, header = ''): string =>
  `---\ntype: page\ntitle: ${title}\n${header}---\n\n${body}`;
