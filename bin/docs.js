#!/usr/bin/env node
// Builds the real Host and hands it to main. Loads as little as it can before that: this file is the start-up time.
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';

// A reader that has seen enough (`docs … | head`) is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error;
  });
}

const argv = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  process.stdout.write(`${version}\n`);
} else {
  process.exitCode = await run();
}

async function run() {
  // ADR 61: left alone, V8 lets garbage grow to several times what lives before it looks.
  v8.setFlagsFromString('--heap-growing-percent=30');
  // ADR 61: Node 20 waits at exit for V8 to optimise the HTTP parser; later ones would only get slower by this.
  if (process.versions.node.startsWith('20.')) {
    v8.setFlagsFromString('--wasm-tiering-budget=100000000');
    // ADR 61: most runs are over before code that V8 optimises early has paid for it.
    v8.setFlagsFromString('--interrupt-budget=1200000');
    // A run that lasts is worth it: back to V8's own.
    setTimeout(() => v8.setFlagsFromString('--interrupt-budget=67584'), 400).unref();
  } else {
    // @ts-expect-error -- the types are those of Node 20, which lacks it
    module.enableCompileCache?.();
  }

  const interrupt = new AbortController();
  // Once: the second signal finds Node's own behaviour again, which is to end at once.
  process.once('SIGINT', () => interrupt.abort());
  process.once('SIGTERM', () => interrupt.abort());

  /** @type {typeof import('../src/main.ts')} */
  const { main } = await import(new URL('../dist/main.js', import.meta.url).href);
  return main(argv, {
    // Node opens it when it is first asked for.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    home: homedir(),
    platform: process.platform,
    pid: process.pid,
    version,
    packageFolder: fileURLToPath(new URL('..', import.meta.url)),
    clock: {
      now: () => Date.now(),
      elapsed: () => Number(process.hrtime.bigint()) / 1e6,
      sleep: async (ms, signal) => {
        signal?.throwIfAborted();
        await sleep(ms, undefined, { signal }).catch((error) => {
          throw signal?.aborted ? signal.reason : error;
        });
      },
    },
    signal: interrupt.signal,
    random: Math.random,
  });
}
