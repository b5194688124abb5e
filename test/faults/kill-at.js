// Loaded into the tool: kills it at the n-th of the moments around what it does to files.
// DOCS_KILL_AT names the moment; without it DOCS_KILL_COUNT is the file that gets their number at the end.
import fs from 'node:fs';
import promises, { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';

const killAt = Number(process.env['DOCS_KILL_AT'] ?? Number.NaN);
let moments = 0;

function moment() {
  moments += 1;
  if (moments === killAt) process.kill(process.pid, 'SIGKILL');
}

/**
 * Puts a moment before and one after each call.
 *
 * @param {Record<string, any>} owner
 * @param {readonly string[]} names
 * @param {(original: Function, self: unknown, args: any[]) => unknown} call calls it, and `moment` once it is over
 */
function surround(owner, names, call) {
  for (const name of names) {
    const original = owner[name];
    owner[name] = function surrounded(/** @type {any[]} */ ...args) {
      moment();
      return call(original, this, args);
    };
  }
}

/** @type {Parameters<typeof surround>[2]} */
async function resolving(original, self, args) {
  const result = await original.apply(self, args);
  moment();
  return result;
}

/** @type {Parameters<typeof surround>[2]} */
function callingBack(original, self, args) {
  const done = args.pop();
  return original.call(self, ...args, (/** @type {unknown[]} */ ...results) => {
    moment();
    done(...results);
  });
}

/** @type {Parameters<typeof surround>[2]} */
function returning(original, self, args) {
  const result = original.apply(self, args);
  moment();
  return result;
}

const handle = await open(fileURLToPath(import.meta.url));
surround(
  Object.getPrototypeOf(handle),
  ['appendFile', 'datasync', 'truncate', 'write', 'writeFile'],
  resolving,
);
await handle.close();
surround(promises, ['link', 'mkdir', 'rename', 'unlink', 'writeFile'], resolving);
surround(fs, ['fsync', 'rename', 'write'], callingBack);
surround(fs, ['renameSync', 'writeFileSync', 'writeSync'], returning);
syncBuiltinESMExports();

const countFile = process.env['DOCS_KILL_COUNT'];
if (countFile) {
  const { writeFileSync } = fs;
  process.on('exit', () => writeFileSync(countFile, String(moments)));
}
