/** Which page was in which file at a commit: the content folders of today, as that commit has them. */
import { fileIn } from '../../content/folder/list-folder.ts';
import { detectLayout, roleOf } from '../../content/layouts/detect.ts';
import { arrangeFolder } from '../../content/layouts/arrange.ts';
import { mappingOf } from '../../content/layouts/layout.ts';
import type { PageInPlace } from '../../content/layouts/layout.ts';
import { headerFactsOf } from '../../content/page-facts.ts';
import type { HeaderFacts } from '../../content/page-facts.ts';
import { parsePageFile } from '../../content/page-file.ts';
import { parseSettings } from '../../content/settings-file.ts';
import type { SettingsValue } from '../../content/settings-file.ts';
import type { PageMap } from '../../content/link-targets.ts';
import { readBlobs } from '../../git/blobs.ts';
import type { GitPlace } from '../../git/place.ts';
import { filesOf } from '../../git/tree.ts';
import { Failure } from '../../model/failure.ts';
import { pageKey } from '../../model/ids.ts';
import type { FilePath } from '../../model/ids.ts';
import type { ContentFolder, Project } from '../../model/project.ts';
import { pageMapOf } from '../scan-links.ts';
import type { PageInFile } from '../scan-links.ts';

/** More commits than these are not looked at in one run. */
const MOST_COMMITS = 400;

type Blobs = ReadonlyMap<FilePath, string>;

export class PastFolders {
  readonly #place: GitPlace;
  readonly #contents: readonly ContentFolder[];
  readonly #known = new Map<string, Promise<PageMap>>();
  /** By blob: most files are the same in most commits. */
  readonly #facts = new Map<string, HeaderFacts>();
  readonly #settings = new Map<string, SettingsValue | null>();

  constructor(place: GitPlace, { contents }: Pick<Project, 'contents'>) {
    this.#place = place;
    this.#contents = contents;
  }

  /** Without pages where git does not know the commit, or too many others were asked for. */
  at(commit: string): Promise<PageMap> {
    const known = this.#known.get(commit);
    if (known) return known;
    const found = this.#known.size < MOST_COMMITS ? this.#read(commit) : Promise.resolve(NONE);
    this.#known.set(commit, found);
    return found;
  }

  async #read(commit: string): Promise<PageMap> {
    const below = this.#contents.map(({ path }) => path);
    const blobs = new Map<FilePath, string>();
    for (const { file, blob, isLink } of (await filesOf(this.#place, commit, below)) ?? []) {
      if (!isLink && !HIDDEN.test(file)) blobs.set(file, blob);
    }
    const pages: PageInFile[] = [];
    for (const folder of this.#contents) {
      for (const place of await this.#arrange(folder, blobs)) {
        pages.push({ key: pageKey(place), file: fileIn(folder.path, place.path) });
      }
    }
    return pageMapOf(pages);
  }

  async #arrange(folder: ContentFolder, blobs: Blobs): Promise<readonly PageInPlace[]> {
    const start = fileIn(folder.path, '');
    const others = this.#contents
      .map((other) => fileIn(other.path, ''))
      .filter((other) => other.length > start.length);
    const paths = [...blobs.keys()].flatMap((file) =>
      file.startsWith(start) && !others.some((other) => file.startsWith(other))
        ? [file.slice(start.length)]
        : [],
    );
    const mapping = mappingOf(folder);
    const layout = detectLayout(paths, mapping !== null);
    const found = { page: [] as string[], settings: [] as string[] };
    for (const path of paths) {
      const { role } = roleOf(path, layout, mapping !== null);
      if (role === 'page' || role === 'settings') found[role].push(path);
    }
    const blobOf = (path: string): string => blobs.get(fileIn(folder.path, path)) ?? '';
    await this.#take(found.page.map(blobOf), found.settings.map(blobOf));
    const pages = new Map<string, HeaderFacts>();
    for (const path of found.page) {
      const facts = this.#facts.get(blobOf(path));
      if (facts) pages.set(path, facts);
    }
    const settings = new Map<string, SettingsValue>();
    for (const path of found.settings) {
      const value = this.#settings.get(blobOf(path));
      if (value !== undefined && value !== null) settings.set(path, value);
    }
    try {
      const whole = { path: folder.path, mapping, pages, settings, references: [] };
      return arrangeFolder(whole, layout).pages;
    } catch (error) {
      // A commit may have settings that no push took.
      if (error instanceof Failure) return [];
      throw error;
    }
  }

  async #take(pages: readonly string[], settings: readonly string[]): Promise<void> {
    const asked = new Set([
      ...pages.filter((blob) => !this.#facts.has(blob)),
      ...settings.filter((blob) => !this.#settings.has(blob)),
    ]);
    const isSettings = new Set(settings);
    for await (const { blob, text } of readBlobs(this.#place, [...asked])) {
      if (isSettings.has(blob)) this.#settings.set(blob, await parsed(text));
      else this.#facts.set(blob, headerFactsOf(parsePageFile(text)));
    }
  }
}

/** Names that a scan passes over. */
const HIDDEN = /(?:^|\/)(?:\.|node_modules\/)/;

const NONE: PageMap = { keyOf: () => undefined, fileOf: () => undefined };

async function parsed(text: string): Promise<SettingsValue | null> {
  try {
    return await parseSettings(text, 'settings' as FilePath);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
