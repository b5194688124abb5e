/** Decides which pages without a file must not be deleted, whatever the platform has of them, because their files may not really be gone. */
import type { FilePath, PageKey } from '../../model/ids.ts';
import { documentationKey, isDirectlyIn, placeOf } from '../../model/ids.ts';
import type { LocalPage, LocalProject, UnplacedFile } from '../../model/local.ts';
import type { ContentFolder, Project } from '../../model/project.ts';
import type { Lock } from '../lock/lock.ts';
import type { BasePage } from '../../model/sides.ts';
import type { Machine } from '../../programs/machine.ts';
import { filesBelow } from '../folder/pages-below.ts';
import { scan } from '../folder/scan.ts';
import type { TextReader } from '../folder/texts.ts';
import type { Left, WhyKept } from '../plan/orphans.ts';
import type { KeysByName } from '../pairing/named-places.ts';
import type { Cases } from '../plan/cases.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { NearbyFiles } from './nearby-files.ts';

/** What is known of the folder. */
interface Scene {
  readonly cases: Pick<Cases, 'withoutFile'>;
  readonly named: KeysByName;
  readonly local: LocalProject;
  readonly unplaced: readonly UnplacedFile[];
  readonly lock: Pick<Lock, 'pages'>;
  readonly texts: Pick<TextReader, 'pages'>;
  /** Keys of new files that may be renamed ones. */
  readonly unclear: readonly PageKey[];
  /** Keys of files that are pages of the lock under another key. */
  readonly renamed: ReadonlyMap<PageKey, PageKey>;
  /** Whether the run covers the page. */
  readonly meant: (key: PageKey) => boolean;
  readonly snapshot: Pick<Snapshot, 'pages' | 'placement'>;
}

interface Surroundings {
  readonly project: Project;
  readonly machine: Machine;
  readonly signal: AbortSignal;
}

/**
 * Returns the reason to keep each page. Looks at nothing if no file is missing. Reads all files if the
 * configuration leaves any out, and lists the folders around missing files. Rejects as `scan` does.
 */
export async function whyKeptIn(
  scene: Scene,
  { project, machine, signal }: Surroundings,
): Promise<WhyKept> {
  const lines = Array.from(scene.cases.withoutFile(), ({ base }) => base);
  const place = { root: project.root, ...machine };
  if (lines.length === 0) return () => null;
  // Most runs miss no file and do not ask git.
  const { whatGitSays } = await import('./git-says.ts');
  const git = await whatGitSays(lines, scene, { project, place });
  const whole = await wholeFolder(scene, project, signal);
  const homeless = ofFilesWithoutPage(scene);
  const nearby = new NearbyFiles(project, scene, git.untracked);
  return (line) =>
    ofItsFile(line, whole, scene.local) ??
    homeless ??
    git.why(line) ??
    ofItsTwin(line, whole, scene) ??
    ofNearbyFile(nearby.find(line, git.pastOf(line))) ??
    ofItsName(line, scene) ??
    ofItsPlace(line, project, scene) ??
    ofPagesBelow(line, { documentations: scene.local.documentations, pages: whole.pages });
}

/** Any file without a page in this run may be the missing one, because file and page may both have been moved far. */
function ofFilesWithoutPage(scene: Scene): string | null {
  const { local, unplaced, lock, renamed, meant, snapshot } = scene;
  const placeless = unplaced.find(({ key }) => key === undefined);
  if (placeless) return `${placeless.file} has no place, and may be its file`;
  const [held] = unplaced;
  const pages = [...local.pages.values()];
  const unsent = held ?? pages.find(({ key }) => snapshot.placement(key).kind === 'hidden');
  if (unsent) return `${unsent.file} cannot be sent, and may be its file`;
  const isNew = ({ key }: LocalPage): boolean => !lock.pages.has(key) && !renamed.has(key);
  const leftOut = pages.find((page) => !meant(page.key) && isNew(page));
  return leftOut ? `${leftOut.file} is left out of this run, and may be its file` : null;
}

/** Files that the configuration leaves out are left out in every run, so such a file counts only if it resembles the page. */
function ofItsTwin(
  { title, sent }: BasePage,
  { pages }: WholeFolder,
  { local, lock }: Scene,
): string | null {
  if (pages === local.pages) return null;
  const twin = [...pages.values()].find(
    (page) =>
      !local.pages.has(page.key) &&
      !lock.pages.has(page.key) &&
      (page.title === title || page.head === sent),
  );
  return twin ? `the configuration leaves out ${twin.file}, which may be its file` : null;
}

const ofNearbyFile = (file: FilePath | undefined): string | null =>
  file === undefined ? null : `${file} may be its file`;

interface WholeFolder {
  readonly pages: LocalProject['pages'];
  readonly unplaced: readonly UnplacedFile[];
}

/** The folder with those pages that `include` and `exclude` leave out. */
async function wholeFolder(
  { local, unplaced }: Scene,
  project: Project,
  signal: AbortSignal,
): Promise<WholeFolder> {
  const isWhole = ({ include, exclude }: ContentFolder): boolean =>
    exclude.length === 0 && include.includes('**/*.md');
  if (project.contents.every(isWhole)) return { pages: local.pages, unplaced };
  const contents = project.contents.map((content) => ({ ...content, ...EVERYTHING }));
  const all = await scan({ ...project, contents }, { remember: false, signal });
  // A file that is left out and has no place may be anything, so it does not count.
  return {
    pages: all.pages,
    unplaced: [...unplaced, ...all.unplaced.filter(({ key }) => key !== undefined)],
  };
}

const EVERYTHING = { include: ['**/*.md'], exclude: [] };

function ofItsFile(
  { key, outside }: BasePage,
  { pages, unplaced }: WholeFolder,
  local: LocalProject,
): string | null {
  const file = (local.pages.get(key) ?? pages.get(key))?.file;
  if (file !== undefined) {
    return local.pages.has(key)
      ? `${file} may be its file`
      : `the configuration leaves out its file, ${file}`;
  }
  const held = unplaced.find((one) => one.key === key);
  if (held !== undefined) return `its file, ${held.file}, cannot be sent`;
  return outside ? 'its file is in no content folder' : null;
}

function ofItsName({ key, title }: BasePage, { unclear, local }: Scene): string | null {
  const documentation = documentationKey(key);
  const twin = unclear.find(
    (one) => isDirectlyIn(one, documentation) && local.pages.get(one)?.title === title,
  );
  return twin === undefined ? null : `${twin} may be the same page under another name`;
}

/** Whether no content folder has the page's documentation, or somebody moved the page to another documentation. */
function ofItsPlace(
  { key, id }: BasePage,
  { contents }: Project,
  { snapshot }: Scene,
): string | null {
  const { version, documentation } = placeOf(key);
  const isHere = contents.some(
    (content) =>
      content.version === null ||
      (content.version === version && content.documentation === documentation),
  );
  if (!isHere) return 'no content folder is for its documentation';
  const placement = snapshot.placement(key);
  const there = snapshot.pages?.get(id);
  return there && placement.kind === 'visible' && there.documentationId !== placement.documentation
    ? 'it was moved to another documentation on the platform'
    : null;
}

/** A page below this one is in its folder. */
function ofPagesBelow({ key }: BasePage, folder: Parameters<typeof filesBelow>[1]): Left | null {
  const [child] = filesBelow(key, folder);
  return child === undefined ? null : { kept: `${child} is below it`, isLeft: true };
}
