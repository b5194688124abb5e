/** Writes the file of a page that has none, and what its layout needs beside it. */
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
import { Failure } from '../../model/failure.ts';
import type { Digest, FilePath, PageKey } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import type { Project } from '../../model/project.ts';
import type { NewFile } from '../snapshot/new-files.ts';
import { readInside } from '../../content/folder/replace-text.ts';
import { rewriteFile } from '../folder/rewrite-file.ts';
import { originOf, textsOf } from '../folder/scan-links.ts';

/**
 * The file holds what readers see and the draft, if there is one; links to pages that have files become relative. Never replaces a file. Resolves to
 * the digests of what it would send, and of what it says that the API cannot write.
 */
export async function writeNewFile(
  key: PageKey,
  page: Page,
  newFile: NewFile,
  project: Project,
  pages: PageMap,
): Promise<BodyDigests & { readonly headerDigest: Digest }> {
  const { file, destination, listed } = newFile;
  const origin = { key, file };
  const inFile = (body: string | null | undefined): string | null =>
    typeof body === 'string' ? withRelativeLinks(body, originOf(origin), pages) : null;
  const published = inFile(page.contentPublished);
  const draft = page.contentDraft === page.contentPublished ? null : inFile(page.contentDraft);
  const { slug, title } = page;
  const header = headerForNewPage(destination.kind, file, { slug, title, listed, category: null });
  const text = newPageText(header, { draft, published });
  requireRealFolder(project, file);
  for (const settings of destination.settings) {
    await writeMissing(project, settings.path, settings.text);
  }
  if (!(await writeMissing(project, file, text))) {
    throw new Failure('content', `${file} is there already.`, {
      hint: 'Run the command again. If `exclude` in the settings leaves it out, rename it',
    });
  }
  return { ...digestsOf(textsOf(text, origin, pages)), headerDigest: headerOf(text, destination) };
}

/** As the scan will digest it. */
function headerOf(text: string, { kind }: NewFile['destination']): Digest {
  const file = parsePageFile(text);
  const ordered = kind === 'repository' || kind === 'export';
  const place = { category: null, parent: null, ordered };
  return digestOf(noteKey(factsOf(file, bodiesOf(file)), place));
}

/** At once, whole or not at all; whether it was written: a file that is there is left alone. */
const writeMissing = (project: Project, file: FilePath, text: string): Promise<boolean> =>
  writeNew(project, file, bytesOfText(text));

/** Links to folders are not followed by the scan: what is written behind one would not be found again. */
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
  new Failure('content', `${file} is not written: ${why}.`, {
    hint: 'Replace the link with a folder',
  });

/** Lists pages of one documentation in the `_nav.yaml` of its folder, unless an entry names them. Throws `content` if that cannot be done. */
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
    throw new Failure('content', `${nav} ${there.problem}, and does not list the new pages.`, {
      hint: 'Make way for it, then pull again',
    });
  }
  await rewriteFile(project, nav, withNames);
}
