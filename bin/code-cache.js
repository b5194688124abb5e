// Keeps compiled code between runs: with it, one GET takes 1.6 times `node -e 0` instead of 1.9.
// For Node 20 only; later versions do it themselves (ADR 61).
'use strict';

const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');

/** What Node, too, puts around the text of a CommonJS module. */
const HEAD = '(function (exports, require, module, __filename, __dirname) {';
const TAIL = '\n})';

/** @typedef {{ readonly mtimeMs: number, readonly code: Buffer }} Kept of a chunk, by its date */
/** @typedef {{ readonly mtimeMs: number, readonly script: vm.Script }} Compiled */

/** Loads chunks as `require` does, with their kept code if it can be read. */
class CodeCache {
  #file;
  #requireOther;
  /** By the chunks' paths, as the others. */
  #kept;
  /** @type {Map<string, { exports: unknown }>} */
  #modules = new Map();
  /** @type {Map<string, Compiled>} */
  #compiled = new Map();
  #isComplete = true;

  /**
   * @param {string} file the cache
   * @param {string} main the first chunk: from there packages are looked for
   */
  constructor(file, main) {
    this.#file = file;
    this.#requireOther = createRequire(main);
    this.#kept = read(file);
  }

  /**
   * What the chunk exports.
   *
   * @param {string} chunk its absolute path
   */
  load(chunk) {
    const loaded = this.#modules.get(chunk);
    if (loaded) return loaded.exports;
    const module = { exports: {} };
    this.#modules.set(chunk, module);
    const folder = path.dirname(chunk);
    /** @param {string} id */
    const requireFrom = (id) =>
      id.startsWith('.') ? this.load(path.join(folder, id)) : this.#requireOther(id);
    this.#compile(chunk).runInThisContext()(module.exports, requireFrom, module, chunk, folder);
    return module.exports;
  }

  /** @param {string} chunk */
  #compile(chunk) {
    const { mtimeMs } = fs.statSync(chunk);
    const kept = this.#kept.get(chunk);
    const script = new vm.Script(HEAD + fs.readFileSync(chunk, 'utf8') + TAIL, {
      filename: chunk,
      columnOffset: -HEAD.length,
      cachedData: kept?.mtimeMs === mtimeMs ? kept.code : undefined,
    });
    if (script.cachedDataRejected !== false) this.#isComplete = false;
    this.#compiled.set(chunk, { mtimeMs, script });
    return script;
  }

  /** Keeps what was compiled so far, functions that were called included, unless all chunks were known. */
  keep() {
    if (this.#isComplete) return;
    this.#isComplete = true;
    const kept = new Map([...this.#kept].filter(([chunk]) => fs.existsSync(chunk)));
    for (const [chunk, { mtimeMs, script }] of this.#compiled)
      kept.set(chunk, { mtimeMs, code: script.createCachedData() });
    write(this.#file, kept);
  }
}

/**
 * The cache of one command in one version of the tool.
 *
 * @param {string} folder
 * @param {{ main: string, version: string, command: string }} run
 */
exports.openCodeCache = (folder, { main, version, command }) => {
  // V8 compares its version and flags, not the text.
  v8.setFlagsFromString('--verify-snapshot-checksum');
  const name = `${version}-node-${process.version}-${process.arch}-${command}`;
  return new CodeCache(path.join(folder, name), main);
};

/**
 * @param {string} file
 * @returns {ReadonlyMap<string, Kept>} empty where it cannot be read
 */
function read(file) {
  try {
    const kept = v8.deserialize(fs.readFileSync(file));
    return kept instanceof Map && [...kept.values()].every(isKept) ? kept : new Map();
  } catch {
    return new Map();
  }
}

/** @param {Partial<Kept> | null | undefined} value */
const isKept = (value) => typeof value?.mtimeMs === 'number' && Buffer.isBuffer(value.code);

/**
 * @param {string} file
 * @param {ReadonlyMap<string, Kept>} kept
 */
function write(file, kept) {
  const whole = `${file}.${process.pid}`;
  try {
    fs.writeFileSync(whole, v8.serialize(kept), { mode: 0o600, flag: 'wx' });
    fs.renameSync(whole, file);
  } catch {
    fs.rmSync(whole, { force: true });
  }
}
