/** Finds out to which page a link to a missing file led. The lock has keys but no paths, so this works with traces of the file. */
import { digestsOf, headerFactsOf } from '../../content/page/page-facts.ts';
import type { HeaderFacts } from '../../content/page/page-facts.ts';
import { fileOfTarget } from '../../content/links/link-targets.ts';
import type { PageMap } from '../../content/links/link-targets.ts';
import { keyAt, placeOfPath } from '../../content/layouts/key-of-path.ts';
import { parsePageFile } from '../../content/page/page-file.ts';
import { readBlobs } from '../../git/blobs.ts';
import { versionsOf } from '../../git/history.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import type { LocalPage, LooseLinks } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import { documentationKey, isDirectlyIn } from '../../model/ids.ts';
import { pageMapOf, textsAsSent, withTwins } from '../folder/scan-links.ts';
import type { PairedSides, SyncDeps } from '../session.ts';

/** What is known of the folder, and of the pages that its files were. */
export interface FormerScene
  extends
    Pick<SyncDeps, 'project' | 'machine'>,
    Pick<PairedSides, 'local' | 'lock' | 'snapshot' | 'renamed'> {
  /** The text of a page's file; null if it is not what was scanned. */
  readonly textOf: (page: LocalPage) => string | null;
}

/** The limit of characters to try out in a run. */
const MOST_TRIED = 50_000_000;
/** The limit of files to look for in git. */
const MOST_FILES = 500;

/** Tells to which page a missing file led. */
export class FormerFiles {
  /** Files and pages, including missing files as soon as their pages are known. */
  readonly pages: PageMap;
  readonly #scene: FormerScene;
  readonly #now: ReadonlyMap<PageKey, PageKey>;
  readonly #found = new Map<FilePath, PageKey>();
  #toTry = MOST_TRIED;

  constructor(scene: FormerScene) {
    this.#scene = scene;
    this.pages = pageMapOf(withTwins(scene.local), (file) => this.keyOf(file));
    this.#now = new Map([...scene.renamed].map(([now, before]) => [before, now]));
  }

  /** Returns undefined if no existing page is known for the file. */
  keyOf(file: FilePath): PageKey | undefined {
    const found = this.#found.get(file);
    if (found !== undefined) return found;
    const place = this.#placeOf(file);
    return place?.layout === 'repository' ? this.#today(keyAt(place, null)) : undefined;
  }

  /** Works out what paths alone do not tell. Starts with the links of unedited pages, because they are proof. */
  async find(): Promise<void> {
    while (this.#prove()) continue;
    await this.#askGit();
    for (const file of this.#unknown()) {
      const key = this.#byName(file);
      if (key !== undefined) this.#found.set(file, key);
    }
  }

  /** The key today of a page that had this key. Undefined if the page no longer exists. */
  #today(key: PageKey): PageKey | undefined {
    const { local, lock, snapshot } = this.#scene;
    const now = this.#now.get(key);
    if (now !== undefined) return now;
    if (local.pages.has(key)) return key;
    const line = lock.pages.get(key);
    return line && snapshot.pages.has(line.id) ? key : undefined;
  }

  #placeOf(file: FilePath) {
    return placeOfPath(file, this.#scene.project, this.#scene.local);
  }

