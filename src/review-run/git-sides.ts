/** A review's two sides: files at the merge base of a revision and HEAD, and the current files. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { fileIn } from '../content/folder/list-folder.ts';
import { holds, pathsNamed } from '../content/folder/page-names.ts';
import { readBytes } from '../git/blobs.ts';
import { changedFiles, textsBefore } from '../git/changed-files.ts';
import type { ChangedFiles, OldText } from '../git/changed-files.ts';
import type { GitPlace } from '../git/run-git.ts';
import { isReserved, SYNCED_FOLDER } from '../content/layouts/reserved.ts';
import type { FilePath } from '../model/ids.ts';
import { byCodeUnit } from '../model/order.ts';
import type { FolderOfTexts } from '../page-folders/folder-of-texts.ts';
import { folderWith, readTexts } from '../page-folders/folder-of-texts.ts';
import type { PagePair } from '../review/review.ts';
import type { ComparedDefinition } from './changed-definitions.ts';
import { changedPosts } from './changed-posts.ts';
import { changedSettings } from './changed-settings.ts';
import { folderSide, selectPages, pairsOf } from './folder-sides.ts';
import { CarriedPictures, fits, isPicture, Pictures } from './pictures.ts';
import type { ReviewSides } from './sides.ts';
import { differ } from './surroundings.ts';

/** Rejects with `usage` if git lacks the commit, with `failed` if it lacks a text. No requests. */
export async function gitSides(
  context: Context,
  names: readonly string[],
  revision: string,
): Promise<ReviewSides> {
  const { host } = context;
  const project = await context.project();
  const place = { root: project.root, ...host };
  const read = await Promise.all(project.contents.map((folder) => readTexts(project, folder)));
  const listed = project.references.map(({ file }) => file);
  const changed = await changedFiles(place, revision, {
    below: [...project.contents.map(({ path }) => path), ...listed],
    files: [
      ...read.flatMap(({ folder, files }) => files.map((path) => fileIn(folder.path, path))),
      ...listed.filter((file) => existsSync(join(project.root, file))),
    ],
  });
  const paths = new Set(changed.files.keys());
  const texts = await textsBefore(place, changed);
  const before = await Promise.all(read.map((folder) => folderWith(folder, paths, texts)));
  const carried = new CarriedPictures();
  const former = await formerPictures(place, changed);
  const [old, next] = await Promise.all([
    folderSide(before, new Pictures(project.root, carried, former)),
    folderSide(read, new Pictures(project.root, carried)),
  ]);
  const pathBase = { root: project.root, workingFolder: host.cwd };
  const isMeant = await selectPages(names, [old, next], pathBase);
  // The file identifies a page whose slug changed, and the text identifies one whose file was moved.
  const clues = [({ file }: { file: string }) => file, ({ text }: { text: string }) => text];
  const isElsewhereToo = former.size > 0 || differ(old.around, next.around);
  const pairs = pairsOf(old, next, clues, isMeant, isElsewhereToo);
  const sides = { old: `git ${revision}`, new: 'the files', warnings: [], pictures: carried };
  const isNamed = ({ file }: { readonly file: FilePath }): boolean =>
    names.length === 0 || names.some((name) => holds(pathsNamed(name, pathBase), file));
  const settings = (await changedSettings(before, read)).filter(isNamed);
  const posts = (await changedPosts(before, read, paths)).filter(isNamed);
  const shown = new Set<string>([...settings, ...posts].map(({ file }) => file));
  for (const { pages } of [old, next]) for (const { file } of pages.values()) shown.add(file);
  const rest = [...paths]
    .filter((file) => !shown.has(file) && !isPicture(file) && isNamed({ file }))
    .filter((file) => listed.includes(file) || isOfDocumentation(file, read))
    .toSorted(byCodeUnit);
  const definitions = await definitionsAmong(rest, project.root, sides.old, texts);
  const compared = new Set(definitions.map(({ file }) => file));
  return {
    ...sides,
    pairs: chained(pairs, posts),
    settings,
    definitions: definitions.map(({ report }) => report),
    others: rest.filter((file) => !compared.has(file)),
  };
}

/** Loads the comparison of definitions only if one may have changed. */
async function definitionsAmong(
  files: readonly FilePath[],
  root: string,
  name: string,
  texts: ReadonlyMap<FilePath, OldText>,
): Promise<readonly ComparedDefinition[]> {
  const candidates = files.filter((file) => /\.(?:ya?ml|json)$/i.test(file) && texts.has(file));
  if (candidates.length === 0) return [];
  const { changedDefinitions } = await import('./changed-definitions.ts');
  return changedDefinitions(root, candidates, { name, before: (file) => texts.get(file) });
}

function* chained(...lists: readonly Iterable<PagePair>[]): Generator<PagePair> {
  for (const list of lists) yield* list;
}

/** Whether the platform gets the file besides pages. Synced blocks are shown on their pages. */
const isOfDocumentation = (file: FilePath, read: readonly FolderOfTexts[]): boolean =>
  read.some(({ folder }) => {
    const start = fileIn(folder.path, '');
    const parts = file.startsWith(start) ? file.slice(start.length).split('/') : [];
    const [top = '', second = ''] = parts;
    return parts.length > 1 && top !== SYNCED_FOLDER && (isReserved(top) || isReserved(second));
  });

/** The former contents of pictures that changed. */
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
