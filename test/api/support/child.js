// One GET by the built client, in a process of its own: Node reads NODE_EXTRA_CA_CERTS when it starts.
import { setTimeout as sleep } from 'node:timers/promises';

const [clientUrl, baseUrl] = process.argv.slice(2);
const { createApi } = await import(String(clientUrl));
const api = createApi({
  baseUrl: String(baseUrl),
  key: process.env['DOCS_API_KEY'],
  clock: {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    sleep: (/** @type {number} */ ms) => sleep(ms),
  },
  timeoutMs: 10_000,
  maxWaitMs: 0,
  env: process.env,
  userAgent: 'docs-cli/test',
});
const outcome = await api.versions.list().then(
  (/** @type {unknown[]} */ versions) => ({ versions: versions.length }),
  (/** @type {{ code: string, message: string, hint: string }} */ { code, message, hint }) => ({
    code,
    message,
    hint,
  }),
);
await api.close();
process.stdout.write(JSON.stringify(outcome));
