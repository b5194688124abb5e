// What `docs --version --json` prints.
'use strict';

const { readFileSync } = require('node:fs');
const path = require('node:path');

/**
 * @param {string} packageFolder
 * @param {string} version
 */
exports.buildJson = (packageFolder, version) => {
  /** @type {{ commit: string | null, build: string | null }} */
  let built = { commit: null, build: null };
  try {
    built = JSON.parse(readFileSync(path.join(packageFolder, 'dist/build.json'), 'utf8'));
  } catch {
    // A bundle that another tool made has no build information.
  }
  return JSON.stringify({ version, ...built, node: process.versions.node });
};
