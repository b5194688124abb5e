/** The person in front of a running platform is told that its database is lost, and that it is back. */
import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../../../src/main.ts';
import { DATABASE_FILE } from '../../../src/platform/database/sqlite.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { createHost } from '../../support/host.ts';
import { request } from '../../support/request.ts';

test.each([
  [
    [],
    /^warning The database is not available: .* is gone\. .*\n/,
    /The database is available again\.\n$/,
  ],
  [['--log', 'json'], /"event":"database-lost"/, /"event":"database-back"/],
])(
  'docs platform start %j says once that the database is lost, and once that it is back',
  async (more, lost, back) => {
    const cwd = await temporaryFolder();
    const stop = new AbortController();
    const { host, stdout, stderr } = createHost({ cwd, signal: stop.signal });
    const serving = main(['platform', 'start', '--data', 'kept', ...more], host);
    onTestFinished(async () => {
      stop.abort();
      await serving;
    });
    await Promise.race([once(host.stdout, 'data'), serving]);
    const [, baseUrl = ''] = /runs at (\S+)/.exec(stdout()) ?? [];
    const [, apiKey = ''] = /DOCS_API_KEY=(\S+)/.exec(stdout()) ?? [];
    const platform = { baseUrl, apiKey };
    const write = async () => {
      const json = { email: 'zoe@example.com' };
      return (await request(platform, 'POST', '/reader-access', { json })).status;
    };
    const said = (what: RegExp) => stderr().match(new RegExp(what.source, 'gm'))?.length ?? 0;
    const file = join(cwd, 'kept', DATABASE_FILE);

    await rename(file, `${file}.away`);
    expect(await write()).toBe(503);
    expect((await request(platform, 'GET', '/version')).status).toBe(200);
    expect(await write()).toBe(503);
    expect([said(lost), said(back)]).toEqual([1, 0]);

    await rename(`${file}.away`, file);
    expect((await request(platform, 'GET', '/version')).status).toBe(200);
    expect(said(back)).toBe(0);
    expect(await write()).toBe(200);
    expect([said(lost), said(back)]).toEqual([1, 1]);
  },
);
