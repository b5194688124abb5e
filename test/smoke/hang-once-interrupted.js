// From the first SIGINT, no file is ever synced, as on a hanging disk. Says so when it waits.
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

let interrupted = false;
process.once('SIGINT', () => {
  interrupted = true;
});

const handle = await open(fileURLToPath(import.meta.url));
const prototype = Object.getPrototypeOf(handle);
await handle.close();
const { sync } = prototype;
prototype.sync = async function hanging() {
  if (!interrupted) return sync.call(this);
  process.stderr.write('the disk hangs\n');
  // What waits for nothing else would end.
  setInterval(() => {}, 1_000_000);
  return new Promise(() => {});
};
