// Modules of src for the tools that write files from them.
import { mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * What a module exports. The source is TypeScript: it is bundled into a file that is gone afterwards.
 *
 * @param {string} path such as `src/program.ts`
 */
export async function importSource(path) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const folder = await mkdtemp(join(root, 'node_modules', '.docs-source-'));
  try {
    await build({
      absWorkingDir: root,
      entryPoints: [path],
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      logLevel: 'error',
    });
    return await import(pathToFileURL(join(folder, `${basename(path, '.ts')}.mjs`)).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
