/**
 * Applies slugs that changed on the platform: to the file's name or, depending on the layout, to
 * its header.
 */
import { lstatSync } from 'node:fs';
import { join, posix } from 'node:path';
import { foldPath, isFileSlug } from '../../content/file-names.ts';
import { layoutAt } from '../../content/layouts/new-page.ts';
import { withNavTargets } from '../../content/layouts/nav.ts';
import { withMovedTargets, withRelativeLinks } from '../../content/links/link-targets.ts';
import type { PageMap } from '../../content/links/link-targets.ts';
import { withEachBody } from '../../content/page/page-edit.ts';
import { moveNew } from '../../system/files/write.ts';
import type { Pull } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import { groupBy } from '../../model/group-by.ts';
import { placeOf, withSlug } from '../../model/ids.ts';
import type { FilePath, PageKey, Slug } from '../../model/ids.ts';
import { documentationOf } from '../../model/local.ts';
import type { LocalPage, LocalProject, PageInFile, UnplacedFile } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import { rewriteFile } from '../folder/rewrite-file.ts';
import { originOf, pageMapOf } from '../folder/scan-links.ts';
import { AGAIN } from '../log/ledger.ts';
import type { Row } from '../plan/cases.ts';
import type { Task } from '../plan/work-list.ts';
import { withSlugOf } from './pull-page.ts';
import type { PullScene } from './pull-page.ts';

/** New places of files whose pages' slugs changed, by key. */
export interface NewPlaces {
  readonly places: ReadonlyMap<PageKey, PageInFile>;
  /** Why pages keep their places. */
  readonly staying: ReadonlyMap<PageKey, Failure>;
}

type Scene = Pick<PullScene, 'run' | 'deps' | 'sent'>;

/** Finds a place for each page whose new name is free. The others keep theirs. */
export function findPlaces(pulls: readonly Task<Pull>[], scene: Scene): NewPlaces {
  const moves = new Map(
    pulls.flatMap(({ change: { key, to } }) => (to === undefined ? [] : [[key, to]])),
  );
  const places = new Map<PageKey, PageInFile>();
  const staying = new Map<PageKey, Failure>();
  const folder = new PlacesInUse(scene, moves);
  for (const { row } of pulls) {
    const { key } = row;
    if (!moves.has(key)) continue;
    try {
      const place = folder.placeOf(row);
      if (place) places.set(key, place);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      staying.set(key, error);
    }
  }
  return { places, staying };
}

type SomeFile = Pick<UnplacedFile, 'key' | 'file'>;

/** The names and keys that files have. */
class PlacesInUse {
  readonly #scene: Scene;
  readonly #files: readonly SomeFile[];
  /** New keys of pages. */
  readonly #moves: ReadonlyMap<PageKey, PageKey>;
  #byKey: ReadonlyMap<PageKey | undefined, readonly SomeFile[]> | undefined;
  #byPath: ReadonlyMap<string, readonly SomeFile[]> | undefined;

  constructor(scene: Scene, moves: ReadonlyMap<PageKey, PageKey>) {
    const { pages, unplaced } = scene.run.folder.local;
    this.#scene = scene;
    this.#moves = moves;
    this.#files = [...pages.values(), ...unplaced];
  }

