/**
 * What the suite talks to. By default the embedded platform, in both revisions, on a free port and
 * its own clock; with `DOCS_CONTRACT_URL` and `DOCS_CONTRACT_KEY` another deployment, of the
 * revision in `DOCS_CONTRACT_API` (else `classic`), without tests that need administration. It gets
 * new pages, readers and a reference: use a project made for it, with a documentation.
 */
import { expect } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import type { PlatformOptions } from '../../src/platform/platform-options.ts';
import { FixedClock } from '../support/clocks.ts';
import { realClock } from '../support/host.ts';
import { platformWith, type TestPlatform } from '../support/platform.ts';
import { request } from '../support/request.ts';
import type { Answer, Ask, Json } from '../support/request.ts';
import { REVISIONS as BOTH } from '../support/revisions.ts';
import { DEFINITION } from './rows.ts';
import { matchers } from './shapes.ts';

expect.extend(matchers);

const URL_GIVEN = process.env['DOCS_CONTRACT_URL'];
const KEY_GIVEN = process.env['DOCS_CONTRACT_KEY'] ?? '';

/** What can only be arranged from inside is skipped then: keys, plans, protection, time. */
export const EXTERNAL = URL_GIVEN !== undefined;

const GIVEN_REVISION = BOTH.find((api) => api === process.env['DOCS_CONTRACT_API']) ?? 'classic';

/** Whether the suite runs on this revision. */
export const isTested = (api: ApiRevision): boolean => !EXTERNAL || api === GIVEN_REVISION;

/** An answer, and the revision that it has to be judged by. */
export interface ContractAnswer extends Answer {
  readonly api: ApiRevision;
}

export class Target {
  readonly api: ApiRevision;
  readonly baseUrl: string;
  readonly key: string;
  readonly clock: FixedClock;
  readonly #platform: TestPlatform | undefined;

  constructor(
    api: ApiRevision,
    { baseUrl, key }: { readonly baseUrl: string; readonly key: string },
    clock: FixedClock,
    platform?: TestPlatform,
  ) {
    this.api = api;
    this.baseUrl = baseUrl;
    this.key = key;
    this.clock = clock;
    this.#platform = platform;
  }

  get platform(): TestPlatform {
    if (!this.#platform) throw new Error('Only the embedded platform can be arranged');
    return this.#platform;
  }

  /** Dates have whole seconds: a change is told from the one before once one has passed. */
  async passSecond(): Promise<void> {
    if (this.#platform) this.clock.advance(1);
    else await realClock.sleep(1000);
  }

  async ask(method: string, path: string, ask?: Ask): Promise<ContractAnswer> {
    const { api, baseUrl, key: apiKey } = this;
    return { ...(await request({ baseUrl, apiKey }, method, path, ask)), api };
  }

  get = (path: string, ask?: Ask) => this.ask('GET', path, ask);
  post = (path: string, json: unknown, ask?: Ask) => this.ask('POST', path, { ...ask, json });
  put = (path: string, json?: unknown, ask?: Ask) => this.ask('PUT', path, { ...ask, json });
  patch = (path: string, json: unknown, ask?: Ask) => this.ask('PATCH', path, { ...ask, json });

  upload(versionId: number, definition: string, query = '', ask?: Ask): Promise<ContractAnswer> {
    const body = new FormData();
    body.set('file', new Blob([definition]), 'definition.yaml');
    return this.ask('POST', `/version/${versionId}/reference${query}`, { ...ask, body });
  }

  /** A page with a draft, under a slug that no other test has. */
  async newPage(fields: Json = {}): Promise<{ id: number; slug: string }> {
    const { documentation } = await this.world();
    const slug = uniqueSlug();
    const made = await this.post(`/documentation/${documentation}/page`, {
      title: 'Contract page',
      slug,
      content: 'Draft text.',
      ...fields,
    });
    if (made.status !== 200) throw new Error(`No page could be made: ${made.text}`);
    return { id: Number(made.json['id']), slug: String(made.json['slug']) };
  }

  #world: Promise<World> | undefined;

  /** The first version and its first documentation. */
  world(): Promise<World> {
    this.#world ??= this.#look();
    return this.#world;
  }

  async #look(): Promise<World> {
    const { json } = await this.get('/all');
    const [documentation, details] = Object.entries(json['documentation'] as Json)[0] ?? [];
    const { versionId } = details as { versionId: number };
    // One page of it tells the slugs of its place, in both revisions.
    const page = { title: 'Where it is', slug: uniqueSlug(), content: '' };
    const made = await this.post(`/documentation/${documentation}/page`, page);
    const [versionSlug = '', documentationSlug = ''] = String(made.json['path']).split('/');
    return {
      version: versionId,
      versionSlug,
      documentation: Number(documentation),
      documentationSlug,
    };
  }

  async close(): Promise<void> {
    await this.#platform?.close();
  }
}

export interface World {
  readonly version: number;
  readonly versionSlug: string;
  readonly documentation: number;
  readonly documentationSlug: string;
}

let count = 0;

export function uniqueSlug(): string {
  count += 1;
  return `contract-${process.pid}-${Date.now().toString(36)}-${count}`;
}

/** Versions by slug: `v1` and `v2` are published, `v3` is not. */
const SEED = {
  versions: [
    { slug: 'v1', name: 'Version 1', published: true },
    { slug: 'v2', name: 'Version 2', published: true },
    { slug: 'v3', name: 'Version 3', published: false },
  ],
  documentations: ['v1', 'v2', 'v3'].map((version) => ({
    version,
    slug: 'guides',
    title: 'Guides',
    categories: ['Getting Started', 'Advanced'],
  })),
  references: [{ version: 'v1', slug: 'pets', file: 'pets.yaml', definition: DEFINITION }],
} as unknown as PlatformOptions['seed'];

export async function openTarget(
  api: ApiRevision,
  options: Partial<PlatformOptions> = {},
): Promise<Target> {
  const clock = new FixedClock();
  if (URL_GIVEN !== undefined) {
    return new Target(api, { baseUrl: URL_GIVEN, key: KEY_GIVEN }, clock);
  }
  const platform = await platformWith({
    seed: SEED,
    users: [{ name: 'Ada', email: 'ada@example.com', role: 'ADMIN' }],
    clock,
    api,
    ...options,
  });
  const { baseUrl, apiKey: key } = platform;
  return new Target(api, { baseUrl, key }, clock, platform);
}
