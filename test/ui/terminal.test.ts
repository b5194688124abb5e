/** What people at a terminal get beside the text: a pager, and figures that leave out their own time. */
import { describe, expect, test, vi } from 'vitest';
import { main } from '../../src/main.ts';
import { Terminal } from '../../src/ui/terminal.ts';
import { createHost, realClock } from '../support/host.ts';
import { impatientClock } from '../support/clocks.ts';
import { stand } from '../support/acting-proxy.ts';
import { openWorld, type World } from '../support/world.ts';

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/guide/intro.md': '---\ntitle: Introduction\n---\n\nFirst \u001b[2Jline.\n',
  'openapi/petstore.yaml': 'openapi: 3.1.0\ninfo: { title: Petstore, version: "1" }\npaths: {}\n',
};

/** Keeps what it is given, as a person would see it. */
const PAGER = 'cat > paged.txt';

describe.skipIf(process.platform === 'win32')('long content goes through $PAGER', () => {
  const withPager = (world: World, terminal: boolean, ...argv: string[]) =>
    world.runAs({ terminal, env: { PAGER } }, ...argv);

  test.each([
    ['page get', 'First line.', ['page', 'get', 'v1.0/guide/intro']],
    ['ref get', 'title: Petstore', ['ref', 'get', 'petstore', '--in', 'v1.0', '--draft']],
    ['page list', 'Introduction', ['page', 'list']],
  ])('%s, on a terminal only', async (_, shown, argv) => {
    const world = await openWorld(FILES);
    await world.run('push', '--yes');
    const upload = 'ref upload openapi/petstore.yaml --in v1.0 --create --draft --yes';
    const uploaded = await world.run(...upload.split(' '));
    expect(uploaded).toMatchObject({ exitCode: 0 });

    expect(await withPager(world, false, ...argv)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await world.exists('paged.txt')).toBe(false);
    const result = await withPager(world, true, ...argv);

    expect(result).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(await world.read('paged.txt')).toContain(shown);
  });

  test('but not on the terminal of a pipeline, where nobody would leave the pager', async () => {
    const world = await openWorld(FILES);
    await world.run('push', '--yes');

    const env = { PAGER, CI: 'true' };
    const result = await world.runAs({ terminal: true, env }, 'page', 'get', 'v1.0/guide/intro');

    expect(result).toEqual({ exitCode: 0, stdout: 'First line.\n', stderr: '' });
    expect(await world.exists('paged.txt')).toBe(false);
  });

  test('what no pager can show is printed', async () => {
    const world = await openWorld(FILES);
    await world.run('push', '--yes');
    const argv = ['page', 'get', 'v1.0/guide/intro'];

    for (const pager of ['', 'cat', './there-is-none 2> /dev/null']) {
      const result = await world.runAs({ terminal: true, env: { PAGER: pager } }, ...argv);
      expect(result).toEqual({ exitCode: 0, stdout: 'First line.\n', stderr: '' });
    }
  });
});

test('lines of a result are broken between words where the terminal is narrower', async () => {
  const { host, stdout } = createHost({ cwd: '/', terminal: true });
  Object.assign(host.stdout, { columns: 30 });
  const ui = new Terminal(host, FLAGS);

  await ui.result('  A page with a name that is too long for it', (text) => text);

  expect(stdout()).toBe('  A page with a name that is\n  too long for it\n');
});

test('a server that does not answer is named while it is waited for, and not after its answer', async () => {
  const world = await openWorld(FILES);
  vi.stubEnv('CI', undefined);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const baseUrl = await stand(world.platform.baseUrl, { before: () => held });
  const { host, stderr } = createHost({
    cwd: world.folder,
    env: { DOCS_BASE_URL: baseUrl, DOCS_API_KEY: world.platform.apiKey },
    terminal: true,
    clock: impatientClock(),
  });
  const run = main(['users'], host);
  await vi.waitUntil(() => stderr().includes(`Waiting for ${new URL(baseUrl).host}`));
  answer();
  expect(await run).toBe(0);
});

