import { posix } from 'node:path';
import { layoutAt } from '../../content/layouts/new-page.ts';
import type { PageMap } from '../../content/links/link-targets.ts';
import { digestsOf, headerFactsOf } from '../../content/page/page-facts.ts';
import { parsePageFile } from '../../content/page/page-file.ts';
import { placeOf } from '../../model/ids.ts';
import type { FilePath } from '../../model/ids.ts';
import type { LocalPage, LocalProject, PageTexts } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import { readInside } from '../../content/folder/replace-text.ts';
import { changedFile } from './rewrite-file.ts';
import { RecentTexts } from './scan-files.ts';
import { pageMapOf, textsOf, withTwins } from './scan-links.ts';
import type { FormerFiles } from './scan-links.ts';

/** Reads texts of pages as they are sent. Digests of what it returns equal those in the `LocalPage`. */
export interface TextReader {
  /** Which file leads to which page: what links are translated by. */
  readonly pages: PageMap;
  /** Throws `Failure('content')` if the file is gone or is not what was scanned. What the scan kept is returned without a look, however often. */
  read(page: LocalPage): PageTexts;
  /** The same, for who sends it: what the scan kept is let go. */
  take(page: LocalPage): PageTexts;
  /** All that the file holds now, for who is about to replace it. Throws as `read`, also for another title or slug. */
  confirm(page: LocalPage): string;
}

/** A reader of the texts of `local`, which was scanned from `project`. `ready`: what the scan kept of them. `former`: where links to files that are gone led. */
export const openTexts = (
  project: Project,
  local: LocalProject,
  ready = new RecentTexts<PageTexts>(0),
  former?: FormerFiles,
): TextReader => new ScannedTexts(project, local, ready, former);

class ScannedTexts implements TextReader {
  readonly #project: Project;
  readonly #local: LocalProject;
  readonly #ready: RecentTexts<PageTexts>;
  readonly #former: FormerFiles | undefined;
  #pages: PageMap | undefined;

  constructor(
    project: Project,
    local: LocalProject,
    ready: RecentTexts<PageTexts>,
    former: FormerFiles | undefined,
  ) {
    this.#project = project;
    this.#local = local;
    this.#ready = ready;
    this.#former = former;
  }

  /** Made when it is asked for: most runs read no text. */
  get pages(): PageMap {
    return (this.#pages ??= pageMapOf(withTwins(this.#local), this.#former));
  }

  read(page: LocalPage): PageTexts {
    const kept = this.#isAsScanned(page) ? this.#ready.peek(page.file) : undefined;
    return kept ?? this.#look(page).texts;
  }

  take(page: LocalPage): PageTexts {
    const texts = this.read(page);
    this.#ready.take(page.file);
    return texts;
  }

  /** What was written into the file since has other digests. */
  #isAsScanned({ key, file, head, published }: LocalPage): boolean {
    const scanned = this.#local.pages.get(key);
    return scanned?.file === file && scanned.head === head && scanned.published === published;
  }

  confirm(page: LocalPage): string {
    const { text } = this.#look(page);
    const { title, slug } = headerFactsOf(parsePageFile(text));
    const isTitled = title === null || title === page.title;
    const isNamed = slug === null || slug === placeOf(page.key).slug || this.#isSlugInName(page);
    if (!isTitled || !isNamed) throw changedFile(page.file);
    return text;
  }

  /** Whether the file's name says the slug, whatever the header does. */
  #isSlugInName({ file }: LocalPage): boolean {
    const folder = posix.dirname(file) as FilePath;
    return layoutAt(this.#project, this.#local, folder) === 'repository';
  }

  #look(page: LocalPage): { readonly text: string; readonly texts: PageTexts } {
    const found = readInside(this.#project.root, page.file);
    if ('problem' in found) throw changedFile(page.file, found.problem);
    const texts = textsOf(found.text, page, this.pages);
    const { head, published } = digestsOf(texts);
    if (head !== page.head || published !== page.published) throw changedFile(page.file);
    return { text: found.text, texts };
  }
}
