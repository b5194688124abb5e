// Packages whose entry for Node cannot be bundled, and the file that is bundled instead.
import { fileURLToPath } from 'node:url';

/** @param {string} path */
const inPackages = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

/** For esbuild's `alias`. */
export const ALIASES = {
  // Its entry for Node is CommonJS, whose names a lazy `import()` would not have.
  yaml: inPackages('yaml/browser/dist/index.js'),
  // Its entry for Node loads its parts by names that a bundler does not see.
  'jsonc-parser': inPackages('jsonc-parser/lib/esm/main.js'),
};
