/**
 * The findings of `docs check` about one page. Reads only that page and the pages that it links to.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parsedBodies } from '../../content/check/body.ts';
import { checkPage, checkSite } from '../../content/check/check.ts';
import { inOrder } from '../../content/check/finding.ts';
import { graded } from '../../content/check/baseline/graded.ts';
import type { RuleSettings } from '../../content/check/baseline/graded.ts';
import { withoutIgnored } from '../../content/check/baseline/ignores.ts';
import type { CheckFinding } from '../../content/check/finding.ts';
import { Site } from '../../content/check/linkable-pages.ts';
import type { CheckedBody, CheckedPage, KnownSection } from '../../content/check/linkable-pages.ts';
import { fileIn } from '../../content/folder/list-folder.ts';
import type { Candidate } from '../../content/folder/read-folder.ts';
import { projectText } from '../../system/files/read.ts';
import type { FolderSite } from '../../site/folder/folder-site.ts';
import type { SeenPageFile } from '../../site/folder/page-about.ts';
import { parsePageFile } from '../../content/page/page-file.ts';
import type { PageFile } from '../../content/page/page-file.ts';
import type { PageKey } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import { lineTextsOf, withoutKnown } from '../../content/check/baseline/baseline-file.ts';

/** Checks pages with the current texts of the files, even while they are being edited. */
export class PageFindings {
  readonly #project: Project;
  readonly #site: FolderSite;
  readonly #settings: RuleSettings;
  #known: { readonly pages: ReadonlyMap<PageKey, LazyPage>; readonly site: Site } | undefined;

  constructor(project: Project, site: FolderSite, settings: RuleSettings) {
    this.#project = project;
    this.#site = site;
    this.#settings = settings;
  }

  /** Discards what was read. Call it after each change. */
  forget(): void {
    this.#known = undefined;
  }

  /** The texts of a page that are checked. */
  bodiesOf(key: PageKey): readonly CheckedBody[] {
    this.#known ??= this.#whole();
    return this.#known.pages.get(key)?.bodies ?? [];
  }

  async of(key: PageKey): Promise<readonly CheckFinding[]> {
    this.#known ??= this.#whole();
    const { pages, site } = this.#known;
    const page = pages.get(key);
    if (!page) return [];
    await this.#site.lookAt(page.bodies.map(({ section }) => section.source));
    const findings = checkPage(page, page.text);
    for (const each of await checkSite([page], site, () => true)) findings.push(each);
    // Findings that need the whole folder are left out.
    const left = withoutIgnored(page.file, page.text, findings, false);
    const told = graded(inOrder(left), this.#settings);
    const lines = lineTextsOf(this.#project, new Map([[page.file, page.text]]));
    return withoutKnown(this.#project, told, lines, () => false)?.fresh ?? told;
  }

  #whole() {
    const shared = this.#shared();
    const all = this.#site.folders.flatMap(({ candidates }) => candidates);
    const pages = new Map<PageKey, LazyPage>();
    for (const candidate of all) {
      if (!pages.has(candidate.key)) {
        pages.set(candidate.key, new LazyPage(this.#project, candidate, shared));
      }
    }
    const { versions } = this.#site.site;
    const sections = (kind: 'documentations' | 'references'): KnownSection[] =>
      versions.flatMap((version) =>
        version[kind].map(({ slug, published }) => ({
          version: version.slug,
          slug,
          published: published && version.published,
        })),
      );
    const site = new Site({
      pages: [...pages.values()],
      documentations: sections('documentations'),
      references: sections('references'),
      files: new Set(
        this.#site.folders.flatMap(({ folder, files }) =>
          files.map((path) => fileIn(folder.path, path)),
        ),
      ),
      folders: this.#project.contents.map(({ path }) => path),
      isThere: (path) => existsSync(join(this.#project.root, path)),
      sampleOf: this.#site.samples(),
    });
    return { pages, site };
  }

  /**
   * Synced blocks and variables of the project; null for those that no file defines, because only
   * the platform may have them.
   */
  #shared(): Shared {
    const ids = [...this.#site.syncedIds];
    const { variableNames } = this.#site;
    return {
      synced: ids.length === 0 ? null : new Map(ids.map((id) => [id, this.#site.synced(id) ?? ''])),
      variables: variableNames.size === 0 ? null : variableNames,
    };
  }
}

type Shared = Pick<CheckedPage, 'synced' | 'variables'>;

/** A page that reads its file on first access to its text. */
class LazyPage implements CheckedPage {
  readonly key: CheckedPage['key'];
  readonly file: CheckedPage['file'];
  readonly place: CheckedPage['place'];
  readonly restrictions: CheckedPage['restrictions'];
  readonly hasPublished: boolean;
  readonly synced: CheckedPage['synced'];
  readonly variables: CheckedPage['variables'];
  readonly #project: Project;
  #read:
    | { readonly text: string; readonly page: PageFile; readonly bodies: readonly CheckedBody[] }
    | undefined;

  constructor(
    project: Project,
    { key, file, page, known, restrictions }: Candidate<SeenPageFile>,
    { synced, variables }: Shared,
  ) {
    this.key = key;
    this.file = file;
    this.place = page;
    this.restrictions = restrictions;
    this.hasPublished = known.hasPublished;
    this.synced = synced;
    this.variables = variables;
    this.#project = project;
  }

  get text(): string {
    return this.#whole.text;
  }

  get page(): PageFile {
    return this.#whole.page;
  }

  get bodies(): readonly CheckedBody[] {
    return this.#whole.bodies;
  }

  get #whole() {
    if (this.#read) return this.#read;
    const read = projectText(this.#project.root, this.file);
    const text = read !== null && 'text' in read ? read.text : '';
    const page = parsePageFile(text);
    this.#read = { text, page, bodies: parsedBodies(page) };
    return this.#read;
  }
}
