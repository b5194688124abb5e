/** The tool as it is installed, on a terminal: a pseudo-terminal that python3 makes. Skipped without it. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startFaultProxy, type FaultProxy } from '../faults/proxy.ts';
import { builtTool } from '../support/built.ts';
import { impatientClock } from '../support/clocks.ts';
import { openWorld, type World } from '../support/world.ts';

const DRIVER = resolve('test/smoke/on-a-terminal.py');
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

const hasPython = ((): boolean => {
  try {
    execFileSync('python3', ['-c', 'import fcntl, pty, termios']);
    return true;
  } catch {
    return false;
  }
})();

const tool = builtTool();

interface Screen {
  /** Resolves once `text` was shown, since the last time. */
  shows(text: string): Promise<void>;
  type(keys: string): void;
  /** All that was shown until now. */
  text(): string;
  /** The exit code, and all that was shown. */
  ended(): Promise<{ readonly exitCode: number | null; readonly shown: string }>;
}

/** `docs` as bash would run `command`, of which `docs` is a word. */
function onTerminal(
  world: World,
  command: string,
  {
    baseUrl = world.platform.baseUrl,
    env = {},
  }: { baseUrl?: string; env?: NodeJS.ProcessEnv } = {},
): Screen {
  const script = `docs() { exec ${JSON.stringify(process.execPath)} ${JSON.stringify(tool.docs)} "$@"; }; ${command}`;
  const child = spawn('python3', [DRIVER, 'bash', '-c', script], {
    cwd: world.folder,
    env: {
      PATH: process.env['PATH'],
      HOME: world.folder,
      TERM: 'xterm',
      NO_COLOR: '1',
      DOCS_BASE_URL: baseUrl,
      DOCS_API_KEY: world.platform.apiKey,
      ...env,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let shown = '';
  let seen = 0;
  const look = new EventTarget();
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
    look.dispatchEvent(new Event('shown'));
  });
  const ended = once(child, 'close');
  return {
    async shows(text) {
      for (;;) {
        const at = shown.indexOf(text, seen);
        if (at >= 0) {
          seen = at + text.length;
          return;
        }
        const outcome = await Promise.race([once(look, 'shown').then(() => null), ended]);
        if (outcome !== null) throw new Error(`"${text}" was never shown:\n${shown}`);
      }
    },
    type: (keys) => void child.stdin.write(keys),
    text: () => shown,
    async ended() {
      const [exitCode] = (await ended) as [number | null];
      return { exitCode, shown };
    },
  };
}

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\npublished: true\n',
};

const pages = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `docs/v1.0/guide/page-${n}.md`,
      `---\ntitle: Page ${n}\n---\n\nText ${n}.\n`,
    ]),
  );

const readers = (count: number): string =>
  Array.from({ length: count }, (_, n) => `reader-${n}@example.com\n`).join('');

async function openProxy(world: World): Promise<FaultProxy> {
  const proxy = await startFaultProxy(world.platform.baseUrl);
  onTestFinished(() => proxy.close());
  return proxy;
}

