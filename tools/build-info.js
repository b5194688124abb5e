// Build information of a bundle, which `docs --version --json` prints.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** @typedef {{ commit: string | null, build: string }} BuildInfo */

/**
 * The build information of the bundle in `folder`. It has no time: the same source makes the same
 * bundle, byte for byte. `commit`: of the source, null if it is not in git or was changed since;
 * `build`: SHA-256 of all files of the bundle.
 *
 * @param {string} root of the source
 * @param {string} folder of the bundle
 * @returns {Promise<BuildInfo>}
 */
export async function buildInfo(root, folder) {
  const hash = createHash('sha256');
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
  for (const path of paths) {
    hash
      .update(`${path.slice(folder.length)}\0`)
      .update(await readFile(path))
      .update('\0');
  }
  return { commit: await commitOf(root), build: hash.digest('hex') };
}

/** @param {string} root */
async function commitOf(root) {
  /** @param {string[]} args */
  const git = async (...args) =>
    (await promisify(execFile)('git', args, { cwd: root })).stdout.trim();
  try {
    const isOwn = (await git('rev-parse', '--show-prefix')) === '';
    const isClean = (await git('status', '--porcelain', '--untracked-files=no')) === '';
    return isOwn && isClean ? await git('rev-parse', 'HEAD') : null;
  } catch {
    return null;
  }
}
