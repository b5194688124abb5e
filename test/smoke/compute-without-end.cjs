// Loaded into the tool: once it reads a page it computes, and never comes to an end. Says so on stderr.
'use strict';
const fs = require('node:fs');

/**
 * @param {any} module
 * @param {string} name
 */
function computeAt(module, name) {
  const read = module[name];
  module[name] = (/** @type {unknown} */ path, /** @type {unknown[]} */ ...rest) => {
    if (!/page-\d+\.md$/.test(String(path))) return read(path, ...rest);
    fs.writeSync(2, 'computing\n');
    for (;;);
  };
}

for (const name of ['readFileSync', 'openSync', 'readFile', 'open']) computeAt(fs, name);
for (const name of ['readFile', 'open']) computeAt(fs.promises, name);
