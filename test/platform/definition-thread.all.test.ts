/** Threads run files: the platform is bundled as it is for the package, so that it has some. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { bundledPlatform } from './support/bundled-platform.ts';

const CHILD = bundledPlatform('thread');

const operation = (n: number): string => `  /things/${n}:
    get:
      operationId: thing${n}
      summary: The thing of number ${n}
      responses: { '200': { description: It is there }, '404': { description: It is not } }
`;

const OPERATIONS = 2_500;
const LARGE = `openapi: 3.0.3
info: { title: Large, version: "1" }
paths:
${Array.from({ length: OPERATIONS }, (_, n) => operation(n)).join('')}`;

test('other requests are answered while a large definition is received and converted', async () => {
  const child = spawn(process.execPath, [CHILD, await temporaryFolder()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { baseUrl, apiKey } = JSON.parse(line.toString()) as { baseUrl: string; apiKey: string };
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(baseUrl + path, { ...init, headers: { 'X-Api-Key': apiKey } });
    const [version] = (await (await ask('/version')).json()) as { id: number }[];

    const upload = async (text: string) => {
      const body = new FormData();
      body.set('file', new Blob([text]), 'large.yaml');
      return ask(`/version/${version?.id}/reference`, { method: 'POST', body });
    };
    const taken = await upload(LARGE);
    expect(taken.status).toBe(201);
    const { id, title } = (await taken.json()) as { id: number; title: string };
    expect(title).toBe('Large');
    expect(await (await ask('/search?query=%22number%202499%22')).json()).toMatchObject({
      nbHits: 1,
      hits: [{ fragment: 'thing2499' }],
    });

    const answered: string[] = [];
    const conversion = ask(`/reference/${id}/definition?format=json`).then((answer) => {
      answered.push('definition');
      return answer.json() as Promise<{ paths: object }>;
    });
    for (let n = 0; n < 5; n += 1) {
      await (await ask('/users')).arrayBuffer();
      answered.push('users');
    }
    expect(Object.keys((await conversion).paths)).toHaveLength(OPERATIONS);
    expect(answered).toEqual(['users', 'users', 'users', 'users', 'users', 'definition']);

    const bad = await upload(`${LARGE}  broken: [\n`);
    expect(bad.status).toBe(400);
    expect(await bad.text()).toMatch(/General Exception: file:\d+:\d+: /);
  } finally {
    child.kill();
  }
});
