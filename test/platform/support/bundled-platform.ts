/** The platform as a process of its own, bundled as it is for the package. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';
import { ALIASES } from '../../../tools/aliases.js';

/** Bundles `serve-child` before the tests of a file and removes it after them. Returns the script's path. */
export function bundledPlatform(name: string): string {
  // Inside the project, so that the child finds `libsql` and `pg`.
  const folder = join(import.meta.dirname, `../../../node_modules/.cache/${name}-${process.pid}`);
  beforeAll(async () => {
    await build({
      entryPoints: [join(import.meta.dirname, 'serve-child.ts')],
      outdir: folder,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      alias: ALIASES,
      external: ['libsql', 'pg', 'typescript'],
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
      logLevel: 'silent',
    });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'serve-child.js');
}
