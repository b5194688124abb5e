/** `docs build`: the site as files, in a folder of their own. */
import { lstat, mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { foldPath } from '../../content/folder/file-names.ts';
import { placeIn } from '../../files/limit.ts';
import { ManyFiles } from '../../files/many-files.ts';
import { readOwnText } from '../../files/own.ts';
import { Failure } from '../../model/failure.ts';
import { fileFailure, isMissing } from '../../model/file-trouble.ts';
import type { Project } from '../../model/project.ts';
import { FILES, OWN_FOLDER } from '../../site/addresses.ts';
import { FolderSite } from '../../site/folder/folder-site.ts';
import type { SitePage } from '../../site/site.ts';
import type { SiteFile, SiteSource } from '../../site/source.ts';
import { staticFiles } from '../../site/static-files.ts';
import { SiteView } from '../../site/view.ts';
import type { Built } from '../../ui/documents/build.ts';
import { count } from '../../ui/count.ts';
import { builtView } from '../../ui/views/site.ts';
import { namedFile } from '../named-files/named-file.ts';
import { ownFile } from './own-files.ts';
import { ownIcons } from './own-icons.ts';

export interface BuildFlags {
  readonly out: string;
  /** Path of the site on its host. */
  readonly base: string;
  readonly drafts: boolean;
  readonly audience: readonly string[];
}

/** Names the files that a build made: only those are ever replaced or removed. */
const MANIFEST = 'docs-build.json';

const MADE_BY = 'docs build';

/** What pages of a build need of the site's own; the rest is for `docs dev`. */
const OWN = ['site.css', 'early.js', 'site.js', 'frame.html', 'icon.svg'];

/** What pages of references need besides. */
const OF_REFERENCES = ['reference.css', 'reference.js'];

/** Pages between two moments at which signals are heard. */
const PAGES_AT_ONCE = 20;

/** Writes the site, and takes away what an earlier build made and this one did not. */
export async function buildSite(context: Context, flags: BuildFlags): Promise<void> {
  const { host, ui } = context;
  const project = await context.project();
  const { path: folder } = await namedFile(context, flags.out);
  refuseContent(project, folder, flags.out);
  const before = await earlierFiles(folder, flags.out);
  const site = await FolderSite.open(project);
  for (const { file, line, message } of site.problems) {
    ui.warn(`${file}${line === null ? '' : `:${line}`}: ${message}`);
  }
  const view = new SiteView(site.site, {
    audiences: new Set(flags.audience),
    drafts: flags.drafts,
  });
  if (!view.home()) {
    throw new Failure('content', 'There is nothing to show: no page in this folder is published.', {
      hint: 'docs build --drafts includes drafts and unpublished pages',
    });
  }
  const output = new Output(folder, flags.out, before);
  await output.begin();
  const source = new WrittenSite(site);
  let pages = 0;
  for await (const { path, text, kind } of staticFiles(
    source,
    view,
    flags.base,
    ownIcons(host.packageFolder),
  )) {
    host.signal.throwIfAborted();
    await output.write(path, text);
    if (kind === 'page') pages += 1;
    // Nothing else waits: whoever wants to end the build must be heard.
    if (kind === 'page' && pages % PAGES_AT_ONCE === 0) await turn();
  }
  const hasReference = view.versions.some(({ references }) => references.length > 0);
  for (const name of [...OWN, ...(hasReference ? OF_REFERENCES : [])]) {
    const text = await ownFile(host.packageFolder, name);
    if (text === null) throw new Error(`the package lacks ${name}`);
    await output.write(`${OWN_FOLDER}/${name}`, text);
  }
  for (const path of source.shown) {
    const place = placeIn(project.root, path);
    if ('real' in place)
      await output.write(`${OWN_FOLDER}/${FILES}/${path}`, await readFile(place.real));
  }
  const removed = await output.finish();
  await warnOfErrors(context, project);
  await ui.result<Built>({ folder: flags.out, pages, files: output.count, removed }, builtView);
}

/** Says that pages have errors; the site is built all the same. */
async function warnOfErrors(context: Context, project: Project): Promise<void> {
  const { pageFindings } = await import('../check/page-findings.ts');
  const findings = await pageFindings(context, project);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (errors === 0) return;
  context.ui.warn(`These pages have ${count(errors, 'error')}.`, 'docs check shows them');
}

/** What it would write into a content folder would be content the next time, and no build is worth a page. */
function refuseContent({ root, contents }: Project, folder: string, shown: string): void {
  for (const { path } of contents) {
    const content = resolve(root, path);
    const way = relative(content, folder);
    const isInside = way === '' || (!way.startsWith('..') && !/^[/\\]|^[a-z]:/i.test(way));
    const isAbove = !relative(folder, content).startsWith('..');
    const isHidden = way.split(sep).some((part) => part.startsWith('.') || part === 'node_modules');
    if ((!isInside || isHidden) && !isAbove) continue;
    throw new Failure('usage', `${shown} is inside the content folder "${path}", or contains it.`, {
      hint: 'Name another folder; folders whose names begin with a dot are never content',
    });
  }
}

/** The files of an earlier build; none if the folder is empty or not there. Rejects with `usage` if it holds anything else. */
async function earlierFiles(folder: string, shown: string): Promise<readonly string[]> {
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw fileFailure(error, 'usage', `${shown} cannot be written`, 'Name another folder') ?? error;
  }
  if (names.length === 0) return [];
  const files = names.includes(MANIFEST) ? filesIn(folder) : null;
  if (files !== null) return files;
  throw new Failure('usage', `${shown} is not empty, and was not created by docs build.`, {
    hint: 'Name an empty folder, or one that does not exist',
  });
}

