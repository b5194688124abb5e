// Modules of src for the tools that write files from them.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * What modules export, in their order. The source is TypeScript: it is bundled into files that are
 * gone afterwards.
 *
 * @param {readonly string[]} paths such as `src/program.ts`
 */
export async function importSources(paths) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const folder = await mkdtemp(join(root, 'node_modules', '.docs-source-'));
  try {
    await build({
      absWorkingDir: root,
      entryPoints: [...paths],
      outbase: '.',
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      logLevel: 'error',
    });
    return await Promise.all(
      paths.map((path) => import(pathToFileURL(join(folder, path.replace(/\.ts$/, '.mjs'))).href)),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
