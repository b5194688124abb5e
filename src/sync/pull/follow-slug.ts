/**
 * Applies slugs that changed on the platform: to a page's header or, where files are named after
 * their pages, to the file's name, as `docs move` does.
 */
import { posix } from 'node:path';
import { isFileSlug } from '../../content/file-names.ts';
import { layoutAt } from '../../content/layouts/new-page.ts';
import { withRelativeLinks } from '../../content/links/link-targets.ts';
import type { PageMap } from '../../content/links/link-targets.ts';
import { withEachBody } from '../../content/page/page-edit.ts';
import type { Pull } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import { placeOf } from '../../model/ids.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import type { LocalPage, PageInFile } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import { inShell } from '../../model/text/shell.ts';
import type { MovingLines } from '../../move/move-files.ts';
import type { SyncDeps } from '../deps.ts';
import { rewriteFile } from '../folder/rewrite-file.ts';
import { originOf, pageMapOf } from '../folder/scan-links.ts';
import { AGAIN } from '../ledger.ts';
import { marked } from '../../move/move-mark.ts';
import type { Task } from '../plan/work-list.ts';
import { withSlugOf } from './pull-page.ts';
import type { PullScene } from './pull-page.ts';

/** Where a page will be. */
export interface NewPlace extends PageInFile {
  /**
   * Another page has its former slug now: texts from the platform mean that one by the address, so
   * addresses stay as they are.
   */
  readonly isHandedOn: boolean;
}

type Scene = Pick<PullScene, 'run' | 'deps' | 'sent'>;

/**
 * Where each page will be whose slug the run takes over, by its present key. A failure says why it
 * keeps its place.
 */
export function findPlaces(
  pulls: readonly Task<Pull>[],
  scene: Scene,
): ReadonlyMap<PageKey, NewPlace | Failure> {
  const { pages } = scene.run.folder.local;
  const moves = new Map(pulls.flatMap(({ change: { key, to } }) => (to ? [[key, to]] : [])));
  const places = new Map<PageKey, NewPlace | Failure>();
  for (const [key, to] of moves) {
    const page = pages.get(key);
    if (page) places.set(key, placeFor(page, to, moves, scene));
  }
  return places;
}

function placeFor(
  page: LocalPage,
  to: PageKey,
  moves: ReadonlyMap<PageKey, PageKey>,
  { run, deps, sent }: Scene,
): NewPlace | Failure {
  if (sent.has(page.key)) return new Failure('content', SENT, { hint: AGAIN });
  const { pages, unplaced } = run.folder.local;
  const folder = posix.dirname(page.file) as FilePath;
  const isNamed = layoutAt(deps.project, run.folder.local, folder) === 'repository';
  const name = `${placeOf(to).slug}.md`;
  const file = isNamed ? (posix.join(folder, name) as FilePath) : page.file;
  const other = pages.get(to) ?? unplaced.find((one) => one.key === to);
  if (other?.key !== undefined && moves.get(other.key) === page.key)
    return exchanged(page, { key: other.key, file: other.file }, isNamed);
  if (other && other.file !== file) return staying(page, `${other.file} has that slug.`);
  if (isNamed && !isFileSlug(placeOf(to).slug))
    return staying(page, `a file cannot be called ${name}.`, 'Change the slug on the platform');
  const isHandedOn = [...moves.values()].includes(page.key);
  return { key: to, file, isHandedOn };
}

const SENT = 'Its file is sent in this run; the next run applies its new slug.';

/** Why a page keeps its place. `why`: a sentence. */
export const staying = (
  { key, file }: PageInFile,
  why: string,
  hint: string = PULL_AGAIN,
): Failure => new Failure('content', `${key} stays ${file}: ${why}`, { hint });

/**
 * The pages have each other's slugs on the platform. The same failure for both: who followed the
 * moves of one and then of the other would be where they began.
 */
function exchanged(one: PageInFile, another: PageInFile, isNamed: boolean): Failure {
  const [{ key, file }, { file: other }] =
    one.file < another.file ? [one, another] : [another, one];
  const third = file.replace(/\.md$/, '-2.md');
  const moves = [
    [file, third],
    [other, file],
    [third, other],
  ].map((names) => names.map(inShell));
  const commands = moves.map(([from, to]) => `docs move ${from} ${to}`);
  return new Failure('content', `${key} and the page of ${other} exchanged their slugs.`, {
    hint: isNamed ? `If that is meant: ${commands.join(' && ')}` : PULL_AGAIN,
  });
}

const PULL_AGAIN =
  'Run docs pull again; if the file still stays, rename it by hand, or change the slug back in the editor';

/**
 * Writes the slug into the file, or renames it, with the pages below it and the links to it.
 * Reports what stays as it was. Rejects with `usage` or `content` if the name is taken; nothing has
 * changed then.
 */
export async function moveFile(
  page: PageInFile,
  { key, file: to, isHandedOn }: NewPlace,
  lines: readonly MovingLines[],
  { project, report }: Pick<SyncDeps, 'project' | 'report'>,
): Promise<void> {
  const { file: from } = page;
  if (from === to) {
    await rewriteFile(project, to, (text) => withSlugOf(text, placeOf(key).slug, to));
    for (const each of lines) await each.rename(new Map([[page.key, key]]));
    return;
  }
  const [{ readTexts }, { planMove }, { renamesOf }, { moveFiles }] = await Promise.all([
    import('../../content/folder/folder-of-texts.ts'),
    import('../../move/plan-move.ts'),
    import('../../move/renames.ts'),
    import('../../move/move-files.ts'),
  ]);
  const read = await Promise.all(project.contents.map((folder) => readTexts(project, folder)));
  const known = { isPage: (file: FilePath) => file === from, fileOf: () => undefined };
  const base = { root: project.root, workingFolder: project.root };
  const plan = await planMove(project, read, renamesOf([from, to], known, base), isHandedOn);
  const warn = (text: string): void => report({ type: 'warning', text });
  for (const warning of plan.warnings) warn(warning);
  const move = () => moveFiles(project, plan, lines, warn);
  await marked(project, [from, to], plan.renames, move);
}

/** Changes links in the page's file from addresses of other pages to the files of these pages. */
export async function linkFiles(
  page: PageInFile,
  to: readonly PageInFile[],
  project: Project,
): Promise<void> {
  const pages: PageMap = { ...pageMapOf(to), keyOf: () => undefined };
  await rewriteFile(project, page.file, (text) =>
    withEachBody(text, (body) => withRelativeLinks(body, originOf(page), pages)),
  );
}

/** The map, extended by pages that get a file or another file in this run. */
export function withFiles(pages: PageMap, places: readonly PageInFile[]): PageMap {
  if (places.length === 0) return pages;
  const added = pageMapOf(places);
  return {
    keyOf: (file) => added.keyOf(file) ?? pages.keyOf(file),
    fileOf: (key) => added.fileOf(key) ?? pages.fileOf(key),
  };
}

/** The map without these keys, whose pages may be others before and after files are renamed. */
export function withoutKeys(pages: PageMap, keys: ReadonlySet<PageKey>): PageMap {
  if (keys.size === 0) return pages;
  return {
    keyOf: (file) => {
      const key = pages.keyOf(file);
      return key === undefined || keys.has(key) ? undefined : key;
    },
    fileOf: (key) => (keys.has(key) ? undefined : pages.fileOf(key)),
  };
}
