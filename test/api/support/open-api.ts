import { onTestFinished } from 'vitest';
import { createApi } from '../../../src/api/api.ts';
import type { Api } from '../../../src/api/api.ts';
import type { ApiEvent } from '../../../src/api/client-options.ts';
import type { ClientOptions } from '../../../src/api/client-options.ts';
import { SkippingClock } from './hand-clock.ts';
import type { ScriptedServer } from './scripted-server.ts';
import { openScriptedServer } from './scripted-server.ts';

export const KEY = 'key-5a1e0f7c9d';

export interface Opened {
  readonly api: Api;
  readonly server: ScriptedServer;
  readonly clock: SkippingClock;
  readonly events: ApiEvent[];
}

/** A client and a server to answer it. Both are closed after the test. Sleeps are over at once. */
export async function openApi(options: Partial<ClientOptions> = {}): Promise<Opened> {
  const server = await openScriptedServer();
  const clock = new SkippingClock();
  const events: ApiEvent[] = [];
  const api = createApi({
    baseUrl: server.baseUrl,
    key: KEY,
    clock,
    timeoutMs: 5000,
    maxWaitMs: Infinity,
    env: {},
    userAgent: 'docs-cli/test',
    onEvent: (event) => events.push(event),
    random: () => 0,
    ...options,
  });
  onTestFinished(async () => {
    await api.close();
    await server.close();
  });
  return { api, server, clock, events };
}

/** A page as the contract has it. */
export const PAGE = {
  id: 17,
  listed: true,
  title: 'Intro',
  created: '2026-01-31T12:00:00+00:00',
  updated: '2026-01-31T12:00:00+0000',
  slug: 'intro',
  contentDraft: null,
  contentPublished: 'Hello',
  path: 'v1/guide/intro',
};