  /**
   * The new place of a page. Undefined if a side lacks it. Throws `Failure('content')` if it must
   * stay.
   */
  placeOf({ key, local: page, remote }: Row): PageInFile | undefined {
    const { run, deps, sent } = this.#scene;
    if (!page || !remote) return undefined;
    if (sent.has(key)) throw new Failure('content', SENT, { hint: AGAIN });
    const { slug } = remote;
    const now = withSlug(key, slug);
    const folder = posix.dirname(page.file) as FilePath;
    const isNamed = layoutAt(deps.project, run.folder.local, folder) === 'repository';
    if (isNamed) this.#requireName(page, slug);
    const file = isNamed ? (posix.join(folder, `${slug}.md`) as FilePath) : page.file;
    const other = this.#inPlaceOf(page, { key: now, file });
    if (other?.key !== undefined && this.#moves.get(other.key) === key)
      throw exchanged(page, other.file, isNamed);
    if (other) throw inPlace(page, other.file);
    return { key: now, file };
  }

  /** Throws if a file cannot have the slug as its name. */
  #requireName(page: LocalPage, slug: Slug): void {
    if (!isFileSlug(slug)) throw stays(page, `a file cannot be called ${slug}.md`, BY_HAND);
    const below = `${page.file.replace(/\.md$/, '')}/`;
    if (this.#files.some(({ file }) => file.startsWith(below)))
      throw stays(page, `pages below it are in ${below}, which is named after it`, BY_HAND);
  }

  /** Another file with that key, or whose name is the same on some file system. */
  #inPlaceOf(page: LocalPage, { key, file }: PageInFile): SomeFile | undefined {
    this.#byKey ??= groupBy(this.#files, (one) => one.key);
    this.#byPath ??= groupBy(this.#files, (one) => foldPath(one.file));
    const known = [...(this.#byKey.get(key) ?? []), ...(this.#byPath.get(foldPath(file)) ?? [])];
    const found = known.find((one) => one.file !== page.file);
    if (found || foldPath(file) === foldPath(page.file)) return found;
    const path = join(this.#scene.deps.project.root, file);
    return lstatSync(path, { throwIfNoEntry: false }) && { file };
  }
}

const SENT = 'Its file is sent in this run; the next run applies its new slug.';

const stays = ({ key, file }: PageInFile, why: string, hint: string): Failure =>
  new Failure('content', `${key} stays ${file}: ${why}.`, { hint });

const inPlace = (page: PageInFile, other: FilePath): Failure =>
  stays(page, `${other} is in its place`, PULL_AGAIN);

/** The pages have each other's slugs on the platform. */
function exchanged({ key, file }: PageInFile, other: FilePath, isNamed: boolean): Failure {
  const third = file.replace(/\.md$/, '-2.md');
  const moves = [
    [file, third],
    [other, file],
    [third, other],
  ].map(([from, to]) => `docs move ${from} ${to}`);
  return new Failure('content', `${key} and the page of ${other} exchanged their slugs.`, {
    hint: isNamed ? `If that is meant: ${moves.join(' && ')}` : BY_HAND,
  });
}

const PULL_AGAIN =
  'Run docs pull again; if both files stay, remove or rename one of them by hand, or change the slug back in the editor';
const BY_HAND = 'Rename it by hand and pull again, or change the slug back in the editor';

/** A page file that gets a new name, or a new slug in its header. */
export interface Move {
  readonly page: PageInFile;
  readonly to: PageInFile;
}

/**
 * Changes navigation lists, and links in all page files, to where files are about to move. Call it
 * before the files move: after a kill, the next run finds the old names and does the rest.
 */
export async function redirect(
  moves: readonly Move[],
  local: LocalProject,
  project: Project,
): Promise<void> {
  const renamed = moves.filter(({ page, to }) => page.file !== to.file);
  if (renamed.length === 0) return;
  for (const { page, to } of renamed) {
    const folder = documentationOf(local.documentations, placeOf(page.key))?.folder;
    if (folder === undefined) continue;
    const path = (file: FilePath): string => posix.relative(folder, file).replace(/\.md$/, '');
    await rewriteFile(project, posix.join(folder, '_nav.yaml') as FilePath, (text) =>
      withNavTargets(text, (listed) => (listed === path(page.file) ? path(to.file) : undefined)),
    );
  }
  const places = new Map(
    renamed.map(({ page, to }) => [page.file.normalize('NFC') as FilePath, to.file]),
  );
  for (const { file } of local.pages.values()) {
    await rewriteFile(project, file, (text) =>
      text.includes('.md')
        ? withEachBody(text, (body) =>
            withMovedTargets(body, { was: file, now: file }, (path) => places.get(path)),
          )
        : text,
    );
  }
}

/** Gives the file its new name and slug. Throws `Failure('content')` if the name is taken now. */
export async function move({ page, to }: Move, project: Project): Promise<void> {
  const { slug } = placeOf(to.key);
  if (page.file !== to.file && !(await moveNew(project, page.file, to.file)))
    throw inPlace(page, to.file);
  await rewriteFile(project, to.file, (text) => withSlugOf(text, slug, to.file));
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

/**
 * The map without these keys, so that links to them mean the same before and after files are
 * renamed.
 */
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
