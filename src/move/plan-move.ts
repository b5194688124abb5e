/** Everything that a move changes, before anything is written. */
import { existsSync, realpathSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { foldPath } from '../content/file-names.ts';
import { duplicatesOf } from '../content/folder/duplicates.ts';
import { fileIn } from '../content/folder/list-folder.ts';
import { besidePages } from '../content/layouts/beside-pages.ts';
import { roleOf } from '../content/layouts/layouts.ts';
import { mappingOf, innermostOf } from '../content/layouts/layout.ts';
import { pagePath, withNavTargets } from '../content/layouts/nav.ts';
import { newAddress, withMovedTargets, withNewSlugs } from '../content/links/link-targets.ts';
import type { NewSlugOf, PlaceAfter } from '../content/links/link-targets.ts';
import { withEachBody, withHeaderValue } from '../content/page/page-edit.ts';
import { headerValue, parsePageFile } from '../content/page/page-file.ts';
import { withMovedSnippets } from '../content/snippets/snippets.ts';
import { isItself, isLink, placeIn } from '../system/files/path.ts';
import { slugRefusal } from '../content/slug.ts';
import { Failure } from '../model/failure.ts';
import { documentationKey, pageKey, placeOf } from '../model/ids.ts';
import type { FilePath, PageKey, Slug } from '../model/ids.ts';
import { restrictionWords } from '../model/local.ts';
import type { Project } from '../model/project.ts';
import { folderWith } from '../content/folder/folder-of-texts.ts';
import type { FolderOfTexts } from '../content/folder/folder-of-texts.ts';
import type { Rename } from './renames.ts';

/** A file whose text changes. `file`: its name after the move. */
export interface TextEdit {
  /** Its name before the move. */
  readonly was: FilePath;
  readonly file: FilePath;
  readonly before: string;
  readonly after: string;
}

export interface MovePlan {
  readonly renames: readonly Rename[];
  /** The content files that move. */
  readonly files: readonly { readonly from: FilePath; readonly to: FilePath }[];
  readonly edits: readonly TextEdit[];
  /** The new keys of pages whose keys change, by their present keys. */
  readonly keys: ReadonlyMap<PageKey, PageKey>;
  /**
   * Warnings about files whose links stay unchanged, because the files cannot be read or written.
   */
  readonly warnings: readonly string[];
  /** The new path of a file; undefined if it stays. */
  readonly movedTo: PlaceAfter;
}

/**
 * Rejects with `usage` if a page would lose its place or get the place of another one.
 *
 * @param areNew whether the files already have the new addresses of these pages: then only links by
 *   path change
 */
export async function planMove(
  project: Project,
  read: readonly FolderOfTexts[],
  renames: readonly Rename[],
  areNew = false,
): Promise<MovePlan> {
  const movedTo = moving(renames);
  const all = read.flatMap(({ folder, files }) => files.map((path) => fileIn(folder.path, path)));
  const files = all.flatMap((from) => {
    const to = movedTo(nfc(from));
    return to === undefined ? [] : [{ from, to }];
  });
  if (files.length === 0) {
    throw new Failure('usage', `"${renames[0]?.from ?? ''}" has no files of a content folder.`, {
      hint: 'Move code as usual: docs check names the pages with samples of it',
    });
  }
  for (const each of read) requirePagesAndPictures(each, movedTo);
  requireContentFolder(project, files);
  requireDistinct(all, files);

  const after = await Promise.all(read.map((each) => afterMove(project, read, each, movedTo)));
  const keys = newKeys(read, after, movedTo);
  const known = new Set(all.map(nfc));
  const placeAfter: PlaceAfter = (path) =>
    movedTo(path) ?? (known.has(path) || existsSync(join(project.root, path)) ? path : undefined);
  const stayed = new Set(candidatesIn(after).map(({ key }) => key));
  const newSlugOf = areNew ? () => undefined : newSlugs(keys, stayed);
  const changes = { movedTo, placeAfter, newSlugOf };
  const found = (await Promise.all(read.map((each) => editsIn(each, changes)))).flat();
  const edits = found.filter(({ was }) => isItself(project.root, was));
  const linked = found.filter((edit) => !edits.includes(edit));
  const warnings = [
    ...read.flatMap(unreadIn),
    ...linked.map(({ was }) => `"${was}" is a symbolic link or behind one`),
  ].map((why) => `${why}: its links were not changed.`);
  warnings.push(...linksToMoved(project.root, all, movedTo), ...openedPages(read, after, movedTo));
  return { renames, files, edits, keys, movedTo, warnings };
}

/** Warnings about pages that something above them holds back, and nothing after the move. */
function openedPages(
  before: readonly FolderOfTexts[],
  after: readonly FolderOfTexts[],
  movedTo: PlaceAfter,
): readonly string[] {
  const open = new Set(
    candidatesIn(after).flatMap(({ file, restrictions }) =>
      restrictions.reasons.length === 0 ? [nfc(file)] : [],
    ),
  );
  return candidatesIn(before).flatMap(({ file, restrictions: { reasons } }) => {
    const [why] = reasons;
    const to = movedTo(nfc(file)) ?? file;
    if (why === undefined || !open.has(nfc(to))) return [];
    return [`"${to}" is for all readers after this move; before, it was ${restrictionWords(why)}.`];
  });
}

/** Warnings about symbolic links that stay, and lead to a file that moves. */
function linksToMoved(
  root: string,
  files: readonly FilePath[],
  movedTo: PlaceAfter,
): readonly string[] {
  return files.flatMap((file) => {
    if (movedTo(nfc(file)) !== undefined || !isLink(join(root, file))) return [];
    const place = placeIn(root, file);
    if ('problem' in place) return [];
    const real = relative(realpathSync.native(root), place.real);
    const target = nfc(real.split(sep).join('/') as FilePath);
    const to = movedTo(target);
    if (to === undefined) return [];
    return [`"${file}" is a symbolic link to ${target}: make it lead to ${to}.`];
  });
}

/** Pages that were not read. */
const unreadIn = ({ folder, leftOut, pages }: FolderOfTexts): readonly string[] =>
  leftOut
    .filter(({ path, rule }) => rule !== undefined && path.endsWith('.md') && !pages.has(path))
    .map(({ path, reason }) => `"${fileIn(folder.path, path)}" ${reason}`);

const nfc = (file: FilePath): FilePath => file.normalize('NFC') as FilePath;

function moving(renames: readonly Rename[]): PlaceAfter {
  const known = renames.map(({ kind, from, to }) => ({ kind, from: nfc(from), to }));
  return (path) => {
    for (const { kind, from, to } of known) {
      if (path === from) return to;
      if (kind === 'folder' && path.startsWith(`${from}/`)) {
        return (to + path.slice(from.length)) as FilePath;
      }
    }
    return undefined;
  };
}

/**
 * Throws if a file moves whose meaning depends on its place: settings, definitions, posts and
 * synced blocks.
 */
function requirePagesAndPictures(
  { folder, files, layout }: FolderOfTexts,
  movedTo: PlaceAfter,
): void {
  const isMapped = mappingOf(folder) !== null;
  const isBeside = (path: string): boolean =>
    layout.kind === 'repository' && !isMapped && besidePages(path) !== null;
  for (const path of files) {
    const file = fileIn(folder.path, path);
    if (movedTo(nfc(file)) === undefined) continue;
    const { role } = roleOf(path, layout, isMapped);
    if (role !== 'settings' && role !== 'reference' && !isBeside(path)) continue;
    throw new Failure('usage', `"${file}" is neither a page nor a file that pages show.`, {
      hint: 'docs move does not rename versions, documentations, references and posts',
    });
  }
}

function requireContentFolder({ contents }: Project, files: MovePlan['files']): void {
  for (const { to } of files) {
    if (innermostOf(to, contents) !== -1) continue;
    throw new Failure('usage', `"${to}" would be in no content folder.`, {
      hint: '`content` in the config file says which there are: docs config shows it',
    });
  }
}

/** Throws if a new name and the name of another file would be the same on some system. */
function requireDistinct(all: readonly FilePath[], files: MovePlan['files']): void {
  const moved = new Set(files.map(({ from }) => from));
  const staying = new Map(
    all.filter((file) => !moved.has(file)).map((file) => [foldPath(file), file]),
  );
  for (const { to } of files) {
    const twin = staying.get(foldPath(to));
    if (twin === undefined) continue;
    throw new Failure('usage', `"${to}" and "${twin}" would be one file on some systems.`, {
      hint: 'Choose another name',
    });
  }
}

/** The folder as it will be read after the move. Links need not be updated for that. */
function afterMove(
  { contents }: Project,
  read: readonly FolderOfTexts[],
  now: FolderOfTexts,
  movedTo: PlaceAfter,
): Promise<FolderOfTexts> {
  const changed = new Set<FilePath>();
  const texts = new Map<FilePath, string>();
  for (const { folder, files, pages } of read) {
    for (const path of files) {
      const file = fileIn(folder.path, path);
      const to = movedTo(nfc(file));
      if (to === undefined) continue;
      changed.add(nfc(file));
      if (contents[innermostOf(to, contents)]?.path === now.folder.path)
        texts.set(to, pages.get(path)?.text ?? '');
    }
  }
  return folderWith(now, changed, texts);
}

const candidatesIn = (read: readonly FolderOfTexts[]): FolderOfTexts['candidates'] =>
  read.flatMap(({ candidates }) => candidates);

/**
 * The new keys of pages. Throws if a page would get no place, a place in another documentation, or
 * that of another page.
 */
function newKeys(
  before: readonly FolderOfTexts[],
  after: readonly FolderOfTexts[],
  movedTo: PlaceAfter,
): ReadonlyMap<PageKey, PageKey> {
  const pages = candidatesIn(after);
  const there = new Map(pages.map((page) => [nfc(page.file), page]));
  const twice = new Map(
    duplicatesOf(pages).byKey.flatMap((group) => group.map((page) => [page.file, group])),
  );
  const keys = new Map<PageKey, PageKey>();
  for (const { key: was, file } of candidatesIn(before)) {
    const to = movedTo(nfc(file));
    if (to === undefined) continue;
    const placed = there.get(nfc(to));
    if (placed === undefined) throw withoutPlace(to, after);
    const { key, page, known } = placed;
    if (documentationKey(key) !== documentationKey(was)) {
      throw new Failure('usage', `"${to}" is in another documentation than ${was}.`, {
        hint: 'The platform keeps a page in its documentation. Move the file by hand to make it a new page',
      });
    }
    const other = twice.get(to)?.find((page) => page.file !== to);
    if (other) {
      throw new Failure('usage', `"${to}" and "${other.file}" would both be the page ${key}.`, {
        hint: 'Choose another name',
      });
    }
    if (key !== was && slugRefusal(page, known.facts.slug) !== undefined) {
      throw new Failure('usage', `"${page.slug}" cannot be the slug of a page.`, {
        hint: 'Name the file with letters, digits, "-", "_" and "." only',
      });
    }
    if (key !== was) keys.set(was, key);
  }
  return keys;
}

function withoutPlace(to: FilePath, after: readonly FolderOfTexts[]): Failure {
  const reason = after.flatMap(({ folder, leftOut }) =>
    leftOut.flatMap((each) => (fileIn(folder.path, each.path) === to ? [each.reason] : [])),
  )[0];
  const why = reason === undefined ? '' : `: it ${reason}`;
  return new Failure('usage', `"${to}" would not be a page${why}.`, {
    hint: 'docs help layouts says where pages are',
  });
}

/**
 * Returns the new slugs of pages. An address without a version changes only if no version has the
 * page under its old slug.
 */
function newSlugs(keys: MovePlan['keys'], stayed: ReadonlySet<PageKey>): NewSlugOf {
  const anywhere = new Map<string, Slug>();
  for (const [was, now] of keys) {
    const { documentation, slug } = placeOf(was);
    anywhere.set(`${documentation}/${slug}`, placeOf(now).slug);
  }
  for (const key of stayed) {
    const { documentation, slug } = placeOf(key);
    anywhere.delete(`${documentation}/${slug}`);
  }
  return (version, documentation, slug) => {
    if (version === null) return anywhere.get(`${documentation}/${slug}`);
    const now = keys.get(pageKey({ version, documentation, slug }));
    return now === undefined ? undefined : placeOf(now).slug;
  };
}

interface Changes {
  readonly movedTo: PlaceAfter;
  readonly placeAfter: PlaceAfter;
  readonly newSlugOf: NewSlugOf;
}

async function editsIn(read: FolderOfTexts, changes: Changes): Promise<readonly TextEdit[]> {
  const { movedTo, placeAfter, newSlugOf } = changes;
  const versions = new Map(read.candidates.map(({ file, page }) => [file, page.version]));
  const edits: TextEdit[] = [];
  const take = (was: FilePath, before: string, after: string): void => {
    if (after !== before) edits.push({ was, file: movedTo(nfc(was)) ?? was, before, after });
  };
  const links = (was: FilePath, body: string): string => {
    const now = movedTo(nfc(was)) ?? was;
    const fresh = withMovedSnippets(body, (file) => movedTo(file as FilePath));
    const led = withMovedTargets(fresh, { was, now }, placeAfter);
    return withNewSlugs(led, versions.get(was) ?? null, newSlugOf);
  };
  for (const [path, { text }] of read.pages) {
    const file = fileIn(read.folder.path, path);
    const after = withEachBody(text, (body) => links(file, body));
    const url = headerValue(parsePageFile(text), 'url') ?? '';
    const now = newAddress(url, versions.get(file) ?? null, newSlugOf);
    const led = now === null ? after : withHeaderValue(after, 'url', now);
    take(file, text, withMovedFollows(led, movedTo));
  }
  if (read.layout.kind !== 'repository') return edits;
  for (const path of mappingOf(read.folder) === null ? read.files : []) {
    const kind = besidePages(path)?.kind;
    const found =
      kind === 'post' || kind === 'block' || kind === 'project' ? read.read(path) : null;
    if (found === null || 'problem' in found) continue;
    const file = fileIn(read.folder.path, path);
    const { text } = found;
    take(
      file,
      text,
      kind === 'project' ? await withNavigation(text, file, read, changes) : links(file, text),
    );
  }
  for (const [path, text] of read.settingsTexts) {
    if (posix.basename(path) !== '_nav.yaml') continue;
    const file = fileIn(read.folder.path, path);
    take(file, text, await withNavigation(text, file, read, changes));
  }
  return edits;
}

/** The page with the new paths of files that it follows. Globs stay as they are. */
function withMovedFollows(text: string, movedTo: PlaceAfter): string {
  if (!text.includes('follows:')) return text;
  const follows = headerValue(parsePageFile(text), 'follows') ?? '';
  const moved = follows.replaceAll(/[^,\n]+/g, (each) => {
    const path = each.trim();
    const to = movedTo(nfc(posix.normalize(path) as FilePath));
    return to === undefined ? each : each.replace(path, () => to);
  });
  return moved === follows ? text : withHeaderValue(text, 'follows', moved);
}

function withNavigation(
  text: string,
  file: FilePath,
  { arrangement }: FolderOfTexts,
  { movedTo, newSlugOf }: Changes,
): Promise<string> {
  const folder = posix.dirname(file);
  const own = arrangement.documentations.find((each) => each.folder === folder);
  const version = own?.version ?? null;
  return withNavTargets(
    text,
    (page) => {
      const to = movedTo(nfc(posix.join(folder, `${page}.md`) as FilePath));
      return to === undefined ? undefined : pagePath(posix.relative(folder, to));
    },
    (url) => newAddress(url, version, newSlugOf) ?? undefined,
  );
}
