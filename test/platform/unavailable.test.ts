/** What clients are told while the database is gone. */
import { expect, test } from 'vitest';
import { createApp, type AppParts } from '../../src/platform/app.ts';
import { revisionOf } from '../../src/platform/revision.ts';
import { DatabaseUnavailable } from '../../src/platform/database/unavailable.ts';
import { FixedClock } from '../support/clocks.ts';
import { API_REVISIONS } from '../../src/model/operations.ts';

test.each(API_REVISIONS)(
  'the answer is 503 with the time to try again, without the reason (%s)',
  async (api) => {
    const bugs: unknown[] = [];
    const gone = () => Promise.reject(new DatabaseUnavailable(new Error('connect ECONNREFUSED')));
    const parts = {
      revision: revisionOf(api),
      store: { read: gone },
      clock: new FixedClock(),
      onBug: (error: unknown) => bugs.push(error),
    } as unknown as AppParts;
    const { status, headers, body } = await createApp(parts)({
      method: 'GET',
      target: '/api/v1/version',
      headers: { 'x-api-key': 'key' },
      ipAddress: '127.0.0.1',
      body: new Blob([]).stream(),
    });
    expect(status).toBe(503);
    expect(headers['Retry-After']).toBe('1');
    expect(body).toContain('"code":503');
    expect(body).not.toContain('ECONNREFUSED');
    expect(bugs).toEqual([]);
  },
);
