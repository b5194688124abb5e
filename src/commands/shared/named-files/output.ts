/** Output of a command to a file that the user named. */
import { existsSync } from 'node:fs';
import { access, constants, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { PROJECT_FILE } from '../../../content/file-names.ts';
import type { Context } from '../../../context.ts';
import { isInside, wayInto } from '../../../system/files/path.ts';
import { alone, bytesOfText, replaceWhole } from '../../../system/files/write.ts';
import { Failure } from '../../../model/failure.ts';
import { fileFailure } from '../../../model/file-trouble.ts';
import { namedFile } from './named-file.ts';

const HINT = 'Name a file in an existing folder';

/**
 * Writes `file`, relative to the working folder, whole or not at all. Rejects with `usage` if it
 * cannot be written, or as `requireFree`.
 */
export async function writeOutput(
  context: Context,
  file: string,
  content: string | Uint8Array,
  force?: boolean,
): Promise<void> {
  await requireWritable(context, file, force);
  const { path, inProject } = await namedFile(context, file);
  // If the user names a link outside the project, its target is meant.
  const [home, name] = inProject
    ? [await context.folder(), inProject.file]
    : alone(await realpath(path).catch(() => path));
  try {
    await replaceWhole(home, name, bytesOfText(content));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw fileFailure(error.cause, 'usage', `"${file}" cannot be written`, HINT) ?? error;
  }
}

/** Rejects early, before other work, where `writeOutput` would reject. */
export async function requireWritable(
  context: Context,
  file: string,
  force?: boolean,
): Promise<void> {
  const path = await requireFree(context, file, force);
  try {
    await access(dirname(await realpath(path).catch(() => path)), constants.W_OK);
    if ((await stat(dirname(path))).isDirectory()) return;
  } catch (error) {
    throw fileFailure(error, 'usage', `"${file}" cannot be written`, HINT) ?? error;
  }
  throw new Failure('usage', `"${file}" cannot be written: it is not in a folder.`, { hint: HINT });
}

/**
 * Resolves to the absolute path of `file`. Rejects with `usage` if its folder does not exist, if it
 * is one of the project's own files, which no output replaces, if something other than a file is
 * there, or if a file is there and `force` is not set.
 *
 * @param force undefined if the command has no flag that replaces a file
 */
export async function requireFree(
  context: Context,
  file: string,
  force?: boolean,
): Promise<string> {
  const { path } = await namedFile(context, file);
  if (await isProjectsOwn(context, path)) {
    throw new Failure(
      'usage',
      `"${file}" is one of the project's own files: no output goes there.`,
      {
        hint: 'Name another file: not a page, settings, the configuration, the lock or a file of git',
      },
    );
  }
  const found = await stat(path).catch(() => undefined);
  // A name with a typing error must not make folders.
  if (found === undefined && !existsSync(dirname(path))) {
    throw new Failure('usage', `There is no folder "${dirname(file)}".`, { hint: HINT });
  }
  if (found && !found.isFile()) {
    const what = found.isDirectory() ? 'a folder' : 'not a file';
    throw new Failure('usage', `"${file}" cannot be written: it is ${what}.`, { hint: HINT });
  }
  if (found === undefined || force === true) return path;
  throw new Failure('usage', `"${file}" already exists.`, {
    hint:
      force === undefined
        ? 'Name another file, or delete it'
        : 'Give --force to replace it, or name another file',
  });
}

/** Configuration, locks, baseline and state, in the project's folder. */
const OWN = /^(?:docs-cli\.[^/\\]*(?:config|baseline|lock)[^/\\]*$|\.docs-cli(?:[/\\]|$))/i;

/** Pages and settings, in content folders. */
const CONTENT = /\.md$|^(?:_.*|settings)\.ya?ml$/i;

/** Whether it is a page, settings, the configuration, lock or state of the tool, or in `.git`. */
async function isProjectsOwn(context: Context, path: string): Promise<boolean> {
  const [config, { root, contents }] = await Promise.all([context.config(), context.folder()]);
  const real = await realPath(path);
  if (real.split(sep).includes('.git')) return true;
  if (config.file !== null && real === (await realPath(config.file))) return true;
  if (OWN.test(wayInto(await realPath(root), real) ?? '')) return true;
  const name = basename(real);
  if (!CONTENT.test(name) && name !== PROJECT_FILE) return false;
  const folders = await Promise.all(contents.map((each) => realPath(join(root, each.path))));
  return folders.some((folder) => isInside(real, folder));
}

/** The path without symbolic links; its last part need not exist. */
const realPath = (path: string): Promise<string> =>
  realpath(path).catch(async () =>
    join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path)),
  );