test('the time until a question is answered is none of the run', async () => {
  const world = await openWorld(FILES);
  let lateMs = 0;
  const { host, stdout, stderr } = createHost({
    cwd: world.folder,
    env: { DOCS_BASE_URL: world.platform.baseUrl, DOCS_API_KEY: world.platform.apiKey },
    terminal: true,
    answer: 'y\r',
    clock: { ...realClock, elapsed: () => realClock.elapsed() + lateMs },
  });
  const DAY = 86_400_000;
  host.stderr.on('data', (chunk: Buffer) => {
    if (chunk.includes('Create 1 page?')) lateMs = DAY;
  });

  expect(await main(['push'], host)).toBe(0);
  expect(stderr()).toContain('Create 1 page?');
  expect(stdout()).toMatch(/\(\d+ requests, [\d.]+ m?s\)/);
});

const FLAGS = { json: false, quiet: false, verbose: false, color: false, input: true, yes: false };

describe('a line that changes', () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

  test('is gone once the run is over, also where it failed: nothing keeps the process alive', async () => {
    vi.stubEnv('CI', undefined);
    const pages = Array.from({ length: 620 }, (_, n) => [
      `docs/v1.0/guide/p${n}.md`,
      `---\ntitle: P${n}\n---\n\nText.\n`,
    ]);
    const world = await openWorld({ ...FILES, ...Object.fromEntries(pages) });
    await world.run('push', '--yes');
    await world.remove('docs-cli.lock');
    const before = timers();

    const terminal = { terminal: true, clock: impatientClock() };
    const run = await world.runAs(terminal, 'push', '--yes', '--max-wait', '1ms');

    vi.unstubAllEnvs();
    expect(run.exitCode).toBe(6);
    expect(run.stderr).toContain('The rate limit of GET /page/{id} is used up');
    expect(run.stderr).toContain('Looking for pages on the platform');
    expect(timers()).toBeLessThanOrEqual(before);
  });

  test('comes back below what is said meanwhile', async () => {
    vi.stubEnv('CI', undefined);
    const { host, stderr } = createHost({ cwd: '/', terminal: true, clock: impatientClock() });
    const ui = new Terminal(host, FLAGS);
    const progress = ui.progress('Working');
    await vi.waitUntil(() => stderr().includes('Working'));
    ui.say('Waiting 1 min.');
    progress.update('Working on');
    await vi.waitUntil(() => stderr().includes('Working on'));
    progress.stop();
    vi.unstubAllEnvs();
    expect(stderr().indexOf('Waiting 1 min.')).toBeLessThan(stderr().indexOf('Working on'));
  });

  test('counts down how long requests wait, and is without it once they continue', async () => {
    vi.stubEnv('CI', undefined);
    let elapsed = 5000;
    const clock = { ...impatientClock(), elapsed: () => elapsed };
    const { host, stderr } = createHost({ cwd: '/', terminal: true, clock });
    const ui = new Terminal(host, FLAGS);
    const progress = ui.progress('3 of 9');
    ui.waiting(40_000);
    const line = () => stderr().split('\u001b').at(-2);
    await vi.waitFor(() => expect(line()).toMatch(/ 3 of 9, next in 40 s$/));
    ui.waiting(90_000);
    elapsed += 1001;
    await vi.waitFor(() => expect(line()).toMatch(/ 3 of 9, next in 39 s$/));
    elapsed += 39_000;
    await vi.waitFor(() => expect(line()).toMatch(/ 3 of 9, next in 50 s$/));
    elapsed += 50_000;
    await vi.waitFor(() => expect(line()).toMatch(/ 3 of 9$/));
    progress.stop();
    vi.unstubAllEnvs();
  });

  test('is cleared whole after the terminal became narrower', async () => {
    vi.stubEnv('CI', undefined);
    const { host, stderr } = createHost({ cwd: '/', terminal: true, clock: impatientClock() });
    const ui = new Terminal(host, FLAGS);
    const progress = ui.progress('x'.repeat(70));
    await vi.waitUntil(() => stderr().includes('xxx'));
    Object.assign(host.stderr, { columns: 30 });
    const before = stderr().length;
    progress.stop();
    vi.unstubAllEnvs();

    // 72 columns with the spinner: three rows of 30.
    expect(stderr().slice(before)).toBe('\r\u001b[K\u001b[1A\u001b[K\u001b[1A\u001b[K');
  });
});
