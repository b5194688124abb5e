/** The folder as a run found it, and the texts of its pages. */
import { posix } from 'node:path';
import { layoutAt } from '../../content/layouts/new-page.ts';
import type { PageMap } from '../../content/links/link-targets.ts';
import { digestsOf, headerFactsOf } from '../../content/page/page-facts.ts';
import { parsePageFile } from '../../content/page/page-file.ts';
import { placeOf } from '../../model/ids.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import type { LocalPage, LocalProject, PageTexts } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import { readInside } from '../../content/folder/replace-text.ts';
import { changedFile } from './rewrite-file.ts';
import { RecentTexts } from './scan-files.ts';
import { pageMapOf, textsAsSent, allPageFiles } from './scan-links.ts';
import { scan } from './scan.ts';

/** The folder, as a run found it. */
export interface Folder {
  readonly local: LocalProject;
  readonly texts: TextReader;
  /** From the key of a file to that of its page, if they differ. Empty until files are paired. */
  readonly renamed: ReadonlyMap<PageKey, PageKey>;
}

/** The limit for texts that are kept from reading a page's file until sending it, in characters. */
const READY_CHARACTERS = 64 * 1024 * 1024;

/** Scans the folder. Rejects as `scan` does. */
export async function openFolder(project: Project, signal: AbortSignal): Promise<Folder> {
  const ready = new RecentTexts<PageTexts>(READY_CHARACTERS);
  const local = await scan(project, { ready, signal });
  return { local, texts: new TextReader(project, local, ready), renamed: new Map() };
}

/** Reads texts of pages as they are sent. Their digests equal those in the `LocalPage`. */
export class TextReader {
  readonly #project: Project;
  readonly #local: LocalProject;
  readonly #ready: RecentTexts<PageTexts>;
  #pages: PageMap | undefined;

  /** `local` must be a scan of `project`. `ready`: texts that the scan kept. */
  constructor(project: Project, local: LocalProject, ready = new RecentTexts<PageTexts>(0)) {
    this.#project = project;
    this.#local = local;
    this.#ready = ready;
  }

  /** Maps files to pages, for translating links. Made on demand: most runs read no text. */
  get pages(): PageMap {
    return (this.#pages ??= pageMapOf(allPageFiles(this.#local)));
  }

  /**
   * Throws `Failure('content')` if the file is gone or differs from what was scanned. A text that
   * the scan kept is returned without reading the file again.
   */
  read(page: LocalPage): PageTexts {
    const kept = this.#isAsScanned(page) ? this.#ready.peek(page.file) : undefined;
    return kept ?? this.#look(page).texts;
  }

  /** As `read`, but also removes the text from memory. For code that is about to send it. */
  take(page: LocalPage): PageTexts {
    const texts = this.read(page);
    this.#ready.take(page.file);
    return texts;
  }

  /**
   * Whether the page still has the digests of the scan. They differ if this run has written its
   * file.
   */
  #isAsScanned({ key, file, head, published }: LocalPage): boolean {
    const scanned = this.#local.pages.get(key);
    return scanned?.file === file && scanned.head === head && scanned.published === published;
  }

  /**
   * Returns the file's text, for replacing it. Throws as `read` does, and if title or slug changed.
   */
  confirm(page: LocalPage): string {
    const { text } = this.#look(page);
    const { title, slug } = headerFactsOf(parsePageFile(text));
    const isTitled = title === null || title === page.title;
    const isNamed = slug === null || slug === placeOf(page.key).slug || this.#isSlugInName(page);
    if (!isTitled || !isNamed) throw changedFile(page.file);
    return text;
  }

  /** Whether the layout takes the slug from the file's name, whatever the header says. */
  #isSlugInName({ file }: LocalPage): boolean {
    const folder = posix.dirname(file) as FilePath;
    return layoutAt(this.#project, this.#local, folder) === 'repository';
  }

  #look(page: LocalPage): { readonly text: string; readonly texts: PageTexts } {
    const found = readInside(this.#project.root, page.file);
    if ('problem' in found) throw changedFile(page.file, found.problem);
    const texts = textsAsSent(found.text, page, this.pages);
    const { head, published } = digestsOf(texts);
    if (head !== page.head || published !== page.published) throw changedFile(page.file);
    return { text: found.text, texts };
  }
}
