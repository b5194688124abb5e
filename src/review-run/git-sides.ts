/** The files as they are, beside what they were where a revision and today's commit parted. */
import type { Context } from '../context.ts';
import { fileIn } from '../content/folder/list-folder.ts';
import { readBytes } from '../git/blobs.ts';
import { changedFiles, textsBefore } from '../git/changed-files.ts';
import type { ChangedFiles } from '../git/changed-files.ts';
import type { GitPlace } from '../git/place.ts';
import type { FilePath } from '../model/ids.ts';
import { folderBefore, readTexts } from '../page-folders/folder-of-texts.ts';
import { changedSettings } from './changed-settings.ts';
import { folderSide, selectPages, pairsOf } from './folder-sides.ts';
import { CarriedPictures, fits, isPicture, Pictures } from './pictures.ts';
import type { ReviewSides } from './sides.ts';
import { differ } from './surroundings.ts';

/** Rejects with `usage` if git does not know the commit, and with `failed` if it does not have a text of that commit. No request. */
export async function gitSides(
  context: Context,
  names: readonly string[],
  revision: string,
): Promise<ReviewSides> {
  const { host } = context;
  const project = await context.project();
  const place = { root: project.root, ...host };
  const read = await Promise.all(project.contents.map((folder) => readTexts(project, folder)));
  const changed = await changedFiles(place, revision, {
    below: project.contents.map(({ path }) => path),
    files: read.flatMap(({ folder, files }) => files.map((path) => fileIn(folder.path, path))),
  });
  const paths = new Set(changed.files.keys());
  const texts = await textsBefore(place, changed);
  const before = await Promise.all(read.map((folder) => folderBefore(folder, paths, texts)));
  const carried = new CarriedPictures();
  const former = await formerPictures(place, changed);
  const [old, next] = await Promise.all([
    folderSide(before, new Pictures(project.root, carried, former)),
    folderSide(read, new Pictures(project.root, carried)),
  ]);
  const isMeant = await selectPages(names, [old, next], {
    root: project.root,
    workingFolder: host.cwd,
  });
  // A page whose slug changed is known by its file, and one whose file was moved by its text.
  const clues = [({ file }: { file: string }) => file, ({ text }: { text: string }) => text];
  return {
    old: `git ${revision}`,
    new: 'the files',
    pairs: pairsOf(old, next, clues, isMeant, former.size > 0 || differ(old.around, next.around)),
    ...(names.length === 0 ? { settings: await changedSettings(before, read) } : {}),
    warnings: [],
    pictures: carried,
  };
}

/** What was in pictures that changed. */
async function formerPictures(
  place: GitPlace,
  changed: ChangedFiles,
): Promise<ReadonlyMap<FilePath, Buffer | null>> {
  const files = new Map<string, FilePath[]>();
  const found = new Map<FilePath, Buffer | null>();
  for (const [file, blob] of changed.files) {
    if (blob === null || !isPicture(file)) continue;
    found.set(file, null);
    files.set(blob, [...(files.get(blob) ?? []), file]);
  }
  for await (const { blob, bytes } of readBytes(place, [...files.keys()])) {
    for (const file of files.get(blob) ?? []) found.set(file, bytes && fits(bytes));
  }
  return found;
}
