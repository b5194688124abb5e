/** Follows slugs that changed on the platform: renames the file if its layout takes the slug from the name, and otherwise changes its header. */
import { basename, posix } from 'node:path';
import { foldPath, isSafeName } from '../../content/file-names.ts';
import { layoutAt } from '../../content/layouts/new-page.ts';
import { withNavPath } from '../../content/layouts/nav.ts';
import { withMovedTarget, withRelativeLinks } from '../../content/links/link-targets.ts';
import type { PageMap } from '../../content/links/link-targets.ts';
import { withBodies } from '../../content/page/page-edit.ts';
import { bodiesOf, parsePageFile } from '../../content/page/page-file.ts';
import { isOneFile } from '../../files/one-file.ts';
import { moveNew } from '../../files/write.ts';
import { Failure } from '../../model/failure.ts';
import type { FilePath, PageId, PageKey, Slug } from '../../model/ids.ts';
import { placeOf, withSlug } from '../../model/ids.ts';
import { documentationOf } from '../../model/local.ts';
import type { LocalPage, LocalProject, PageInFile } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import { rewriteFile } from '../folder/rewrite-file.ts';
import { originOf } from '../folder/scan-links.ts';
import { thirdSlug } from './third-name.ts';

/** What is known of other pages whose slug may have changed too. */
export interface Others {
  /** Whether the page already has another slug on the platform. */
  readonly isMoved: (page: LocalPage) => boolean;
  /** Whether the page leaves its place in this run. */
  readonly isLeaving: (page: LocalPage) => boolean;
}

/** Where the page goes when its slug becomes `slug`. Throws `Failure('content')` if a person has to decide. */
export function whereaboutsOf(
  { key, file }: LocalPage,
  slug: Slug,
  local: LocalProject,
  project: Project,
  { isMoved, isLeaving }: Others,
): PageInFile {
  const { root } = project;
  const now = withSlug(key, slug);
  const twin = local.pages.get(now);
  if (twin && !isLeaving(twin) && !isOneFile(root, file, twin.file)) {
    const why = `${twin.file} already has that slug`;
    throw stays(file, slug, why, isMoved(twin) ? together(twin.file) : undefined);
  }
  const folder = posix.dirname(file) as FilePath;
  if (layoutAt(project, local, folder) !== 'repository') return { key: now, file };
  const to = posix.join(folder, `${slug}.md`) as FilePath;
  const staying = [...local.pages.values()].filter((one) => !isLeaving(one));
  const files = [...staying, ...local.unplaced].map((one) => one.file);
  const inFolders = [...local.pages.values(), ...local.unplaced];
  const below = `${file.replace(/\.md$/, '')}/`;
  if (!isSafeName(`${slug}.md`) || slug.startsWith('_'))
    throw stays(file, slug, 'a file cannot have that name');
  if (inFolders.some((one) => one.file.startsWith(below))) {
    throw stays(file, slug, `pages below it are in ${below}, which is named after it`);
  }
  const taken = files.find((one) => one !== file && foldPath(one) === foldPath(to));
  if (taken !== undefined && !isOneFile(root, file, taken)) throw takenBy(file, slug, taken);
  return { key: now, file: to };
}

/** A temporary place for a page while others exchange places. */
export function thirdPlaceOf(
  { key, file }: LocalPage,
  id: PageId,
  local: LocalProject,
  project: Project,
): PageInFile {
  const third = thirdSlug(id);
  const now = withSlug(key, third);
  const folder = posix.dirname(file) as FilePath;
  if (layoutAt(project, local, folder) !== 'repository') return { key: now, file };
  return { key: now, file: posix.join(folder, `${third}.md`) as FilePath };
}

/** The failure of a file whose new name another file has. */
export const takenBy = (file: FilePath, slug: Slug, taken: FilePath): Failure =>
  stays(file, slug, `${taken} already exists`);

const stays = (file: FilePath, slug: Slug, why: string, hint = BY_HAND): Failure =>
  new Failure('content', `Its slug is now "${slug}", but ${file} was not renamed: ${why}.`, {
    hint,
  });

const BY_HAND = 'Rename it by hand and pull again, or change the slug back in the editor';

/** If these files were swapped by hand, each would look like a new text of the other page. */
const together = (other: FilePath): string =>
  `Pull both in one run, where they change places; if ${other} is left out as well, see to it first`;

/** A page file that moves. */
export interface Move {
  readonly key: PageKey;
  readonly from: FilePath;
  readonly to: FilePath;
}

/**
 * Changes navigation lists, and links in all page files, to where files are about to move. Call it before the
 * files move: a killed run then finds everything as it left it and does the rest.
 */
export async function redirect(
  moves: readonly Move[],
  files: Iterable<FilePath>,
  local: LocalProject,
  project: Project,
): Promise<void> {
  for (const move of moves) await renameInNav(move, local, project);
  for (const file of files) {
    await rewriteFile(project, file, (text) => redirected(text, file, moves));
  }
}

/** The text of a page file after `redirect`. */
export const redirected = (text: string, file: FilePath, moves: readonly Move[]): string =>
  moves.reduce((now, { from, to }) => withTarget(now, file, from, to), text);

const withTarget = (text: string, file: FilePath, from: FilePath, to: FilePath): string =>
  text.includes('.md')
    ? withEachBody(text, (body) => withMovedTarget(body, file, { from, to }))
    : text;

/** Changes links in the page's file that lead to addresses of other pages, so that they lead to their files. */
export async function linkFiles(
  page: PageInFile,
  to: readonly PageInFile[],
  project: Project,
): Promise<void> {
  const files = new Map(to.map(({ key, file }) => [key, file]));
  const pages: PageMap = { keyOf: () => undefined, fileOf: (key) => files.get(key) };
  await rewriteFile(project, page.file, (text) =>
    withEachBody(text, (body) => withRelativeLinks(body, originOf(page), pages)),
  );
}

function withEachBody(text: string, change: (body: string) => string): string {
  const had = bodiesOf(parsePageFile(text));
  const changed = (body: string | null): string | null => (body === null ? null : change(body));
  const [draft, published] = [changed(had.draft), changed(had.published)];
  const isSame = draft === had.draft && published === had.published;
  return isSame ? text : withBodies(text, { draft, published });
}

async function renameInNav(
  { key, from, to }: Move,
  local: LocalProject,
  project: Project,
): Promise<void> {
  const folder = documentationOf(local.documentations, placeOf(key))?.folder;
  if (folder === undefined) return;
  const path = (file: FilePath): string => posix.relative(folder, file).replace(/\.md$/, '');
  await rewriteFile(project, posix.join(folder, '_nav.yaml') as FilePath, (text) =>
    withNavPath(text, path(from), path(to)),
  );
}

/** Renames a file. Throws `Failure('content')` if another file has the name already. */
export async function moveFile({ from, to }: Move, project: Project): Promise<void> {
  if (await moveNew(project, from, to)) return;
  throw takenBy(from, basename(to, '.md') as Slug, to);
}
