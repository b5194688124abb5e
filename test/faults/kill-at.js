// Loaded into the tool: kills it at the n-th of the moments around its journal's and its lock's writes.
// DOCS_KILL_AT names the moment; without it DOCS_KILL_COUNT is the file that gets their number at the end.
import fs from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';

const killAt = Number(process.env['DOCS_KILL_AT'] ?? Number.NaN);
let moments = 0;

function moment() {
  moments += 1;
  if (moments === killAt) process.kill(process.pid, 'SIGKILL');
}

const handle = await open(fileURLToPath(import.meta.url));
const prototype = Object.getPrototypeOf(handle);
await handle.close();
for (const name of ['appendFile', 'datasync', 'truncate']) {
  const original = prototype[name];
  prototype[name] = async function surrounded(/** @type {unknown[]} */ ...args) {
    moment();
    const result = await original.apply(this, args);
    moment();
    return result;
  };
}

const { rename } = fs;
// @ts-expect-error -- the same function, but for the moments around it
fs.rename = (from, to, done) => {
  moment();
  rename(from, to, (error) => {
    moment();
    done(error);
  });
};
syncBuiltinESMExports();

const countFile = process.env['DOCS_KILL_COUNT'];
if (countFile) process.on('exit', () => fs.writeFileSync(countFile, String(moments)));
