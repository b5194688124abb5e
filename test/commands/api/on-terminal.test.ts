/** `docs api`, where an answer holds what turns the direction in which a terminal writes. */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { serve } from '../../support/serve.ts';

const MARKS =
  '\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\u{200e}\u{200f}\u{61c}';
const JSON_ANSWER = JSON.stringify([{ name: `a${MARKS}b` }]);
const TEXT_ANSWER = `a${MARKS}b\n`;

async function ask(answer: string, terminal: boolean): Promise<string> {
  const origin = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });
  const env = { DOCS_API_KEY: 'key', DOCS_BASE_URL: `${origin}/api/v1` };
  const cwd = await temporaryFolder({});
  const run = await runDocs(['api', 'GET', '/version'], { cwd, env, terminal });
  expect(run.exitCode).toBe(0);
  return run.stdout;
}

test('a terminal gets none of it, and JSON that says the same', async () => {
  const json = await ask(JSON_ANSWER, true);
  const text = await ask(TEXT_ANSWER, true);

  expect(json + text).not.toMatch(/[\u{202a}-\u{202e}\u{2066}-\u{2069}\u{200e}\u{200f}\u{61c}]/u);
  expect(JSON.parse(json)).toEqual(JSON.parse(JSON_ANSWER));
});

test('a pipe gets every byte', async () => {
  expect(await ask(JSON_ANSWER, false)).toBe(JSON_ANSWER);
  expect(await ask(TEXT_ANSWER, false)).toBe(TEXT_ANSWER);
});
