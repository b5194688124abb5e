/** A review's two sides: files at the merge base of a revision and HEAD, and the current files. */
import { existsSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import type { Context } from '../../../context.ts';
import { fileIn } from '../../../content/folder/list-folder.ts';
import { holds, pathsNamed } from '../../../content/folder/page-names.ts';
import { committedText, readBytes } from '../../../system/git/blobs.ts';
import { changedFiles, textsBefore } from '../../../system/git/changed-files.ts';
import type { ChangedFiles, OldText } from '../../../system/git/changed-files.ts';
import type { GitPlace } from '../../../system/git/run-git.ts';
import { decoded, parseAddress } from '../../../content/darkdown/address.ts';
import { besidePages } from '../../../content/layouts/beside-pages.ts';
import { findLinks, unescaped } from '../../../content/links/find-links.ts';
import { isOffered, mayOffer } from '../../../content/shown-files.ts';
import { isReserved, syncedBlockAt } from '../../../content/file-names.ts';
import type { FilePath } from '../../../model/ids.ts';
import { byCodeUnit } from '../../../model/order.ts';
import type { FolderOfTexts } from '../../../content/folder/folder-of-texts.ts';
import { folderWith, readTexts } from '../../../content/folder/folder-of-texts.ts';
import type { PagePair } from '../../../site/review/review.ts';
import { REDIRECTS_FILE } from '../../../content/redirects/redirects.ts';
import type { ComparedDefinition } from './changed-definitions.ts';
import { changedPosts } from './changed-posts.ts';
import { changedSettings } from './changed-settings.ts';
import { folderSide, selectPages, pairsOf } from './folder-sides.ts';
import type { FolderPage } from './folder-pages.ts';
import { CarriedPictures, fits, isPicture, Pictures } from './pictures.ts';
import type { FormerPictures } from './pictures.ts';
import type { ReviewSides } from './sides.ts';
import { differ } from './page-surroundings.ts';

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
  const config = (await context.config()).file;
  const beside = [
    REDIRECTS_FILE,
    ...(config === null ? [] : [relative(project.root, config) as FilePath]),
  ];
  const changed = await changedFiles(place, revision, {
    below: [...project.contents.map(({ path }) => path), ...listed, ...partsOf(listed), ...beside],
    files: [
      ...read.flatMap(({ folder, files }) => files.map((path) => fileIn(folder.path, path))),
      ...[...listed, ...beside].filter((file) => existsSync(join(project.root, file))),
    ],
  });
  const paths = new Set(changed.files.keys());
  const texts = await textsBefore(place, changed);
  const before = await Promise.all(read.map((folder) => folderWith(folder, paths, texts)));
  const carried = new CarriedPictures();
  const former = await formerPictures(place, changed);
  const pictures = {
    old: new Pictures(project.root, carried, former),
    new: new Pictures(project.root, carried),
  };
  const [old, next] = await Promise.all([
    folderSide(before, pictures.old),
    folderSide(read, pictures.new),
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
  const pages = [old, next].flatMap((side) => Array.from(side.pages.values()));
  const pageFiles = new Set(pages.map(({ file }) => file.normalize('NFC')));
  const ofReaders = filesOfReaders([...before, ...read], pages);
  // A push sends them all the same.
  const ignored = new Set(changed.ignored);
  const uncompared = [...next.pages.values()]
    .filter((page) => ignored.has(page.file) && isMeant(page))
    .map(({ file }) => file);
  for (const { file, generated = false } of project.references) {
    if (!generated || !isNamed({ file })) continue;
    if ((await committedText(place, file, changed.base)) === undefined) uncompared.push(file);
  }
  const rest = [...paths]
    .filter((file) => isNamed({ file }) && !uncompared.includes(file))
    .filter(
      (file) =>
        pageFiles.has(file) ||
        beside.includes(file) ||
        isOfDefinition(file, listed) ||
        isOfDocumentation(file, read) ||
        ofReaders(file),
    )
    .toSorted(byCodeUnit);
  const definitions = await definitionsAmong(rest, project.root, sides.old, texts);
  const compared = new Set<string>(definitions.map(({ file }) => file));
  return {
    ...sides,
    pairs: chained(pairs, posts),
    settings,
    definitions: definitions.map(({ report }) => report),
    others(reviewed) {
      const shown = pages.filter(({ file }) => reviewed.has(file)).map(({ text }) => text);
      const isShown = (file: FilePath): boolean => {
        if (isPicture(file) && pictures.new.differsFrom(pictures.old, file)) return true;
        const id = blockAt(file, read);
        return id !== undefined && shown.some((text) => text.includes(`"${id}"`));
      };
      return rest.filter((file) => !reviewed.has(file) && !compared.has(file) && !isShown(file));
    },
    uncompared,
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

/** Whether the platform gets the file besides pages. */
const isOfDocumentation = (file: FilePath, read: readonly FolderOfTexts[]): boolean =>
  pathsIn(read, file).some((path) => {
    const [top = '', second = ''] = path.split('/');
    return path.includes('/') && (isReserved(top) || isReserved(second));
  });

/** The id of the synced block that is in the file. */
const blockAt = (file: FilePath, read: readonly FolderOfTexts[]): string | undefined =>
  pathsIn(read, file)
    .map(syncedBlockAt)
    .find((id) => id !== undefined);

/** The paths that a file has in content folders. */
const pathsIn = (read: readonly FolderOfTexts[], file: FilePath): string[] =>
  read.flatMap(({ folder }) => {
    const start = fileIn(folder.path, '');
    return file.startsWith(start) ? [file.slice(start.length)] : [];
  });

/** The folders of these definitions, which may have parts of them; none if it is the project's. */
const partsOf = (definitions: readonly FilePath[]): FilePath[] =>
  [...new Set(definitions.map((file) => posix.dirname(file) as FilePath))].filter(
    (folder) => folder !== '.',
  );

const isOfDefinition = (file: FilePath, listed: readonly FilePath[]): boolean =>
  listed.includes(file) ||
  (/\.(?:ya?ml|json|md)$/i.test(file) &&
    partsOf(listed).some((folder) => file.startsWith(`${folder}/`)));

/** Which files pages, posts and synced blocks show or offer, by the names of files alone. */
function filesOfReaders(
  read: readonly FolderOfTexts[],
  pages: readonly FolderPage[],
): (file: FilePath) => boolean {
  const nameOf = (path: string): string => posix.basename(path).normalize('NFC');
  let names: ReadonlySet<string> | undefined;
  const namesLinked = (): ReadonlySet<string> => {
    const texts = new Set([...pages.map(({ text }) => text), ...textsBesidePages(read)]);
    const paths = [...texts].filter(mayOffer).flatMap((text) =>
      findLinks(text).flatMap(({ target }) => {
        const { kind, path } = parseAddress(unescaped(target));
        return kind === 'file' ? [decoded(path) ?? path] : [];
      }),
    );
    return new Set(paths.map(nameOf));
  };
  return (file) => isOffered(file) && (names ??= namesLinked()).has(nameOf(file));
}

/** The texts of posts and synced blocks. */
const textsBesidePages = (folders: readonly FolderOfTexts[]): string[] =>
  folders.flatMap(({ files, read }) =>
    files.flatMap((path) => {
      const kind = besidePages(path)?.kind;
      const text = kind === 'post' || kind === 'block' ? read(path) : null;
      return text && 'text' in text ? [text.text] : [];
    }),
  );

/** The former contents of pictures that changed. */
async function formerPictures(place: GitPlace, changed: ChangedFiles): Promise<FormerPictures> {
  const files = new Map<string, FilePath[]>();
  const found = new Map<FilePath, Buffer | null | undefined>();
  for (const [file, blob] of changed.files) {
    if (!isPicture(file)) continue;
    found.set(file, blob === null ? undefined : null);
    if (blob === null) continue;
    files.set(blob, [...(files.get(blob) ?? []), file]);
  }
  for await (const { blob, bytes } of readBytes(place, [...files.keys()])) {
    for (const file of files.get(blob) ?? []) found.set(file, bytes && fits(bytes));
  }
  return found;
}
