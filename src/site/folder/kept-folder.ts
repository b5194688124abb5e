/** What is kept of content folders from run to run: the heads of their pages, and the site that they made. */
import type { Stats } from 'node:fs';
import { statOf } from '../../content/folder/read-text.ts';
import type { Unreadable } from '../../content/folder/read-text.ts';
import { StatCache } from '../../files/cache/stat-cache.ts';
import type { CacheName } from '../../files/cache/stat-cache.ts';
import type { FilePath } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import type { FirstLook } from './first-look.ts';
import { isSameSite, unpackedSite } from './kept-site.ts';
import type { KeptPage, KeptSite, PackedSite, UnpackedSite } from './kept-site.ts';
import { readAbout } from './page-about.ts';
import type { SeenPageFile } from './page-about.ts';

/** The format changes with what is read of a header, and with what is kept of a site. */
const CACHE: CacheName = { file: 'site.cache', format: 'docs-cli site 4' };

interface About {
  readonly configured: string;
  /** Inodes of the content folders: a cache that came with them from elsewhere is not believed. */
  readonly folders: readonly (number | null)[];
  /** Files that were read besides pages. Their stat data are kept like those of pages, without a value. */
  readonly settings: readonly FilePath[];
  /** `null`: some file was wrong, and what is wrong with it is not kept. */
  readonly site: KeptSite | null;
}

export class KeptFolder {
  readonly #project: Project;
  readonly #cache: StatCache<SeenPageFile | null, About | null, KeptPage>;
  readonly #settings = new Set<FilePath>();

  /** @param stateFolder `null`: nothing is kept */
  constructor(project: Project, stateFolder: string | null) {
    this.#project = project;
    this.#cache = new StatCache(stateFolder, CACHE);
  }

  /**
   * The site as the last run left it, if the configuration and all files but pages are as they were then. Pages may have changed, come
   * or gone since. `null`: the folder has to be read first.
   */
  site(look: FirstLook): UnpackedSite | null {
    const { about } = this.#cache;
    if (!about?.site || about.configured !== configured(this.#project)) return null;
    if (JSON.stringify(about.folders) !== JSON.stringify(this.#folders())) return null;
    const isSame = about.settings.every((file) => {
      const stats = statOf(`${this.#project.root}/${file}`);
      look.seen(file, stats);
      return this.isUnchanged(file, stats);
    });
    const rows = isSame ? this.#cache.rows() : null;
    if (rows === null) return null;
    try {
      return unpackedSite({ about: about.site, rows });
    } catch {
      return null;
    }
  }

  /** Whether the file is as it was when it was read by the run that kept it. */
  isUnchanged(file: FilePath, stats: Stats | Unreadable | null): boolean {
    return stats !== null && !('problem' in stats) && this.#cache.isUnchanged(file, stats);
  }

  /** What the head of a page file says. `stats`: taken just now. */
  about(file: FilePath, stats: Stats): SeenPageFile | Unreadable | null {
    const known = this.#cache.known(file, stats);
    if (known) return known;
    this.#cache.beforeReading();
    const about = readAbout(`${this.#project.root}/${file}`);
    if (about !== null && !('problem' in about)) this.#cache.keep(file, stats, about);
    return about;
  }

  /** To be called before a file is read that is no page. */
  beforeSettings(file: FilePath, stats: Stats | Unreadable | null): void {
    if (stats === null || 'problem' in stats || this.#settings.has(file)) return;
    this.#settings.add(file);
    if (this.#cache.known(file, stats) !== undefined) return;
    this.#cache.beforeReading();
    this.#cache.keep(file, stats, null);
  }

  /** Whether the site is as it was kept. */
  isSame(site: PackedSite): boolean {
    const { about } = this.#cache;
    const rows = about?.site ? this.#cache.rows() : null;
    return about?.site && rows ? isSameSite({ about: about.site, rows }, site) : false;
  }

  /** For the next run. `site`: `null` if some file is wrong. */
  save(site: PackedSite | null): void {
    const about = {
      configured: configured(this.#project),
      folders: this.#folders(),
      settings: [...this.#settings],
      site: site?.about ?? null,
    };
    const isSame =
      !this.#cache.isChanged &&
      site !== null &&
      this.isSame(site) &&
      JSON.stringify({ ...about, site: null }) ===
        JSON.stringify({ ...this.#cache.about, site: null });
    if (!isSame) this.#cache.save(about, site?.rows ?? []);
  }

  #folders(): (number | null)[] {
    return this.#project.contents.map(({ path }) => {
      const stats = statOf(`${this.#project.root}/${path}`);
      return stats !== null && 'ino' in stats ? stats.ino : null;
    });
  }
}

const configured = ({ contents, references }: Project): string =>
  JSON.stringify([contents, references]);
