// Loaded into the tool: kills it at the n-th of the moments around what it does to files.
// DOCS_KILL_AT names the moment; without it DOCS_KILL_COUNT is the file that gets their number.
// DOCS_KILL_WITH: another signal than SIGKILL, told on standard error; DOCS_KILL_NEAR: counts only paths that end in it.
// DOCS_KILL_SIDE=after: no moments before calls, which a process that was suspended still makes.
import fs from 'node:fs';
import promises, { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';

const killAt = Number(process.env['DOCS_KILL_AT'] ?? Number.NaN);
const near = process.env['DOCS_KILL_NEAR'] ?? '';
const isBeforeCounted = process.env['DOCS_KILL_SIDE'] !== 'after';
const signal = process.env['DOCS_KILL_WITH'] ?? 'SIGKILL';
const { writeSync } = fs;
let moments = 0;

/** @param {any[]} args */
function moment(args) {
  if (!args.some((arg) => near === '' || (typeof arg === 'string' && arg.endsWith(near)))) return;
  moments += 1;
  if (moments !== killAt) return;
  if (signal !== 'SIGKILL') writeSync(2, `${signal}\n`);
  process.kill(process.pid, signal);
}

/**
 * Puts a moment before and one after each call.
 *
 * @param {Record<string, any>} owner
 * @param {readonly string[]} names
 * @param {(original: Function, self: unknown, args: any[]) => unknown} call and then `moment`
 */
function surround(owner, names, call) {
  for (const name of names) {
    const original = owner[name];
    owner[name] = function surrounded(/** @type {any[]} */ ...args) {
      if (isBeforeCounted) moment(args);
      return call(original, this, args);
    };
  }
}

/** @type {Parameters<typeof surround>[2]} */
async function resolving(original, self, args) {
  const result = await original.apply(self, args);
  moment(args);
  return result;
}

/** @type {Parameters<typeof surround>[2]} */
function callingBack(original, self, args) {
  const done = args.pop();
  return original.call(self, ...args, (/** @type {unknown[]} */ ...results) => {
    moment(args);
    done(...results);
  });
}

/** @type {Parameters<typeof surround>[2]} */
function returning(original, self, args) {
  const result = original.apply(self, args);
  moment(args);
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
