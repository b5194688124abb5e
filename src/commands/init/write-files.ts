/** Writes the files of `docs init`, and never loses what an existing file has. */
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import type { Host } from '../../host.ts';
import { Failure } from '../../model/failure.ts';
import { fileFailure, isMissing } from '../../model/file-trouble.ts';
import { placeIn } from '../../system/files/path.ts';
import { readRegular } from '../../system/files/read.ts';
import { type Home, bytesOfText, replaceWhole, writeNew } from '../../system/files/write.ts';
import { pipelineNames } from './choose-pipeline.ts';
import { withIgnored } from './templates.ts';

export const CONFIG = 'docs-cli.config.yml';
export const IGNORE_FILE = '.gitignore';

const homeOf = ({ cwd }: Host): Home => ({ root: cwd, stateFolder: null });

export const configExists = (): Failure =>
  new Failure('usage', `${CONFIG} already exists.`, {
    hint: '--ci alone adds a pipeline; --force replaces the configuration and keeps a copy',
  });

/** Throws if a file would be written through a symbolic link out of the folder. */
export function requireInside(folder: string, names: Iterable<string>): void {
  for (const name of names) {
    const place = placeIn(folder, name);
    if ('real' in place) continue;
    throw new Failure('config', `${name} ${place.problem}: nothing was written.`, {
      hint: 'Find out where the link came from, and remove it',
    });
  }
}

/**
 * Writes the files. Existing files are not changed, which is reported, or are replaced after a copy
 * was made. Throws if the configuration exists, or if a file already has the name of a copy.
 */
export async function writeAll(
  { host, ui }: Context,
  files: ReadonlyMap<string, string>,
  mayReplace: (name: string) => boolean,
): Promise<string[]> {
  requireInside(host.cwd, files.keys());
  const home = homeOf(host);
  const written: string[] = [];
  for (const [name, text] of files) {
    if (mayReplace(name)) written.push(...(await keepCopy(home, name, text)));
  }
  for (const [name, text] of files) {
    const content = bytesOfText(text);
    if (!(await writeNew(home, name, content))) {
      // Somebody may have written it while questions were open.
      if (name === CONFIG && !mayReplace(name)) throw configExists();
      if (!mayReplace(name)) {
        const isPipeline = pipelineNames.has(name);
        ui.warn(
          `${name} already exists and was left as it is.`,
          isPipeline ? '--force replaces it and keeps a copy' : undefined,
        );
        continue;
      }
      await replaceWhole(home, name, content);
    }
    written.push(name);
  }
  return written;
}

/**
 * Copies a file before `text` replaces it. Resolves to the name of the copy, or to nothing if the
 * file does not exist or already has this text.
 */
async function keepCopy(home: Home, name: string, text: string): Promise<string[]> {
  const before = bytesAt(home, name);
  if (before === null || before.equals(Buffer.from(text))) return [];
  const copy = `${name}.bak`;
  if (await writeNew(home, copy, bytesOfText(before))) return [copy];
  throw new Failure('usage', `${copy} already exists: there is no room for a copy of ${name}.`, {
    hint: `Move ${copy} away, then run the same command again`,
  });
}

/** Adds the line if it is missing; resolves to whether it did. Does not change a file that cannot be read, and warns. */
export async function ignoreState({ host, ui }: Context): Promise<boolean> {
  const home = homeOf(host);
  let before: Buffer | null;
  try {
    before = bytesAt(home, IGNORE_FILE);
  } catch {
    ui.warn(
      `${IGNORE_FILE} cannot be read and was left as it is.`,
      'Add the line .docs-cli/ to it: the log and caches are kept there',
    );
    return false;
  }
  // In latin1, each byte is one character, whatever the encoding of the file is.
  const after = withIgnored(before?.toString('latin1') ?? '');
  if (after === null) return false;
  return replaceWhole(home, IGNORE_FILE, () => [Buffer.from(after, 'latin1')]);
}

/** The bytes of a file. Null if it does not exist. */
function bytesAt({ root }: Home, name: string): Buffer | null {
  try {
    return readRegular(join(root, name), null);
  } catch (error) {
    if (isMissing(error)) return null;
    throw fileFailure(error, 'config', `${name} cannot be read`) ?? error;
  }
}
