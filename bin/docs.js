#!/usr/bin/env node
// Builds the real Host and hands it to main. Loads little before that: this is the start-up time.
// CommonJS, as bin/package.json says: Node 20 starts it sooner (ADR 61).
'use strict';

const { fstatSync, openSync, readFileSync } = require('node:fs');
const nodeModule = require('node:module');
const { homedir, tmpdir } = require('node:os');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const v8 = require('node:v8');

const IS_NODE_20 = process.versions.node.startsWith('20.');
/** @type {readonly ('SIGINT' | 'SIGTERM' | 'SIGHUP')[]} */
const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const LASTS_MS = 400;

const packageFolder = path.dirname(__dirname);

let isLost = false;

// Neither a reader that has seen enough (`docs … | head`) nor a closed terminal is an error. If
// stderr fails, there is nobody to tell.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    const code = 'code' in error ? error.code : undefined;
    if (code === 'EPIPE' || (code === 'EIO' && stream.isTTY)) return;
    if (stream === process.stdout && !isLost) tellLost(error.message);
  });
}

const argv = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8'));

const words = new Set(argv);
const asJson = words.delete('--json');
if (words.size === 1 && (words.has('--version') || words.has('-V'))) {
  if (asJson) {
    const { buildJson } = require('./build-json.js');
    process.stdout.write(`${buildJson(packageFolder, version)}\n`);
  } else {
    process.stdout.write(`${version}\n`);
  }
} else {
  void run();
}

async function run() {
  const cwd = workingFolder();
  if (cwd === null) return;
  // Without it Node 20 waits 90 ms at its end for V8 to optimise the HTTP parser (ADR 61).
  if (IS_NODE_20) {
    v8.setFlagsFromString('--wasm-tiering-budget=100000000');
    // A run is over before large functions pay for the time that V8 takes to optimise them (ADR 61).
    v8.setFlagsFromString('--max-inlined-bytecode-size-cumulative=200');
  }
  const { ownFolder } = require('./own-folder.js');
  const kept = ownFolder();
  // @ts-expect-error -- the types are those of Node 20, which lacks it
  if (!IS_NODE_20 && kept !== null) nodeModule.enableCompileCache?.(kept);
  const file = path.join(packageFolder, 'dist/main.cjs');
  const cache = IS_NODE_20 && kept !== null ? openCache(kept, file) : null;
  setTimeout(() => {
    // V8 takes code only under the flags under which it was made.
    cache?.keep();
    const { holdHeap } = require('./heap.js');
    holdHeap();
  }, LASTS_MS).unref();

  const interrupt = new AbortController();

  /** @type {typeof import('../src/main.ts')} */
  const { main } = cache ? cache.load(file) : require(file);
  // The code if Node runs out of work before main has answered: nobody knows what was done.
  process.exitCode = 1;
  const exitCode = await main(argv, {
    // Node opens stdin when it is first read.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    get stdoutIsFile() {
      return fstatSync(1).isFile();
    },
    openConsole,
    env: process.env,
    cwd,
    home: homedir(),
    platform: process.platform,
    pid: process.pid,
    version,
    packageFolder,
    temporaryFolder: tmpdir(),
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
    heedSignals: () => heedSignals(interrupt),
    random: Math.random,
  });
  process.exitCode = isLost ? exitCode || 1 : exitCode;
}

/**
 * Says once that the results of the run are lost, for example because the disk is full.
 * @param {string} why such as `ENOSPC: no space left on device, write`
 */
function tellLost(why) {
  isLost = true;
  process.exitCode ||= 1;
  const reason = why.replace(/^[A-Z]+: /, '').replace(/, \w+$/, '');
  tell({ code: 'failed', exitCode: 1, message: `stdout could not be written: ${reason}.` });
}

/**
 * Prints an error where `main` cannot.
 * @param {{ code: string, exitCode: number, message: string, hint?: string }} error
 */
function tell(error) {
  const hint = error.hint === undefined ? '' : `\n  ${error.hint}`;
  const text = asJson ? JSON.stringify({ error }) : `error ${error.message}${hint}`;
  process.stderr.write(`${text}\n`);
}

/**
 * The working folder. Null, with an error, if it was deleted.
 * @returns {string | null}
 */
function workingFolder() {
  try {
    return process.cwd();
  } catch {
    const message = 'The working folder does not exist any more.';
    tell({ code: 'config', exitCode: 2, message, hint: 'Go to another folder' });
    process.exitCode = 2;
    return null;
  }
}

/**
 * The first signal stops the run cleanly, the second ends it at once. Not `once`: a dependency that
 * listens as well, to clean up, ends the process as soon as it listens alone.
 * @param {AbortController} interrupt
 */
function heedSignals(interrupt) {
  for (const name of STOPPING) {
    process.on(name, () => {
      if (!interrupt.signal.aborted) {
        interrupt.abort();
        return;
      }
      for (const each of STOPPING) process.removeAllListeners(each);
      process.kill(process.pid, name);
    });
  }
}

/**
 * The terminal of the process. Its streams may lead elsewhere (`docs push 2>&1 | tee log`).
 * @returns {import('../src/host.ts').Console | undefined}
 */
function openConsole() {
  const [keyboard, screen] =
    process.platform === 'win32' ? ['\\\\.\\CONIN$', '\\\\.\\CONOUT$'] : ['/dev/tty', '/dev/tty'];
  try {
    const { ReadStream, WriteStream } = require('node:tty');
    const input = new ReadStream(openSync(keyboard, 'r+'));
    const output = new WriteStream(openSync(screen, 'r+'));
    return {
      input,
      output,
      close: () => {
        input.destroy();
        output.destroy();
      },
    };
  } catch {
    return undefined;
  }
}

/**
 * @param {string} folder
 * @param {string} main the first chunk
 */
function openCache(folder, main) {
  const { openCodeCache } = require('./code-cache.js');
  const [word = ''] = argv;
  const cache = openCodeCache(folder, {
    main,
    version,
    command: /^[a-z]+$/.test(word) ? word : 'docs',
  });
  // A word that is not a command fails, and gets no cache.
  process.once('exit', (code) => {
    if (code === 0) cache?.keep();
  });
  return cache;
}
