/** No command tells its key to anybody, whatever the platform answers. */
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { temporaryFolder } from '../support/folder.ts';
import { runDocs } from '../support/host.ts';
import { sampled } from '../support/sampled.ts';
import { clock, fail, FILES, KEY, leaks, remembering } from './marked-key.ts';
import { ROWS } from './rows.ts';

/** All that a server may have seen, echoed: headers in body, headers and an error's message. */
const echo: RequestListener = (request, response) => {
  const key = String(request.headers['x-api-key']);
  response.writeHead(400, { 'Content-Type': 'application/json', 'X-Echo': key });
  response.end(
    JSON.stringify({
      error: { message: `Bad key ${key}: ${JSON.stringify(request.headers)}`, code: 1 },
    }),
  );
};

const echoAsResult: RequestListener = (request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify([{ id: 1, name: JSON.stringify(request.headers), slug: 'v1.0' }]));
};

const cutOff: RequestListener = (_, response) => {
  response.writeHead(200, { 'Content-Length': '1000' });
  response.write('{"id":');
  response.destroy();
};

/** Commands that serve until they are stopped have no requests to send. */
const COMMANDS = Object.entries(ROWS).filter(([, { serves }]) => serves !== true);

const SERVERS: Readonly<Record<string, RequestListener>> = {
  fails: fail,
  'echoes the key in an error': echo,
  'echoes the key in a result': echoAsResult,
  'breaks off': cutOff,
};

export const whatever = [...Object.keys(SERVERS), 'redirects'].join('; ');

/** What `npm test` runs: for each way to send something, one command. */
const FIRST = new Set(['push', 'pull', 'page get', 'export', 'ref upload', 'api', 'login', 'demo']);

/** The commands that `npm test` runs, or the others. */
export const commands = (which: 'first' | 'others'): typeof COMMANDS =>
  COMMANDS.filter(([name]) => FIRST.has(name) === (which === 'first'));

type Row = (typeof COMMANDS)[number][1];

/** Where the key was found although nobody should have it, and what was sent to another origin. */
export async function toldTo(name: string, row: Row): Promise<readonly object[]> {
  const told: object[] = [];
  const elsewhere = await remembering(echoAsResult);
  const redirect: RequestListener = (_, response) => {
    response.writeHead(307, { Location: `${elsewhere.url}/version` }).end();
  };
  const turn = COMMANDS.findIndex(([each]) => each === name);
  const servers = Object.entries({ ...SERVERS, redirects: redirect });
  for (const [at, [situation, listener]] of servers.entries()) {
    const folder = await temporaryFolder(FILES);
    const { url } = await remembering(listener);
    const env = {
      DOCS_BASE_URL: url,
      DOCS_API_KEY: KEY,
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    };
    const options = { cwd: folder, env, clock, stdin: KEY };

    for (const flags of sampled([['--verbose'], ['--verbose', '--json']], turn + at, 2)) {
      const run = await runDocs([...flags, ...row.argv], options);

      // A result is the platform's own text: only `api` prints answers as they come.
      const isVerbatim = name === 'api' && ![cutOff, redirect].includes(listener);
      const said = isVerbatim ? [] : [run.stdout];
      const found = await leaks(folder, [...said, run.stderr]);
      if (found.length > 0) told.push({ situation, flags, found });
    }
  }
  return [...told, ...elsewhere.requests.map(({ url }) => ({ elsewhere: url }))];
}
