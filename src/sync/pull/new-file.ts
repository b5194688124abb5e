/** Creates files for pages, with the settings of their layout, and lists them in `_nav.yaml`. */
import { basename, join, posix } from 'node:path';
import type { PageMap } from '../../content/links/link-targets.ts';
import { headerForNewPage } from '../../content/layouts/new-page.ts';
import { withNavEntries } from '../../content/layouts/nav.ts';
import { newPageText } from '../../content/page/page-edit.ts';
import { digestOf } from '../../content/digest.ts';
import { digestsOf, factsOf, noteKey } from '../../content/page/page-facts.ts';
import type { BodyDigests } from '../../content/page/page-facts.ts';
import { bodiesOf, parsePageFile } from '../../content/page/page-file.ts';
import { placeIn } from '../../system/files/path.ts';
import { bytesOfText, writeNew } from '../../system/files/write.ts';
import type { Pull } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Digest, FilePath, PageKey } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import type { Project } from '../../model/project.ts';
import type { NewFile } from './new-pages.ts';
import { readInside, requireReadable } from '../../content/folder/replace-text.ts';
import { rewriteFile } from '../folder/rewrite-file.ts';
import { bodyInFile, textsAsSent } from '../folder/scan-links.ts';
import { AGAIN } from '../ledger.ts';
import { lineOfNewFile } from './pulled-line.ts';
import { headWithDigest, isUnchanged } from '../record/stored-page.ts';
import { lookAt } from '../platform/look.ts';
import { MOVED } from './pull-page.ts';
import type { PullScene } from './pull-page.ts';

/** Processes each change, and records those that fail. */
export type EachPull = (
  changes: readonly Pull[],
  write: (change: Pull) => Promise<void>,
) => Promise<void>;

/**
 * Creates the files. `each` processes the changes. Created files are listed in `_nav.yaml`, even if
 * the run is stopped. A change whose page cannot be listed fails.
 */
export async function makeFiles(
  changes: readonly Pull[],
  newFiles: ReadonlyMap<PageKey, NewFile>,
  pages: PageMap,
  scene: PullScene,
  each: EachPull,
): Promise<void> {
  const { books, deps } = scene;
  const made = new Map<Pull, NewFile>();
  try {
    await each(changes, async (change) => {
      const file = newFiles.get(change.key);
      if (file && (await makeFile(change, file, pages, scene))) made.set(change, file);
    });
  } finally {
    // Keeps the platform's order.
    const there = changes.filter((change) => made.has(change));
    for (const [folder, listed] of groupBy(there, (change) => navFolderOf(made.get(change)))) {
      await books.ledger.attempt(listed, async () => {
        if (folder !== null)
          await listInNav(
            folder,
            listed.map(({ file }) => file),
            deps.project,
          );
        for (const change of listed) books.ledger.apply(change);
      });
    }
  }
}

/** The folder of the `_nav.yaml` that lists the page. Null: the layout has no such file. */
const navFolderOf = (made: NewFile | undefined): FilePath | null =>
  made?.destination.kind === 'repository' ? (posix.dirname(made.file) as FilePath) : null;

/** Returns whether the file was created. If not, the ledger says why. */
async function makeFile(
  change: Pull,
  file: NewFile,
  pages: PageMap,
  { books, deps }: PullScene,
): Promise<boolean> {
  const page = 'id' in file.page ? file.page : await lookAt(file.id, deps);
  // The file's name and place were chosen for the page as it was first read.
  if (!page || !('id' in file.page || isUnchanged(file.page, page))) {
    books.ledger.skip(change, page ? MOVED : GONE, AGAIN);
    return false;
  }
  const made = newPageOf(change.key, page, file, pages);
  const line = lineOfNewFile(change.key, page, file.updated, made);
  await writeNewFile(made.text, file, deps.project);
  books.record(line, file.was ?? change.key, headWithDigest(page));
  return true;
}

const GONE = 'It was removed on the platform since the plan was made.';