/** `null`: it is not such a file. Names that lead elsewhere are not ours. */
function filesIn(folder: string): readonly string[] | null {
  try {
    const found: unknown = JSON.parse(readOwnText(join(folder, MANIFEST)));
    if (typeof found !== 'object' || found === null || !('madeBy' in found) || !('files' in found))
      return null;
    if (found.madeBy !== MADE_BY || !Array.isArray(found.files)) return null;
    return found.files.filter(
      (name): name is string =>
        typeof name === 'string' && !/(?:^|\/)\.\.?(?:\/|$)|^\/|\\|\0/.test(name),
    );
  } catch {
    return null;
  }
}

class Output {
  readonly #folder: string;
  readonly #shown: string;
  readonly #before: readonly string[];
  readonly #files: ManyFiles;
  /** By the name that systems without letter case have for it. */
  readonly #written = new Map<string, string>();

  constructor(folder: string, shown: string, before: readonly string[]) {
    this.#folder = folder;
    this.#shown = shown;
    this.#before = before;
    this.#files = new ManyFiles(folder);
  }

  get count(): number {
    return this.#written.size;
  }

  /** Marks the folder before anything is in it: a build that is ended can be done again. */
  async begin(): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true });
    } catch (error) {
      throw (
        fileFailure(error, 'usage', `${this.#shown} cannot be written`, 'Name another folder') ??
        error
      );
    }
    await this.#mark(this.#before);
  }

  async write(path: string, content: string | Uint8Array): Promise<void> {
    const other = this.#written.get(foldPath(path));
    if (other !== undefined) {
      throw new Failure('content', `${path} and ${other} would be the same file on some systems.`, {
        hint: 'Change the slug of one of the two pages',
      });
    }
    this.#written.set(foldPath(path), path);
    await this.#files.write(path, content);
  }

  /** Resolves to how many files of an earlier build were removed. */
  async finish(): Promise<number> {
    const files = [...this.#written.values()].toSorted();
    const ours = new Set(files);
    let removed = 0;
    for (const name of this.#before) {
      if (ours.has(name) || this.#written.has(foldPath(name)) || name === MANIFEST) continue;
      if (await this.#remove(name)) removed += 1;
    }
    await this.#mark(files);
    return removed;
  }

  #mark(files: readonly string[]): Promise<void> {
    const text = `${JSON.stringify({ madeBy: MADE_BY, files }, null, 2)}\n`;
    return this.#files.write(MANIFEST, text);
  }

  /** The file, and the folders above it that are empty then. */
  async #remove(name: string): Promise<boolean> {
    const place = placeIn(this.#folder, name);
    if (!('real' in place)) return false;
    try {
      if (!(await lstat(place.real)).isFile()) return false;
      await rm(place.real);
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
    try {
      for (let at = dirname(name); at !== '.'; at = dirname(at))
        await rmdir(join(this.#folder, at));
    } catch {
      // Something is in it: it stays.
    }
    return true;
  }
}

/** Remembers which files pages show, and the text of the page that is being written: it is asked for as HTML, as Markdown and for search. */
class WrittenSite implements SiteSource {
  readonly shown = new Set<string>();
  readonly #site: FolderSite;
  #last: { readonly page: SitePage; readonly text: Promise<string | null> } | undefined;

  constructor(site: FolderSite) {
    this.#site = site;
  }

  get site() {
    return this.#site.site;
  }

  body(page: SitePage, drafts: boolean) {
    if (this.#last?.page !== page) this.#last = { page, text: this.#site.body(page, drafts) };
    return this.#last.text;
  }

  variable(name: string) {
    return this.#site.variable(name);
  }

  synced(id: string) {
    return this.#site.synced(id);
  }

  glossary() {
    return this.#site.glossary();
  }

  file(page: SitePage, url: string): SiteFile | undefined {
    const file = this.#site.file(page, url);
    if (file) this.shown.add(file.path);
    return file;
  }

  definition(reference: Parameters<SiteSource['definition']>[0]) {
    return this.#site.definition(reference);
  }
}
