// npm run bench [-- startup push darkdown review site check lsp definitions dearest platform]: figures as ratios to a peer or a floor in the same run.
import { argv, version } from 'node:process';
import { cpus } from 'node:os';
import { checkRows } from './check.js';
import { darkdownRows } from './darkdown.js';
import { dearestRows } from './dearest.js';
import { definitionRows } from './definitions.js';
import { lspRows } from './lsp.js';
import { platformRows } from './platform.js';
import { pushRows } from './push.js';
import { reviewRows } from './review.js';
import { siteRows } from './site.js';
import { startupRows } from './startup.js';

/** @type {Record<string, () => Promise<import('./measure.js').Row[]>>} */
const SUITES = {
  startup: startupRows,
  push: pushRows,
  darkdown: darkdownRows,
  review: reviewRows,
  site: siteRows,
  check: checkRows,
  lsp: lspRows,
  definitions: definitionRows,
  dearest: dearestRows,
  platform: platformRows,
};

const wanted = argv.length > 2 ? argv.slice(2) : Object.keys(SUITES);
console.log(
  `Node ${version}, ${cpus().length} cores. Runs in turns: medians; of check, darkdown, definitions and review the fastest.\n`,
);
console.log('| what | figure | goal | met |\n| --- | --- | --- | --- |');
for (const name of wanted) {
  const suite = SUITES[name];
  if (!suite) throw new Error(`no suite "${name}"; there are ${Object.keys(SUITES).join(', ')}`);
  for (const { what, figure, goal, ok } of await suite()) {
    console.log(`| ${what} | ${figure} | ${goal} | ${ok === null ? '' : ok ? 'yes' : 'NO'} |`);
  }
}
