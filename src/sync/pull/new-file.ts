/** Writes the file of a page that has none, and the settings that its layout needs. */
import { basename, join, posix } from 'node:path';
import { withRelativeLinks } from '../../content/links/link-targets.ts';
import type { PageMap } from '../../content/links/link-targets.ts';
import { headerForNewPage } from '../../content/layouts/new-page.ts';
import { withNavEntries } from '../../content/layouts/nav.ts';
import { newPageText } from '../../content/page/page-edit.ts';
import { digestOf } from '../../content/digest.ts';
import { digestsOf, factsOf, noteKey } from '../../content/page/page-facts.ts';
import type { BodyDigests } from '../../content/page/page-facts.ts';
import { bodiesOf, parsePageFile } from '../../content/page/page-file.ts';
import { placeIn } from '../../files/limit.ts';
import { bytesOfText, writeNew } from '../../files/write.ts';
import type { Announce } from '../../files/write.ts';
import { Failure } from '../../model/failure.ts';
import type { Digest, FilePath, PageKey } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import type { Project } from '../../model/project.ts';
import type { NewFile } from '../snapshot/new-files.ts';
import { readInside } from '../../content/folder/replace-text.ts';
import { rewriteFile } from '../folder/rewrite-file.ts';
import { originOf, textsAsSent } from '../folder/scan-links.ts';

/** A new page file: its text, the digests of what it would send, and the digest of its notes. */
export interface NewPageFile extends BodyDigests {
  readonly text: string;
  readonly headerDigest: Digest;
}

/** Makes the file's text: what readers see, and the draft if there is one. Links to pages that have files become relative. */
export function newPageOf(key: PageKey, page: Page, newFile: NewFile, pages: PageMap): NewPageFile {
  const { file, destination, listed } = newFile;
  const origin = { key, file };
  const inFile = (body: string | null | undefined): string | null =>
    typeof body === 'string' ? withRelativeLinks(body, originOf(origin), pages) : null;
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

/** Writes the file, and the settings that its layout needs. Never replaces a file: rejects with `content` if one exists. */
export async function writeNewFile(
  text: string,
  { file, destination }: NewFile,
  project: Project,
  announce: Announce,
): Promise<void> {
  requireRealFolder(project, file);
  for (const settings of destination.settings) {
    await writeMissing(project, settings.path, settings.text);
  }
  if (!(await writeNew(project, file, bytesOfText(text), { announce }))) {
    throw new Failure('content', `${file} already exists.`, {
      hint: 'Run the command again. If `exclude` in the settings leaves it out, rename it',
    });
  }
}

/** The digest that the scan will compute. */
function headerOf(text: string, { kind }: NewFile['destination']): Digest {
  const file = parsePageFile(text);
  const ordered = kind === 'repository' || kind === 'export';
  const place = { category: null, parent: null, ordered };
  return digestOf(noteKey(factsOf(file, bodiesOf(file)), place));
}

/** Writes the file atomically. Returns false and leaves it alone if it exists. */
const writeMissing = (project: Project, file: FilePath, text: string): Promise<boolean> =>
  writeNew(project, file, bytesOfText(text));

/** The scan does not follow links to folders, so it would not find a file behind one. */
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
  new Failure('content', `${file} was not written: ${why}.`, {
    hint: 'Replace the link with a folder',
  });

/** Lists pages of one documentation in the `_nav.yaml` of its folder, unless they are listed. Rejects with `content` if that is not possible. */
export async function listInNav(
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
      hint: 'Remove what is in its way, then pull again',
    });
  }
  await rewriteFile(project, nav, withNames);
}
