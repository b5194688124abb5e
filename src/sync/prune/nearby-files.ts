/** Files that are no pages, and may yet be the file of a page: set aside under another extension, hidden, or put somewhere else. */
import { readdirSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join, posix } from 'node:path';
import { listFiles, PASSED_OVER } from '../../content/folder/list-files.ts';
import { fileIn, listFolder } from '../../content/folder/list-folder.ts';
import { safeName } from '../../content/folder/file-names.ts';
import { readInside } from '../../content/folder/replace-text.ts';
import { stemOf } from '../../content/layouts/layout.ts';
import { digestsOf, headerFactsOf } from '../../content/page/page-facts.ts';
import { parsePageFile } from '../../content/page/page-file.ts';
import { placeIn } from '../../files/limit.ts';
import type { FilePath } from '../../model/ids.ts';
import { placeOf } from '../../model/ids.ts';
import type { LocalPage, LocalProject, UnplacedFile } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import type { BasePage } from '../../model/sides.ts';
import { textsOf } from '../folder/scan-links.ts';
import type { TextReader } from '../folder/texts.ts';
import { isLikelyFile, isLikelyFolder, isPageLike, stemFold } from './likely-names.ts';
import type { Stems } from './likely-names.ts';
import type { PastFile } from './past-files.ts';

interface Scene {
  readonly local: LocalProject;
  readonly unplaced: readonly UnplacedFile[];
  readonly texts: Pick<TextReader, 'pages'>;
}

/** A page whose file is gone, and what is known of that file. */
interface Lost {
  readonly line: BasePage;
  readonly past: PastFile | undefined;
  readonly stems: Stems;
  /** Where it was; relative links start there. */
  readonly file: FilePath;
}

/**
 * Looks into the folder where a file was, at what the listing of the content folders passes over, into the folders around these, one level deep, and at
 * what git knows. Folders are listed when they are asked for, and once.
 */
export class NearbyFiles {
  readonly #project: Project;
  readonly #scene: Scene;
  readonly #pages: ReadonlySet<string>;
  readonly #entries = new Map<string, readonly Dirent[]>();
  #hidden: readonly FilePath[] | undefined;
  #elsewhere: readonly FilePath[] | undefined;

  constructor(project: Project, scene: Scene) {
    this.#project = project;
    this.#scene = scene;
    const files: Iterable<Pick<LocalPage, 'file'>> = [
      ...scene.local.pages.values(),
      ...scene.unplaced,
    ];
    this.#pages = new Set(Array.from(files, ({ file }) => file));
  }

  /** A file that may be the one of this page; undefined if there is none. `past`: what git knows of its file. */
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
      this.#arrived(lost)
    );
  }

  /** In which its file was: as git knows, and as the lock tells. */
  #foldersOf({ key, folder }: BasePage, past: PastFile | undefined): readonly FilePath[] {
    const { version, documentation } = placeOf(key);
    const home = this.#scene.local.documentations.find(
      (one) => one.version === version && one.slug === documentation,
    )?.folder;
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

  /** Of its name, and not there while its file was; where nobody tells that, of its title or text. */
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

  /** Whether the file says that it is the page. */
  #holds(file: FilePath, { line, file: before }: Lost): boolean {
    const found = readInside(this.#project.root, file);
    if ('problem' in found) return false;
    const { title, slug } = headerFactsOf(parsePageFile(found.text));
    if (title === line.title || slug === placeOf(line.key).slug) return true;
    const texts = textsOf(found.text, { key: line.key, file: before }, this.#scene.texts.pages);
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
      // It went, or nobody may look into it.
      return [];
    }
  }

  /** What is listed in the content folders and is not a page, and what lies around them. */
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

  /** Those that a content folder is in, and the folders in these. */
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

/** Of the project, from the next one up to its root. */
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
    // There is no such folder any more, or nobody may look into it.
    return [];
  }
}
