import { tmpdir } from 'node:os';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Console, Host } from '../../src/host.ts';
import { main } from '../../src/main.ts';
import type { Clock } from '../../src/model/time.ts';

export interface Run {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HostOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the streams are a terminal. Without colours. */
  readonly terminal?: boolean;
  /** Of the terminal; 80 if left out. */
  readonly columns?: number;
  readonly stdin?: string;
  readonly stdoutIsFile?: boolean;
  /** Typed on the terminal when a question appears. */
  readonly answer?: string;
  /** Typed one by one, each when its text has appeared on the terminal since the previous one. */
  readonly answers?: readonly (readonly [text: string, keys: Keys])[];
  /** Typed on the process's terminal, not its streams, at a question. Left out: no terminal. */
  readonly consoleAnswer?: string;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** What is typed; a function: after what it does, which happens while the question is open. */
type Keys = string | (() => Promise<string>);

export const realClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: async (ms, signal) => {
    await sleep(ms, undefined, { signal });
  },
};

/** Creates a `Host` that has none of the machine's settings. */
export function createHost(options: HostOptions) {
  const { cwd, env = {}, terminal = false, columns = TERMINAL.columns, stdin = '' } = options;
  const out = capture(terminal ? { ...TERMINAL, columns } : {});
  const err = capture(terminal ? { ...TERMINAL, columns } : {});
  const isTyped = options.answer !== undefined || options.answers !== undefined;
  const input = isTyped ? new PassThrough() : Readable.from([stdin]);
  if (options.answers !== undefined) type(options.answers, err.stream, input);
  err.stream.on('data', (chunk: Buffer) => {
    if (options.answer === undefined || !chunk.includes('?') || input.readableEnded) return;
    setImmediate(() => input.push(options.answer));
  });
  const seat = options.consoleAnswer === undefined ? undefined : seatOf(options.consoleAnswer);
  const host: Host = {
    stdin: Object.assign(input, { isTTY: terminal }),
    stdout: out.stream,
    stderr: err.stream,
    stdoutIsFile: options.stdoutIsFile ?? false,
    openConsole: () => seat?.open(),
    env: { NO_COLOR: '1', PATH: process.env['PATH'], ...env },
    cwd,
    home: `${cwd}/.home`,
    platform: process.platform,
    pid: process.pid,
    version: '0.0.0-test',
    temporaryFolder: tmpdir(),
    packageFolder: fileURLToPath(new URL('../..', import.meta.url)),
    clock: options.clock ?? realClock,
    signal: options.signal ?? new AbortController().signal,
    heedSignals: () => undefined,
    random: Math.random,
  };
  return { host, stdout: out.text, stderr: err.text, console: () => seat?.text() ?? '' };
}

/** Runs the tool in this process. */
export async function runDocs(argv: readonly string[], options: HostOptions): Promise<Run> {
  const { host, stdout, stderr } = createHost(options);
  const exitCode = await main(argv, host);
  return { exitCode, stdout: stdout(), stderr: stderr() };
}

function type(
  answers: NonNullable<HostOptions['answers']>,
  screen: NodeJS.ReadableStream,
  keyboard: Readable,
): void {
  const left = [...answers];
  let seen = '';
  screen.on('data', (chunk: Buffer) => {
    seen += chunk.toString('utf8');
    const [next] = left;
    if (!next || !seen.includes(next[0])) return;
    left.shift();
    seen = '';
    const [, keys] = next;
    setImmediate(() => {
      if (typeof keys === 'string') keyboard.push(keys);
      else void keys().then((typed) => keyboard.push(typed));
    });
  });
}

/** A person at the terminal, even if the streams are redirected. */
function seatOf(answer: string) {
  const screen = capture(TERMINAL);
  return {
    text: screen.text,
    open(): Console {
      const input = new PassThrough();
      const output = Object.assign(new PassThrough(), TERMINAL);
      output.on('data', (chunk: Buffer) => {
        screen.stream.write(chunk);
        if (chunk.includes('?')) setImmediate(() => input.push(answer));
      });
      return { input: Object.assign(input, { isTTY: true }), output, close: () => input.destroy() };
    },
  };
}

/** A terminal whose cursor movements leave no trace in its output. */
const TERMINAL = {
  isTTY: true,
  columns: 80,
  clearLine: () => true,
  cursorTo: () => true,
  moveCursor: () => true,
};

function capture(terminal: Partial<typeof TERMINAL>) {
  const stream = new PassThrough();
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return {
    stream: Object.assign(stream, terminal),
    text: () => Buffer.concat(chunks).toString('utf8'),
  };
}
