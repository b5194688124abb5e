/** Finds files that are not pages now but may be the missing file of one: renamed to another extension, hidden, or moved elsewhere. */
import { readdirSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join, posix } from 'node:path';
import { listFiles, PASSED_OVER } from '../../content/folder/list-files.ts';
import { fileIn, listFolder } from '../../content/folder/list-folder.ts';
import { safeName } from '../../content/file-names.ts';
import { readInside } from '../../content/folder/replace-text.ts';
import { stemOf } from '../../content/layouts/layout.ts';
import { digestsOf, headerFactsOf } from '../../content/page/page-facts.ts';
import { parsePageFile } from '../../content/page/page-file.ts';
import { placeIn } from '../../files/limit.ts';
import type { FilePath } from '../../model/ids.ts';
import { placeOf } from '../../model/ids.ts';
import { documentationOf } from '../../model/local.ts';
import type { LocalPage, LocalProject, UnplacedFile } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import type { BasePage } from '../../model/sides.ts';
import { textsAsSent } from '../folder/scan-links.ts';
import type { TextReader } from '../folder/texts.ts';
import { isLikelyFile, isLikelyFolder, isPageLike, stemFold } from './likely-names.ts';
import type { Stems } from './likely-names.ts';
import type { PastFile } from './past-files.ts';

interface Scene {
  readonly local: LocalProject;
  readonly unplaced: readonly UnplacedFile[];
  readonly texts: Pick<TextReader, 'pages'>;
}

/** How many files with unrelated names are read for one page, at most. */
const MOST_READ = 200;

/** A page whose file is gone, and what is known of that file. */
interface Lost {
  readonly line: BasePage;
  readonly past: PastFile | undefined;
  readonly stems: Stems;
  /** Where the file was; its relative links start there. */
  readonly file: FilePath;
}

/**
 * Searches the folder of the missing file, files that the listing of content folders skips, the folders
 * around the content folders, one level deep, and files that git knows, tracked or not. Lists each folder on
 * demand and once.
 */
export class NearbyFiles {
  readonly #project: Project;
  readonly #scene: Scene;
  readonly #untracked: readonly FilePath[];
  readonly #pages: ReadonlySet<string>;
  readonly #entries = new Map<string, readonly Dirent[]>();
  #hidden: readonly FilePath[] | undefined;
  #elsewhere: readonly FilePath[] | undefined;

  constructor(project: Project, scene: Scene, untracked: readonly FilePath[]) {
    this.#project = project;
    this.#untracked = untracked;
    this.#scene = scene;
    const files: Iterable<Pick<LocalPage, 'file'>> = [
      ...scene.local.pages.values(),
      ...scene.unplaced,
    ];
    this.#pages = new Set(Array.from(files, ({ file }) => file));
  }

  /** Returns a file that may be this page's, or undefined if there is none. `past`: what git knows of its file. */
  find(line: BasePage, past: PastFile | undefined): FilePath | undefined {
    const { slug } = placeOf(line.key);
    const folders = this.#foldersOf(line, past);
    const names = [slug, safeName(line.title), ...(past ? [stemOf(past.file)] : [])];
    const stems = new Set(names.map(stemFold));
    const file = past?.file ?? fileIn(folders[0] ?? ('.' as FilePath), `${slug}.md`);
    const lost = { line, past, stems, file };
    return (
      this.#beside(folders, lost) ??
      this.#hiddenFiles().find((other) => this.#isIts(other, lost)) ??
      past?.renamedTo.find((other) => !this.#pages.has(other) && this.#isThere(other)) ??
      this.#arrived(lost) ??
      this.#unkept(lost)
    );
  }

  /** Folders that contained the file, according to git and the lock. */
  #foldersOf({ key, folder }: BasePage, past: PastFile | undefined): readonly FilePath[] {
    const home = documentationOf(this.#scene.local.documentations, placeOf(key))?.folder;
    const told = home === undefined ? [] : [folder === undefined ? home : fileIn(home, folder)];
    const before = past ? [posix.dirname(past.file) as FilePath] : [];
    return [...new Set([...before, ...told])];
  }

  #beside(folders: readonly FilePath[], lost: Lost): FilePath | undefined {
    for (const folder of folders) {
      for (const entry of this.#entriesOf(folder)) {
        const file = fileIn(folder, entry.name);
        const isIts = entry.isDirectory()
          ? isLikelyFolder(entry.name, lost.stems)
          : !this.#pages.has(file) && this.#isIts(file, lost);
        if (isIts) return file;
      }
    }
    return undefined;
  }

  #isIts(file: FilePath, lost: Lost): boolean {
    const name = posix.basename(file);
    return isLikelyFile(name, lost.stems) || (isPageLike(name) && this.#holds(file, lost));
  }

