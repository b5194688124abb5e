import { expect, test } from 'vitest';
import { createApi } from '../../src/api/api.ts';
import { openWorld } from '../support/world.ts';
import { SkippingClock } from './support/hand-clock.ts';

test.each(['consumed', 'remaining'] as const)(
  'the limit of the embedded platform is used up to the last request and not exceeded, with the figure %s',
  async (remaining) => {
    const { platform } = await openWorld({ 'docs/v1/guide/intro.md': 'Hello\n' }, { remaining });
    const statuses: (number | null)[] = [];
    const api = createApi({
      baseUrl: platform.baseUrl,
      key: platform.apiKey,
      clock: new SkippingClock(Date.now()),
      timeoutMs: 30_000,
      maxWaitMs: 0,
      env: {},
      userAgent: 'docs-cli/test',
      onEvent: (event) => {
        if (event.type === 'request') statuses.push(event.status);
      },
    });
    const calls = Array.from({ length: 75 }, () => api.versions.list());
    const results = await Promise.allSettled(calls);
    await api.close();

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
    expect(results.at(-1)).toMatchObject({ reason: { code: 'rate-limited', exitCode: 6 } });
    expect(statuses).toEqual(Array.from({ length: 60 }, () => 200));
  },
);
