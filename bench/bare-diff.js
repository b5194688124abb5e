// The floor of `docs ref diff`: parses two definitions, follows references, compares them as JSON.
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';

const [before, after] = argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')));

/** @param {any} root @param {any} value */
function resolve(root, value) {
  let current = value;
  for (let steps = 0; typeof current?.$ref === 'string' && steps < 100; steps += 1) {
    const keys = current.$ref.split('/').slice(1);
    current = keys
      .map((/** @type {string} */ key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce((/** @type {any} */ node, /** @type {string} */ key) => node?.[key], root);
  }
  return current;
}

/** @type {Map<object, Set<object>>} */
const compared = new Map();
/** @type {string[]} */
const differences = [];

/** @param {any} old @param {any} now @param {string} pointer */
function compare(old, now, pointer) {
  const [from, to] = [resolve(before, old), resolve(after, now)];
  if (typeof from !== 'object' || typeof to !== 'object' || from === null || to === null) {
    if (from !== to) differences.push(pointer);
    return;
  }
  const known = compared.get(from) ?? new Set();
  if (known.has(to)) return;
  compared.set(from, known.add(to));
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const inside = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    compare(from[key], to[key], inside);
  }
}

compare(before, after, '#');
console.log(`${differences.length} differences`);