describe.skipIf(!hasPython)('on a terminal (skipped without python3)', () => {
  describe('Ctrl-C while progress is shown', () => {
    test('stops a push, which tells what it did and what is open', async () => {
      const world = await openWorld({ ...FILES, ...pages(60) });
      const proxy = await openProxy(world);
      proxy.arm(30, 'stalled');

      const screen = onTerminal(world, 'docs push --yes', proxy);
      await screen.shows('Writing: ');
      screen.type(CTRL_C);
      const { exitCode, shown } = await screen.ended();

      expect(exitCode).toBe(130);
      expect(shown).toMatch(/\d+ pages created/);
      expect(shown).toContain('error Interrupted.');
      const clock = impatientClock();
      expect(await world.runAs({ clock }, 'push', '--yes')).toMatchObject({ exitCode: 0 });
      expect(await world.platform.admin.pages()).toHaveLength(60);
    });

    test('leaves the list of a grant: access grant > left.csv', async () => {
      const world = await openWorld({ ...FILES, 'readers.csv': `email\n${readers(40)}` });
      const proxy = await openProxy(world);
      proxy.arm(21, 'stalled');

      const command = 'docs access grant --from readers.csv --yes > left.csv';
      const screen = onTerminal(world, command, proxy);
      await screen.shows('20 of 40');
      screen.type(CTRL_C);
      const { exitCode, shown } = await screen.ended();

      expect(exitCode).toBe(130);
      expect(shown).toContain('error Interrupted');
      expect((await world.read('left.csv')).trimEnd().split('\n')).toHaveLength(21);
    });

    test.each(['SIGTERM', 'SIGHUP'] as const)('%s stops it as well', async (signal) => {
      const world = await openWorld({ ...FILES, 'readers.csv': `email\n${readers(40)}` });
      const proxy = await openProxy(world);
      proxy.arm(21, 'stalled');

      const command = `docs access grant --from readers.csv --yes > left.csv & echo "pid $!."; wait $!`;
      const screen = onTerminal(world, command, proxy);
      await screen.shows('20 of 40');
      const { pid } = /pid (?<pid>\d+)\./.exec(screen.text())?.groups ?? {};
      process.kill(Number(pid), signal);
      const { exitCode } = await screen.ended();

      expect(exitCode).toBe(130);
      expect((await world.read('left.csv')).trimEnd().split('\n')).toHaveLength(21);
    });

    test('a second one ends it at once', async () => {
      const world = await openWorld({ ...FILES, ...pages(60) });
      const proxy = await openProxy(world);
      proxy.arm(30, 'stalled');

      const hang = resolve('test/smoke/hang-once-interrupted.js');
      const screen = onTerminal(world, 'docs push --yes', {
        ...proxy,
        env: { NODE_OPTIONS: `--import=${hang}` },
      });
      await screen.shows('Writing: ');
      screen.type(CTRL_C);
      await screen.shows('the disk hangs');
      screen.type(CTRL_C);

      expect(await screen.ended()).toMatchObject({ exitCode: 130 });
    });
  });

  test.each(['check', 'fmt --check'])('Ctrl-C ends docs %s while it computes', async (command) => {
    const world = await openWorld({ ...FILES, ...pages(1) });
    const compute = resolve('test/smoke/compute-without-end.cjs');
    const screen = onTerminal(world, `docs ${command}`, {
      env: { NODE_OPTIONS: `--require=${compute}` },
    });
    await screen.shows('computing');
    screen.type(CTRL_C);

    expect(await screen.ended()).toMatchObject({ exitCode: 130 });
  });

  describe('a question is asked on the terminal', () => {
    test.each([
      ['with a list on standard input', 'printf "bo@example.com\\n" | docs access revoke -'],
      ['with its output in a pipe', 'docs access revoke bo@example.com 2>&1 | cat'],
    ])('%s', async (_, command) => {
      const world = await openWorld(FILES);
      await world.run('access', 'grant', 'bo@example.com', '--yes');
      const revoked = async () => (await world.run('access', 'list', '--revoked', '--csv')).stdout;

      const no = onTerminal(world, command);
      await no.shows('Revoke 1 invite?');
      no.type('n\r');
      await no.ended();
      expect(await revoked()).not.toContain('bo@example.com');

      const yes = onTerminal(world, command);
      await yes.shows('Revoke 1 invite?');
      yes.type('y\r');
      expect(await yes.ended()).toMatchObject({ exitCode: 0 });
      expect(await revoked()).toContain('bo@example.com');
    });

    test('Ctrl-D at it changes nothing, and leaves the terminal as it was', async () => {
      const world = await openWorld({ ...FILES, ...pages(1) });
      const screen = onTerminal(world, '(docs push); code=$?; stty -a; exit $code');
      await screen.shows('Create 1 page?');
      screen.type(CTRL_D);
      const { exitCode, shown } = await screen.ended();

      expect(exitCode).toBe(1);
      expect(shown).toContain('error Nothing was changed.');
      expect(shown).toMatch(/ icanon.* echo /s);
      expect(await world.platform.admin.pages()).toEqual([]);
    });

    test('Ctrl-C at it changes nothing', async () => {
      const world = await openWorld({ ...FILES, ...pages(1) });
      const screen = onTerminal(world, 'docs push 2>&1 | cat; exit "${PIPESTATUS[0]}"');
      await screen.shows('Create 1 page?');
      screen.type(CTRL_C);

      expect(await screen.ended()).toMatchObject({ exitCode: 130 });
      expect(await world.platform.admin.pages()).toEqual([]);
    });
  });
});
