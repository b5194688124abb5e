// Start-up: how long a person waits before anything happens.
import { DOCS, atMost, ratio, run } from './measure.js';
import { startBareServer } from './project.js';

const PAIRS = 15;

/** @returns {Promise<import('./measure.js').Row[]>} */
export async function startupRows() {
  const server = await startBareServer();
  const env = { DOCS_BASE_URL: server.baseUrl, DOCS_API_KEY: 'bench' };
  const floor = async () => (await run({ args: ['-e', '0'] })).ms;
  /** @param {string[]} args */
  const docs = (args) => async () => {
    const { ms, exitCode } = await run({ args: [DOCS, ...args], env });
    if (exitCode !== 0) throw new Error(`docs ${args.join(' ')} ended with ${exitCode}`);
    return ms;
  };
  try {
    return [
      atMost('docs --version', await ratio(docs(['--version']), floor, PAIRS), 1.2, 'node -e 0'),
      atMost('docs --help', await ratio(docs(['--help']), floor, PAIRS), 1.35, 'node -e 0'),
      // The shell waits for it at each Tab. Nobody notices 100 ms; an empty Node takes half of
      // that.
      atMost(
        'completion of a word',
        await ratio(docs(['complete', '--', 'page', '--pub']), floor, PAIRS),
        2,
        'node -e 0',
      ),
      atMost(
        'one GET (docs version list)',
        await ratio(docs(['version', 'list']), floor, PAIRS),
        1.8,
        'node -e 0',
      ),
    ];
  } finally {
    server.stop();
  }
}
