/** A content folder as `docs check` and `docs fmt` read it: every page file once, with its text. */
import { fileIn, listFolder, takenFrom } from './list-folder.ts';
import { readFolder } from './read-folder.ts';
import type { ReadFolder, SeenPage, TakenListing } from './read-folder.ts';
import { oversized, readText } from '../../system/files/read.ts';
import type { TextOrProblem, Unreadable } from '../../system/files/read.ts';
import { headerFactsOf } from '../page/page-facts.ts';
import { headerProblem, parsePageFile } from '../page/page-file.ts';
import type { PageFile } from '../page/page-file.ts';
import { type Restrictions, restrictionsOf } from '../page/page-restriction.ts';
import { unreadyOf } from '../page/unready.ts';
import { parseSettings } from '../settings/settings-file.ts';
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
import { sizeProblem } from '../../model/input-limits.ts';
import type { ContentFolder, Project } from '../../model/project.ts';

export interface SeenText extends SeenPage {
  /** The text on disk, with a byte order mark. */
  readonly text: string;
  readonly page: PageFile;
  readonly restrictions: Restrictions;
}

/** Paths are relative to the folder. */
export interface FolderOfTexts extends ReadFolder<SeenText>, TakenListing {
  /** Texts of settings files and navigations, malformed or not. */
  readonly settingsTexts: ReadonlyMap<string, string>;
  /** Returns null if the file is missing. */
  readonly read: (path: string) => TextOrProblem | null;
}

/**
 * Rejects with `Failure('config')` if the folder is missing.
 *
 * @param open texts that count instead of those on the disk, as an editor has them
 *
 * @param before the folder as it was: what has the same text is not parsed again
 */
export async function readTexts(
  project: Project,
  folder: ContentFolder,
  open?: ReadonlyMap<FilePath, string>,
  before?: FolderOfTexts,
): Promise<FolderOfTexts> {
  const listing = listFolder(project, folder);
  const takes = await takenFrom(project, folder);
  const read = (path: string): TextOrProblem | null => {
    const file = fileIn(folder.path, path);
    const text = open?.get(file);
    return text === undefined ? readText(`${project.root}/${file}`) : { text };
  };
  return fromTexts(folder, { ...listing, takes }, read, before);
}

/**
 * The folder with other texts in some files, as it was or as it would become. Rejects with the
 * `Failure` in `texts` if the folder needs a text that is not known: to treat an unreadable page as
 * missing would be wrong.
 *
 * @param changed paths in the project, in Unicode's composed form, of files with another text or
 * none
 *
 * @param texts the texts of those that exist then, or why a text is not known
 */
export async function folderWith(
  now: FolderOfTexts,
  changed: ReadonlySet<FilePath>,
  texts: ReadonlyMap<FilePath, string | Failure>,
): Promise<FolderOfTexts> {
  const { folder } = now;
  const start = fileIn(folder.path, '');
  const nameOf = (path: string): FilePath => fileIn(folder.path, path).normalize('NFC') as FilePath;
  const kept = now.files.filter((path) => !changed.has(nameOf(path)));
  const had = [...texts.keys()]
    .filter((file) => file.startsWith(start))
    .map((file) => file.slice(start.length));
  const there = new Set(now.files);
  const listing = {
    files: [...kept, ...had],
    refused: now.refused,
    takes: (path: string) => !there.has(path) || now.takes(path),
  };
  let unknown: Failure | undefined;
  // `readFolder` records a malformed settings file and continues, so this failure is kept here.
  const read = (path: string): TextOrProblem | null => {
    const text =
      texts.get(nameOf(path)) ?? now.pages.get(path)?.text ?? now.settingsTexts.get(path);
    if (!(text instanceof Failure)) return text === undefined ? now.read(path) : { text };
    unknown ??= text;
    throw text;
  };
  const whole = await fromTexts(folder, listing, read, now);
  if (unknown) throw unknown;
  return whole;
}

/** A folder that is not on the disk: its files by their paths. */
export const folderOfTexts = (
  folder: ContentFolder,
  texts: ReadonlyMap<string, string>,
): Promise<FolderOfTexts> =>
  fromTexts(folder, { files: [...texts.keys()], refused: [], takes: () => true }, (path) => {
    const text = texts.get(path);
    return text === undefined ? null : { text };
  });

async function fromTexts(
  folder: ContentFolder,
  listing: TakenListing,
  read: FolderOfTexts['read'],
  before?: FolderOfTexts,
): Promise<FolderOfTexts> {
  const settingsTexts = new Map<string, string>();
  const malformed = new Set(before?.malformed.map(({ path }) => path));
  const whole = await readFolder(folder, listing, {
    beyondGlobs: true,
    page(_, path) {
      const found = read(path);
      if (found === null || 'problem' in found) return found;
      const known = before?.pages.get(path);
      return known?.text === found.text ? known : seen(found.text);
    },
    async settings(file, path) {
      const found = read(path);
      if (found === null || 'problem' in found) return found;
      settingsTexts.set(path, found.text);
      const known = malformed.has(path) ? undefined : before?.settings.get(path);
      return known !== undefined && before?.settingsTexts.get(path) === found.text
        ? { value: known }
        : { value: await parseSettings(found.text, file) };
    },
  });
  return { ...whole, ...listing, settingsTexts, read };
}

function seen(text: string): SeenText | Unreadable {
  const page = parsePageFile(text);
  const tooLarge = sizeProblem('page', text.length) ?? headerProblem(page);
  if (tooLarge !== undefined) return oversized(tooLarge);
  const facts = headerFactsOf(page);
  const unready = unreadyOf(text, page);
  const restrictions = restrictionsOf(page);
  return { text, page, facts, restrictions, ...(unready ? { unready } : {}) };
}
