/** Keys of a platform of one's own: which there are, and how one of them is ended. */
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../../../src/main.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { createHost, runDocs, type HostOptions, type Run } from '../../support/host.ts';
import { request } from '../../support/request.ts';
import { expectOfSchema } from '../../support/schema.ts';

interface Served {
  readonly baseUrl: string;
  /** That of the start. */
  readonly apiKey: string;
  readonly cwd: string;
  /** Runs `docs platform key …` on its folder, while it is served. */
  readonly key: (line: string, options?: Partial<HostOptions>) => Promise<Run>;
  readonly stop: () => Promise<void>;
}

const FILES = {
  'docs/v1.0/guide/intro.md': '---\ntitle: Intro\n---\n\nText\n',
  'docs/v2.0/guide/intro.md': '---\ntitle: Intro\n---\n\nText\n',
};

async function serve(cwd: string): Promise<Served> {
  const stop = new AbortController();
  const { host, stdout } = createHost({ cwd, signal: stop.signal });
  const argv = ['--json', '--from', '.', '--data', 'data', '--user', 'Ada:ada@example.com:writer'];
  const serving = main(['platform', 'start', ...argv], host);
  const ended = async (): Promise<void> => {
    stop.abort();
    await serving;
  };
  onTestFinished(ended);
  await Promise.race([once(host.stdout, 'data'), serving]);
  const { baseUrl, apiKey } = JSON.parse(stdout()) as Pick<Served, 'baseUrl' | 'apiKey'>;
  const key: Served['key'] = (line, options) =>
    runDocs(['platform', 'key', ...line.split(' '), '--data', 'data'], { cwd, ...options });
  return { baseUrl, apiKey, cwd, key, stop: ended };
}

const open = async (): Promise<Served> => serve(await temporaryFolder(FILES));

/** Creates a key and resolves to it. */
const create = async ({ key }: Served, line: string): Promise<string> =>
  (await key(`create ${line}`)).stdout.trim();

interface Listed {
  readonly id: number;
  readonly name: string;
}

async function listed({ key }: Served): Promise<readonly Listed[]> {
  const { stdout } = await key('list --json');
  await expectOfSchema('platform-key-list', JSON.parse(stdout));
  return JSON.parse(stdout) as Listed[];
}

const status = async ({ baseUrl }: Served, apiKey: string): Promise<number> =>
  (await request({ baseUrl, apiKey }, 'GET', '/version')).status;

test('key list has every key, with what it may do, and no secret', async () => {
  const served = await open();
  const secrets = [
    served.apiKey,
    await create(
      served,
      '--name ci --permission project.read page.edit --in v2.0 --user ada@example.com',
    ),
  ];

  const table = await served.key('list');
  expect(await listed(served)).toMatchObject([
    { name: 'platform start', permissions: null, versions: null, user: null },
    {
      name: 'ci',
      permissions: ['project.read', 'page.edit'],
      versions: ['v2.0'],
      user: 'ada@example.com',
      created: expect.stringMatching(/^20\d\d-/),
    },
  ]);

  expect(table.exitCode).toBe(0);
  expect(table.stdout).toMatch(/^ID +KEY +MAY +IN +USER +CREATED\n/);
  expect(table.stdout).toMatch(/platform start +everything +all versions/);
  expect(table.stdout).toMatch(/ci +project\.read, page\.edit +v2\.0 +ada@example\.com/);
  for (const secret of secrets) {
    expect(table.stdout).not.toContain(secret);
    expect(JSON.stringify(await listed(served))).not.toContain(secret);
  }
});

test.each([
  ['its name', ({ name }: Listed) => name],
  ['its id', ({ id }: Listed) => String(id)],
])('key revoke ends a key by %s at once, and no other', async (_, nameOf) => {
  const served = await open();
  const secret = await create(served, '--name ci');
  const other = await create(served, '--name other');
  const ci = (await listed(served)).find(({ name }) => name === 'ci');

  const run = await served.key(`revoke ${nameOf(ci ?? { id: 0, name: '' })} --yes --json`);

  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  await expectOfSchema('platform-key-revoke', JSON.parse(run.stdout));
  expect(JSON.parse(run.stdout)).toEqual({ id: ci?.id, name: 'ci', revoked: true });
  expect(await status(served, secret)).toBe(400);
  expect(await status(served, other)).toBe(200);
  expect((await listed(served)).map(({ name }) => name)).toEqual(['platform start', 'other']);
});

test('key revoke asks, and revokes nothing after a no, with --dry-run, or if nobody can answer', async () => {
  const served = await open();
  const secret = await create(served, '--name ci');

  const no = await served.key('revoke ci', { terminal: true, answer: 'n\r' });
  expect(no).toMatchObject({ exitCode: 1 });
  expect(no.stderr).toContain('Revoke the key "ci"?');
  expect(await served.key('revoke ci')).toMatchObject({ exitCode: 2, stdout: '' });
  const dry = await served.key('revoke ci --dry-run');
  expect(dry).toMatchObject({ exitCode: 0 });
  expect(dry.stdout).toMatch(/^The key "ci" \(\d+\) would be revoked\.\n$/);
  expect(await status(served, secret)).toBe(200);

  const yes = await served.key('revoke ci', { terminal: true, answer: 'y\r' });
  expect(yes).toMatchObject({ exitCode: 0 });
  expect(yes.stdout).toContain('The key "ci" is revoked.');
  expect(await status(served, secret)).toBe(400);
});

test('key revoke refuses a name that no key has, and one that several have, with their ids', async () => {
  const served = await open();
  expect((await served.key('create --name ci')).stderr).toBe('');
  const second = await served.key('create --name ci');
  expect(second.stderr).toContain('2 keys have the name "ci" now.');

  const none = await served.key('revoke c1 --yes');
  expect(none).toMatchObject({ exitCode: 1, stdout: '' });
  expect(none.stderr).toContain('There is no key "c1".');
  expect(none.stderr).toContain('Did you mean ci?');
  const two = await served.key('revoke ci --yes');
  expect(two).toMatchObject({ exitCode: 2, stdout: '' });
  const ids = (await listed(served)).filter(({ name }) => name === 'ci').map(({ id }) => id);
  expect(two.stderr).toContain(`"ci" is the name of 2 keys: ${ids.join(', ')}.`);
  expect(await listed(served)).toHaveLength(3);
});

test('the key of the start stays revoked: the next start makes another', async () => {
  const served = await open();
  expect(await served.key('revoke platform --yes')).toMatchObject({ exitCode: 1 });
  const own = (await listed(served)).at(0)?.id;
  expect(await served.key(`revoke ${own} --yes`)).toMatchObject({ exitCode: 0 });
  await served.stop();

  const again = await serve(served.cwd);
  expect(again.apiKey).not.toBe(served.apiKey);
  expect(await status(again, served.apiKey)).toBe(400);
  expect(await status(again, again.apiKey)).toBe(200);
  await again.stop();
  expect((await serve(served.cwd)).apiKey).toBe(again.apiKey);
});

test('a folder without a platform has no keys, and gets none', async () => {
  const cwd = await temporaryFolder(FILES);
  for (const line of ['list', 'revoke ci --yes']) {
    const argv = ['platform', 'key', ...line.split(' '), '--data', 'docs'];
    const run = await runDocs(argv, { cwd });
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('There is no platform in ');
    expect(run.stderr).toContain('Give --data the folder');
  }
  const copy = await runDocs(['platform', 'copy', '--from', 'docs', '--to', 'copied'], { cwd });
  expect(copy.stderr).toContain('Give --from the folder');
});