  /**
   * A file with the page's name that did not exist yet when the page's file did. If git does not tell, the
   * file must have the page's title or text.
   */
  #arrived(lost: Lost): FilePath | undefined {
    const { past, stems } = lost;
    const tracked = past?.arrived ?? [];
    return [...tracked, ...this.#filesElsewhere()].find(
      (file) =>
        !this.#pages.has(file) &&
        isLikelyFile(posix.basename(file), stems) &&
        this.#isThere(file) &&
        (past ? !past.had.has(file) : this.#holds(file, lost)),
    );
  }

  /** An untracked file with the page's name, or with its title or text. */
  #unkept(lost: Lost): FilePath | undefined {
    let read = 0;
    return this.#untracked.find((file) => {
      if (this.#pages.has(file)) return false;
      const name = posix.basename(file);
      if (isLikelyFile(name, lost.stems)) return true;
      if (!isPageLike(name) || read >= MOST_READ) return false;
      read += 1;
      return this.#holds(file, lost);
    });
  }

  /** Whether the file has the title, slug or text of the page. */
  #holds(file: FilePath, { line, file: before }: Lost): boolean {
    const found = readInside(this.#project.root, file);
    if ('problem' in found) return false;
    const { title, slug } = headerFactsOf(parsePageFile(found.text));
    if (title === line.title || slug === placeOf(line.key).slug) return true;
    const texts = textsAsSent(found.text, { key: line.key, file: before }, this.#scene.texts.pages);
    return digestsOf(texts).head === line.sent;
  }

  #isThere(file: FilePath): boolean {
    const folder = posix.dirname(file) as FilePath;
    const name = posix.basename(file);
    return this.#entriesOf(folder).some((entry) => entry.name === name && !entry.isDirectory());
  }

  #hiddenFiles(): readonly FilePath[] {
    return (this.#hidden ??= this.#project.contents.flatMap((content) =>
      (listFolder(this.#project, content).hidden ?? [])
        .map((path) => fileIn(content.path, path))
        .filter((folder) => folder !== this.#project.stateFolder)
        .flatMap((folder) => this.#filesIn(folder)),
    ));
  }

  #filesIn(folder: FilePath): readonly FilePath[] {
    try {
      const { files } = listFiles(join(this.#project.root, folder));
      return files.map((path) => fileIn(folder, path));
    } catch {
      // The folder disappeared or cannot be read.
      return [];
    }
  }

  /** Files in the content folders that are not pages, and files around the content folders. */
  #filesElsewhere(): readonly FilePath[] {
    return (this.#elsewhere ??= [
      ...this.#project.contents.flatMap((content) =>
        listFolder(this.#project, content).files.map((path) => fileIn(content.path, path)),
      ),
      ...this.#foldersAround().flatMap((folder) =>
        this.#entriesOf(folder).flatMap((entry) =>
          entry.isFile() ? [fileIn(folder, entry.name)] : [],
        ),
      ),
    ]);
  }

  /** The folders that contain a content folder, and their direct subfolders. */
  #foldersAround(): readonly FilePath[] {
    const { contents, stateFolder } = this.#project;
    const around = new Set(contents.flatMap(({ path }) => foldersAbove(path)));
    const isContent = (folder: string): boolean =>
      contents.some(({ path }) => folder === path || folder.startsWith(`${path}/`));
    const inside = [...around].flatMap((folder) =>
      this.#entriesOf(folder).flatMap((entry) => {
        const path = fileIn(folder, entry.name);
        const isLeft = PASSED_OVER.has(entry.name) || path === stateFolder || isContent(path);
        return entry.isDirectory() && !isLeft ? [path] : [];
      }),
    );
    return [...new Set([...around, ...inside])];
  }

  #entriesOf(folder: FilePath): readonly Dirent[] {
    const known = this.#entries.get(folder);
    if (known) return known;
    const found = listed(this.#project.root, folder);
    this.#entries.set(folder, found);
    return found;
  }
}

/** The folders above a path, from its parent up to the project's root. */
function foldersAbove(path: FilePath): readonly FilePath[] {
  const found: FilePath[] = [];
  for (let at = path; at !== '.' && at !== '';) {
    at = posix.dirname(at) as FilePath;
    found.push(at);
  }
  return found;
}

function listed(root: string, folder: FilePath): readonly Dirent[] {
  try {
    const isBeside = folder === '..' || folder.startsWith('../');
    const place = isBeside ? { real: join(root, folder) } : placeIn(root, folder);
    if ('problem' in place) return [];
    return readdirSync(place.real, { withFileTypes: true }).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    );
  } catch {
    // The folder disappeared or cannot be read.
    return [];
  }
}
