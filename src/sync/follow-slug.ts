/** Follows slugs that changed on the platform: in a file's name where its layout takes the slug from there, else in its header. */
import { basename, posix } from 'node:path';
import { foldPath, isSafeName } from '../content/file-names.ts';
import { layoutAt } from '../content/layouts/new-page.ts';
import { withNavPath } from '../content/layouts/nav.ts';
import { withMovedTarget } from '../content/link-targets.ts';
import { withBodies } from '../content/page-edit.ts';
import { bodiesOf, parsePageFile } from '../content/page-file.ts';
import { moveNew } from '../files/write.ts';
import { Failure } from '../model/failure.ts';
import type { FilePath, PageKey, Slug } from '../model/ids.ts';
import { placeOf, withSlug } from '../model/ids.ts';
import type { LocalPage, LocalProject } from '../model/local.ts';
import type { Project } from '../model/project.ts';
import { rewriteFile } from './replace-text.ts';

/** Where a page is from now on. A file that stays has its slug in the header. */
export interface Whereabouts {
  readonly key: PageKey;
  readonly file: FilePath;
}

/**
 * Where the page with the slug `slug` goes. Throws `Failure('content')` where a person has to decide. `isLeaving`: whether the slug of another
 * file's page changed, too.
 */
export function whereaboutsOf(
  { key, file }: LocalPage,
  slug: Slug,
  local: LocalProject,
  project: Project,
  isLeaving: (page: LocalPage) => boolean,
): Whereabouts {
  const now = withSlug(key, slug);
  const twin = local.pages.get(now);
  if (twin) {
    const why = `${twin.file} is there and has that slug`;
    throw stays(file, slug, why, isLeaving(twin) ? SWAPPED : undefined);
  }
  const folder = posix.dirname(file) as FilePath;
  if (layoutAt(project, local, folder) !== 'repository') return { key: now, file };
  const to = posix.join(folder, `${slug}.md`) as FilePath;
  const files = [...local.pages.values(), ...local.unplaced].map((one) => one.file);
  const below = `${file.replace(/\.md$/, '')}/`;
  if (!isSafeName(`${slug}.md`) || slug.startsWith('_'))
    throw stays(file, slug, 'no file can be called so');
  if (files.some((one) => one.startsWith(below))) {
    throw stays(file, slug, `pages below it are in ${below}, which is called so after it`);
  }
  const taken = files.find((one) => one !== file && foldPath(one) === foldPath(to));
  if (taken !== undefined) throw stays(file, slug, `${taken} is there`);
  return { key: now, file: to };
}

const stays = (file: FilePath, slug: Slug, why: string, hint = BY_HAND): Failure =>
  new Failure('content', `Its slug is now "${slug}", and ${file} was not renamed: ${why}.`, {
    hint,
  });

const BY_HAND = 'Rename it by hand and pull again, or change the slug back in the editor.';

/** Files that were swapped by hand would be taken for new texts of the pages that they were. */
const SWAPPED =
  'Pull again. Where pages took each other’s slugs, give one a third slug in the editor first.';

export interface Move {
  readonly page: LocalPage;
  readonly to: FilePath;
}

/**
 * Lets lists of pages, and links in all page files, lead to where files are about to be. To be called before they are there: a run that is
 * killed in between finds everything as it left it, and does the rest.
 */
export async function redirect(
  moves: readonly Move[],
  local: LocalProject,
  project: Project,
): Promise<void> {
  for (const move of moves) await renameInNav(move, local, project);
  for (const { file } of local.pages.values()) {
    await rewriteFile(project, file, (text) => redirected(text, file, moves));
  }
}

/** What `redirect` makes of a page file's text. */
export const redirected = (text: string, file: FilePath, moves: readonly Move[]): string =>
  moves.reduce((now, { page, to }) => withTarget(now, file, page.file, to), text);

function withTarget(text: string, file: FilePath, from: FilePath, to: FilePath): string {
  if (!text.includes('.md')) return text;
  const had = bodiesOf(parsePageFile(text));
  const moved = (body: string | null): string | null =>
    body === null ? null : withMovedTarget(body, file, { from, to });
  const [draft, published] = [moved(had.draft), moved(had.published)];
  const isSame = draft === had.draft && published === had.published;
  return isSame ? text : withBodies(text, { draft, published });
}

async function renameInNav(
  { page, to }: Move,
  local: LocalProject,
  project: Project,
): Promise<void> {
  const { version, documentation } = placeOf(page.key);
  const folder = local.documentations.find(
    (one) => one.version === version && one.slug === documentation,
  )?.folder;
  if (folder === undefined) return;
  const path = (file: FilePath): string => posix.relative(folder, file).replace(/\.md$/, '');
  await rewriteFile(project, posix.join(folder, '_nav.yaml') as FilePath, (text) =>
    withNavPath(text, path(page.file), path(to)),
  );
}

/** Gives a file its new name. Throws `Failure('content')` where another has it by now. */
export async function moveFile({ page, to }: Move, project: Project): Promise<void> {
  if (await moveNew(project, page.file, to)) return;
  throw stays(page.file, basename(to, '.md') as Slug, `${to} is there`);
}