/** A new page file: its text, the digests of what it would send, and the digest of its notes. */
interface NewPageFile extends BodyDigests {
  readonly text: string;
  readonly headerDigest: Digest;
}

/** The file's text: what readers see, and any draft. Links to pages with files are relative. */
function newPageOf(key: PageKey, page: Page, newFile: NewFile, pages: PageMap): NewPageFile {
  const { file, destination, listed } = newFile;
  const origin = { key, file };
  const inFile = (body: string | null | undefined): string | null =>
    typeof body === 'string' ? bodyInFile(body, origin, pages, null) : null;
  const published = inFile(page.contentPublished);
  const draft = page.contentDraft === page.contentPublished ? null : inFile(page.contentDraft);
  const { slug, title } = page;
  const header = headerForNewPage(destination.kind, file, { slug, title, listed, category: null });
  const text = newPageText(header, { draft, published });
  return {
    ...digestsOf(textsAsSent(text, origin, pages)),
    headerDigest: headerOf(text, destination),
    text,
  };
}

/** Writes the file and its layout's settings. Rejects with `content` if the file exists. */
async function writeNewFile(
  text: string,
  { file, destination }: NewFile,
  project: Project,
): Promise<void> {
  requireRealFolder(project, file);
  requireReadable(file, text);
  for (const settings of destination.settings) {
    await writeMissing(project, settings.path, settings.text);
  }
  if (!(await writeNew(project, file, bytesOfText(text)))) {
    throw new Failure('content', `"${file}" already exists.`, {
      hint: 'Run the command again. If `exclude` in the settings leaves it out, rename it',
    });
  }
}

/** The header digest that a scan will compute. */
function headerOf(text: string, { kind }: NewFile['destination']): Digest {
  const file = parsePageFile(text);
  const ordered = kind === 'repository';
  const place = { category: null, parent: null, ordered };
  return digestOf(noteKey(factsOf(file, bodiesOf(file)), place));
}

/** Writes the file atomically, unless it exists. Resolves to whether it was written. */
const writeMissing = (project: Project, file: FilePath, text: string): Promise<boolean> =>
  writeNew(project, file, bytesOfText(text));

/**
 * Throws if a folder of the file is a symbolic link: the scan does not follow it, so it would not
 * find the file.
 */
function requireRealFolder({ root, contents }: Project, file: FilePath): void {
  const content = contents.find(({ path }) => path === '.' || file.startsWith(`${path}/`));
  const top = placeIn(root, content?.path ?? '.');
  const folder = posix.dirname(file);
  const there = placeIn(root, folder);
  if ('problem' in top || 'problem' in there) {
    const problem = 'problem' in there ? there.problem : 'is outside the project';
    throw linked(file, `its folder ${problem}`);
  }
  const below = posix.relative(content?.path ?? '.', folder);
  if (there.real !== join(top.real, below))
    throw linked(file, 'a folder above it is a symbolic link');
}

const linked = (file: FilePath, why: string): Failure =>
  new Failure('content', `"${file}" was not written: ${why}.`, {
    hint: 'Replace the link with a folder',
  });

/**
 * Lists a documentation's pages in its `_nav.yaml`, each once. Rejects with `content` if that is
 * impossible.
 */
async function listInNav(
  folder: FilePath,
  files: readonly FilePath[],
  project: Project,
): Promise<void> {
  const nav = posix.join(folder, '_nav.yaml') as FilePath;
  const names = files.map((file) => basename(file, '.md'));
  const withNames = (text: string): Promise<string> => withNavEntries(text, names, null);
  if (await writeMissing(project, nav, await withNames('items:\n'))) return;
  const there = readInside(project.root, nav);
  if ('problem' in there) {
    throw new Failure('content', `${nav} ${there.problem}, so it does not list the new pages.`, {
      hint: 'Remove what is in its way, and list them there',
    });
  }
  await rewriteFile(project, nav, withNames);
}
