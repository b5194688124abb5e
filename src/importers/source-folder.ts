/**
 * The source folder on the disk. Only files inside it are read; links out of it are not followed.
 */
import { issueIn } from './model.ts';
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { listFiles } from '../content/folder/list-folder.ts';
import { readText } from '../system/files/read.ts';
import type { OpenedSource } from './import-tool.ts';
import { TOOLS } from './tools.ts';
import { Failure } from '../model/failure.ts';
import { fileFailure } from '../model/file-trouble.ts';

/**
 * Hidden folders and files of tools, which contain settings and pictures, and the folders in them
 * that builds write.
 */
const OWN = TOOLS.flatMap(({ hidden = [] }) => hidden);
const MADE = TOOLS.flatMap(({ made = [] }) => made);

const isMade = (name: string): boolean => MADE.some((path) => `/${name}`.includes(`/${path}/`));

/** Opens a source without its folder `except`. Rejects with `usage` if it cannot be read. */
export function openSource(path: string, shown: string, except: string | null): OpenedSource {
  let root: string;
  try {
    root = realpathSync(path);
    if (!statSync(root).isDirectory()) throw new Failure('usage', `"${shown}" is not a folder.`);
  } catch (error) {
    if (error instanceof Failure) throw error;
    const hint = "Name the folder with the other tool's configuration";
    throw fileFailure(error, 'usage', `"${shown}" cannot be read`, hint) ?? error;
  }
  const left = new Set(except === null ? [] : [except]);
  const listing = listFiles(root, left);
  const { hidden = [] } = listing;
  const refused = [...listing.refused];
  const files = [...listing.files];
  for (const own of hidden.filter((name) => OWN.includes(posix.basename(name)))) {
    const below = listFiles(join(root, own));
    files.push(...below.files.map((name) => `${own}/${name}`).filter((name) => !isMade(name)));
    refused.push(
      ...below.refused.map(({ path: name, reason }) => ({ path: `${own}/${name}`, reason })),
    );
  }
  const folders = new Set(files.map((name) => name.slice(0, name.lastIndexOf('/') + 1)));
  for (const folder of new Set(['', ...folders])) {
    for (const name of OWN.map((each) => folder + each)) {
      if (lstatSync(join(root, name), { throwIfNoEntry: false })?.isFile()) files.push(name);
    }
  }
  const known = new Set(files);
  return {
    root,
    hidden,
    folder: {
      files: files.toSorted(),
      has: (name) => known.has(name),
      text: (name) => (known.has(name) ? textOf(join(root, name)) : null),
    },
    issues: refused.map(({ path: name, reason }) =>
      issueIn(name, null, 'file', `This ${reason}, so it was not imported.`),
    ),
  };
}

function textOf(path: string): string | null {
  const read = readText(path, 'source');
  return read !== null && 'text' in read ? read.text : null;
}
