/** Which page was in which file at a commit: today's content folders with that commit's files. */
import { fileIn } from '../../content/folder/list-folder.ts';
import { readFolder } from '../../content/folder/read-folder.ts';
import type { FolderSource, ReadFolder } from '../../content/folder/read-folder.ts';
import { detectLayout, roleOf } from '../../content/layouts/detect.ts';
import { mappingOf } from '../../content/layouts/layout.ts';
import { headerFactsOf } from '../../content/page/page-facts.ts';
import type { HeaderFacts } from '../../content/page/page-facts.ts';
import { parsePageFile } from '../../content/page/page-file.ts';
import { parseSettings } from '../../content/settings/settings-file.ts';
import type { PageMap } from '../../content/links/link-targets.ts';
import { isHiddenPath } from '../../files/hidden.ts';
import { readBlobs } from '../../git/blobs.ts';
import type { GitPlace } from '../../git/place.ts';
import { filesOf } from '../../git/tree.ts';
import type { FilePath } from '../../model/ids.ts';
import type { ContentFolder, Project } from '../../model/project.ts';
import { pageMapOf } from '../folder/scan-links.ts';

/** How many commits a run looks at, at most. */
const MOST_COMMITS = 400;

type Blobs = ReadonlyMap<FilePath, string>;

/** The folders of commits. Each commit is arranged once. */
export class PastFolders {
  readonly #place: GitPlace;
  readonly #project: Project;
  readonly #known = new Map<string, Promise<PageMap>>();
  /** By blob, because most files are the same in most commits. */
  readonly #facts = new Map<string, HeaderFacts>();
  readonly #settings = new Map<string, string>();
  readonly #unreadable = new Set<string>();

  constructor(place: GitPlace, project: Project) {
    this.#place = place;
    this.#project = project;
  }

  /** The map from files to pages at the commit. Empty if git does not know the commit or what its settings were, or the limit is reached. */
  at(commit: string): Promise<PageMap> {
    const known = this.#known.get(commit);
    if (known) return known;
    const found = this.#known.size < MOST_COMMITS ? this.#read(commit) : Promise.resolve(NONE);
    this.#known.set(commit, found);
    return found;
  }

  async #read(commit: string): Promise<PageMap> {
    const { contents } = this.#project;
    const below = contents.map(({ path }) => path);
    const blobs = new Map<FilePath, string>();
    for (const { file, blob, isLink } of (await filesOf(this.#place, commit, below)) ?? []) {
      if (!isLink && !isHiddenPath(file)) blobs.set(file, blob);
    }
    const folders: ReadFolder<Then>[] = [];
    for (const folder of contents) {
      const read = await this.#readFolder(folder, blobs);
      if (read === null) return NONE;
      folders.push(read);
    }
    return pageMapOf(folders.flatMap(({ candidates }) => candidates));
  }

  /** `null`: git does not have all of its settings, or it was an export. */
  async #readFolder(folder: ContentFolder, blobs: Blobs): Promise<ReadFolder<Then> | null> {
    const start = fileIn(folder.path, '');
    const others = this.#project.contents
      .map((other) => fileIn(other.path, ''))
      .filter((other) => other.length > start.length);
    const files = [...blobs.keys()].flatMap((file) =>
      file.startsWith(start) && !others.some((other) => file.startsWith(other))
        ? [file.slice(start.length)]
        : [],
    );
    const blobOf = (path: string): string => blobs.get(fileIn(folder.path, path)) ?? '';
    const isMapped = mappingOf(folder) !== null;
    const layout = detectLayout(files, isMapped);
    if (layout === 'export') return null;
    const pages: string[] = [];
    const settings: string[] = [];
    for (const path of files) {
      const { role } = roleOf(path, layout, isMapped);
      if (role === 'page') pages.push(blobOf(path));
      else if (role === 'settings') settings.push(blobOf(path));
    }
    await this.#take(pages, settings);
    // Without a settings file the folder's pages would seem to have other keys. A page alone is left out: nobody says that it was not there.
    if (settings.some((blob) => this.#unreadable.has(blob))) return null;
    const source: FolderSource<Then> = {
      beyondGlobs: true,
      page: (_, path) => {
        const facts = this.#facts.get(blobOf(path));
        return facts ? { facts } : null;
      },
      settings: async (file, path) => {
        const text = this.#settings.get(blobOf(path));
        return text === undefined ? null : { value: await parseSettings(text, file) };
      },
    };
    return readFolder(folder, { files, refused: [], takes: () => true }, source);
  }

  async #take(pages: readonly string[], settings: readonly string[]): Promise<void> {
    const asked = new Set([
      ...pages.filter((blob) => !this.#facts.has(blob)),
      ...settings.filter((blob) => !this.#settings.has(blob)),
    ]);
    for (const blob of this.#unreadable) asked.delete(blob);
    const isSettings = new Set(settings);
    for await (const { blob, text } of readBlobs(this.#place, [...asked])) {
      if (text === null) this.#unreadable.add(blob);
      else if (isSettings.has(blob)) this.#settings.set(blob, text);
      else this.#facts.set(blob, headerFactsOf(parsePageFile(text)));
    }
  }
}

interface Then {
  readonly facts: HeaderFacts;
}

const NONE: PageMap = { keyOf: () => undefined, fileOf: () => undefined };
