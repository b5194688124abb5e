// Packs the tool as a release ships it, and prints what the release page says of the tarball.
//   node tools/pack.js [folder]
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

/** Files that npm puts into every package, beside those of `files`. */
const ALWAYS = ['README.md', 'LICENSE'];

/**
 * Copies what ships into a folder. The manifest has no scripts and no development dependencies, so
 * that an installation runs nothing of ours.
 *
 * @param {string} stage
 */
export async function stagePackage(stage) {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  delete manifest.scripts;
  delete manifest.devDependencies;
  for (const path of [...manifest.files, ...ALWAYS]) {
    await cp(join(root, path), join(stage, path), { recursive: true });
  }
  await writeFile(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Packs what ships.
 *
 * @param {string} folder where the tarball goes
 * @returns {Promise<{ file: string, sha256: string }>}
 */
export async function pack(folder) {
  const stage = await mkdtemp(join(tmpdir(), 'docs-pack-'));
  try {
    await stagePackage(stage);
    await mkdir(folder, { recursive: true });
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', resolve(folder)], {
      cwd: stage,
      maxBuffer: 2 ** 26,
    });
    const [{ filename }] = JSON.parse(stdout);
    const file = join(resolve(folder), filename);
    return {
      file,
      sha256: createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    };
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { file, sha256 } = await pack(process.argv[2] ?? '.');
  console.log(
    `${file}\nDOCS_TARBALL: the address at which this file is uploaded\nDOCS_SHA256: ${sha256}`,
  );
}