  /** Missing files that the page links to and that are not identified yet. */
  #unknownIn({ key, targets }: LooseLinks): readonly FilePath[] {
    const page = this.#scene.local.pages.get(key);
    const files = targets.flatMap((target) => (page && fileOfTarget(page.file, target)) ?? []);
    return [...new Set(files)].filter((file) => {
      return this.#placeOf(file) !== null && this.keyOf(file) === undefined;
    });
  }

  /** The same for all pages that differ from what was sent. */
  #unknown(): ReadonlySet<FilePath> {
    const { local } = this.#scene;
    const loose = local.loose.filter(({ key }) => !this.#isAsSent(key));
    return new Set(loose.flatMap((links) => this.#unknownIn(links)));
  }

  #lineOf(key: PageKey): BasePage | undefined {
    return this.#scene.lock.pages.get(this.#scene.renamed.get(key) ?? key);
  }

  #isAsSent(key: PageKey): boolean {
    const page = this.#scene.local.pages.get(key);
    return page !== undefined && this.#lineOf(key)?.sent === page.head;
  }

  /**
   * Proves where single links led: if a page differs from what was sent in nothing but one unknown link, only
   * one target gives its text the digest that was sent. Returns whether any link was proved.
   */
  #prove(): boolean {
    const { local } = this.#scene;
    let isProven = false;
    for (const links of local.loose) {
      const [file, ...more] = this.#unknownIn(links);
      const page = local.pages.get(links.key);
      const line = this.#lineOf(links.key);
      if (!file || more.length > 0 || !page || !line || this.#isAsSent(page.key)) continue;
      const key = this.#tryOut(file, page, line);
      if (key === undefined) continue;
      this.#found.set(file, key);
      isProven = true;
    }
    return isProven;
  }

  #tryOut(file: FilePath, page: LocalPage, line: BasePage): PageKey | undefined {
    const { local, lock } = this.#scene;
    const text = this.#scene.textOf(page);
    const place = this.#placeOf(file);
    if (text === null || place === null) return undefined;
    const like = documentationKey(keyAt(place, null));
    const all = new Set([...lock.pages.keys(), ...local.pages.keys()]);
    const keys = [...all].filter((key) => isDirectlyIn(key, like));
    this.#toTry -= keys.length * text.length;
    if (this.#toTry < 0) return undefined;
    const fits: PageKey[] = [];
    for (const key of keys) {
      const pages: PageMap = {
        keyOf: (other) => (other === file ? key : this.pages.keyOf(other)),
        fileOf: () => undefined,
      };
      const { head, published } = digestsOf(textsAsSent(text, page, pages));
      const isShown = published === null || [null, published].includes(line.sentPublished);
      if (head === line.sent && isShown) fits.push(key);
      if (fits.length > 1) return undefined;
    }
    return fits[0] && this.#today(fits[0]);
  }

  /** Identifies files by their header in git's history. */
  async #askGit(): Promise<void> {
    const wanted = [...this.#unknown()].slice(0, MOST_FILES);
    if (wanted.length === 0) return;
    const { project, machine } = this.#scene;
    const repository = { root: project.root, ...machine };
    const newest = new Map<string, FilePath[]>();
    const seen = new Set<string>();
    for (const { file, blob } of await versionsOf(repository, wanted, undefined)) {
      if (seen.has(file)) continue;
      seen.add(file);
      newest.set(blob, [...(newest.get(blob) ?? []), file as FilePath]);
    }
    for await (const { blob, text } of readBlobs(repository, [...newest.keys()])) {
      if (text === null) continue;
      const header = headerFactsOf(parsePageFile(text));
      for (const file of newest.get(blob) ?? []) {
        const key = this.#byHeader(file, header);
        if (key) this.#found.set(file, key);
      }
    }
  }

  /** The page with the header's slug, or else the only one with its title. */
  #byHeader(file: FilePath, header: HeaderFacts): PageKey | undefined {
    const place = this.#placeOf(file);
    if (place === null) return undefined;
    const key = keyAt(place, header);
    const like = documentationKey(key);
    const titled = [...this.#scene.local.pages.values()].filter(
      (page) => page.title === header.title && isDirectlyIn(page.key, like),
    );
    return this.#today(key) ?? (titled.length === 1 ? titled[0]?.key : undefined);
  }

  /** The only page in that documentation whose file has the same name, or else the page with that name as its slug. */
  #byName(file: FilePath): PageKey | undefined {
    const place = this.#placeOf(file);
    if (place === null) return undefined;
    const called = [...this.#scene.local.pages.values()].filter((page) => {
      const other = this.#placeOf(page.file);
      return (
        other?.name === place.name &&
        other.version === place.version &&
        other.documentation === place.documentation
      );
    });
    if (called.length > 1) return undefined;
    return called[0]?.key ?? this.#today(keyAt(place, null));
  }
}
