// npm run executable: the tool and its Node in one file, for machines without Node.
//   node tools/executable/build.js [folder]
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { serialize } from 'node:v8';
import { brotliCompressSync, constants } from 'node:zlib';
// @ts-expect-error -- it has no types
import { inject } from 'postject';
import { stagePackage } from '../pack.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Node looks for it in its own file: it is there in Nodes that can carry a program. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** The best, 11, takes a minute more, and makes the executable 1 % smaller. */
const QUALITY = 9;

/**
 * Why this Node cannot make an executable. Null if it can.
 *
 * @returns {Promise<string | null>}
 */
export async function obstacle() {
  if (process.platform === 'darwin') return 'on macOS the executable would have to be signed';
  const has = (await readFile(process.execPath)).includes(FUSE);
  return has ? null : `${process.execPath} cannot carry a program`;
}

/**
 * Makes the executable for this system, with the Node that runs this and the bundle in `dist`.
 *
 * @param {string} folder where it goes
 * @param {number} quality of the compression, from 0 (fast) to 11 (small)
 * @returns {Promise<{ file: string, bytes: number }>}
 */
export async function buildExecutable(folder, quality = QUALITY) {
  const stage = await mkdtemp(join(tmpdir(), 'docs-executable-'));
  try {
    const files = await shippedFiles(join(stage, 'package'));
    const asset = brotliCompressSync(serialize(files), {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality },
    });
    await writeFile(join(stage, 'package.br'), asset);
    await writeFile(join(stage, 'digest'), createHash('sha256').update(asset).digest('hex'));
    const blob = join(stage, 'docs.blob');
    const config = {
      main: fileURLToPath(new URL('start.cjs', import.meta.url)),
      output: blob,
      disableExperimentalSEAWarning: true,
      assets: { package: join(stage, 'package.br'), digest: join(stage, 'digest') },
    };
    await writeFile(join(stage, 'sea.json'), JSON.stringify(config));
    await run(process.execPath, ['--experimental-sea-config', join(stage, 'sea.json')]);

    await mkdir(folder, { recursive: true });
    const file = resolve(folder, process.platform === 'win32' ? 'docs.exe' : 'docs');
    await copyFile(process.execPath, file);
    await chmod(file, 0o755);
    await inject(file, 'NODE_SEA_BLOB', await readFile(blob), { sentinelFuse: FUSE });
    return { file, bytes: (await stat(file)).size };
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/**
 * All files of the package with what it depends on, by their paths with slashes.
 *
 * @param {string} stage a folder for them
 */
async function shippedFiles(stage) {
  await mkdir(stage);
  await stagePackage(stage);
  /** @type {{ packages: Record<string, { dev?: boolean }> }} */
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  for (const [path, { dev }] of Object.entries(packages)) {
    // Bindings for other systems are not installed.
    const isShipped = path !== '' && dev !== true && existsSync(join(root, path));
    if (isShipped) await cp(join(root, path), join(stage, path), { recursive: true });
  }
  const entries = await readdir(stage, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
  /** @type {Map<string, Buffer>} */
  const files = new Map();
  for (const path of paths) {
    files.set(relative(stage, path).replaceAll('\\', '/'), await readFile(path));
  }
  return files;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const because = await obstacle();
  if (because === null) {
    const { file, bytes } = await buildExecutable(process.argv[2] ?? '.');
    console.log(`${file}: ${(bytes / 1e6).toFixed(1)} MB`);
  } else {
    console.error(`No executable was made: ${because}.`);
    process.exitCode = 1;
  }
}
