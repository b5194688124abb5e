/** All content folders of a project, checked against each other. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkSite } from '../../../content/check/check.ts';
import type { CheckFinding } from '../../../content/check/finding.ts';
import { mayIgnore, withoutIgnored } from '../../../content/check/baseline/ignores.ts';
import { checkNames, checkUnread } from '../../../content/check/structure.ts';
import type { IsDrawn } from '../../../content/check/repository/navigation.ts';
import { Readings } from '../../../content/check/references.ts';
import { Site } from '../../../content/check/linkable-pages.ts';
import type { CheckedPage } from '../../../content/check/linkable-pages.ts';
import type { FilePath } from '../../../model/ids.ts';
import type { Project } from '../../../model/project.ts';
import { groupBy } from '../../../model/group-by.ts';
import { fileIn, unreadIn } from '../../../content/folder/list-folder.ts';
import { arrange } from './arranged-folder.ts';
import { snippetFiles, snippetSources } from '../../../content/snippets/sources.ts';
import type { TextBefore } from '../../../content/snippets/sources.ts';
import type { IgnoredByGit } from '../../../system/git/working-tree.ts';
import type { FolderOfTexts } from '../../../content/folder/folder-of-texts.ts';
import { checkRepositoryFiles, filesBeside, sourcesBeside } from './repository-files.ts';

export interface CheckedFolders {
  readonly pages: readonly CheckedPage[];
  /** Used to look up the links of these pages. */
  readonly site: Site;
  /** All files of the folders, pages or not. */
  readonly files: readonly FilePath[];
  /** Page files that the configuration's globs select. */
  readonly taken: readonly FilePath[];
  /** Selected posts, synced blocks, settings and navigations. */
  readonly beside: readonly FilePath[];
  /** API definitions in the folders. */
  readonly definitions: readonly FilePath[];
  /**
   * The findings about selected files, without definitions. `more`: findings of other checks;
   * `readings`: pages that were parsed before.
   */
  findings(
    isAsked: (file: FilePath) => boolean,
    more?: readonly CheckFinding[],
    readings?: Readings,
  ): Promise<readonly CheckFinding[]>;
}

interface Checking {
  readonly isDrawn?: IsDrawn;
  /** Former texts of the files that pages have samples of. */
  readonly before?: TextBefore;
}

export async function checkFolders(
  project: Project,
  read: readonly FolderOfTexts[],
  ignoredOf: IgnoredByGit,
  { isDrawn, before }: Checking = {},
): Promise<CheckedFolders> {
  const arranged = await Promise.all(read.map(arrange));
  const pages = arranged.flatMap((folder) => folder.pages);
  const files = read.flatMap(({ folder, files }) => files.map((path) => fileIn(folder.path, path)));
  const taken = read.flatMap(({ folder, pages, takes }) =>
    [...pages.keys()].filter(takes).map((path) => fileIn(folder.path, path)),
  );
  /** The files with samples that git does not ignore. Others are not read. */
  const unignored = new Set<string>();
  const site = new Site({
    pages,
    documentations: arranged.flatMap(({ documentations }) => documentations),
    references: arranged.flatMap(({ references }) => references),
    files: new Set(files),
    folders: project.contents.map(({ path }) => path),
    isThere: (path) => existsSync(join(project.root, path)),
    sampleOf: snippetSources(project.root, (file) => unignored.has(file), before),
  });
  const ours = new Set(taken);
  return {
    pages,
    site,
    files,
    taken,
    beside: read.flatMap((folder) => [
      ...filesBeside(folder).map(({ file }) => file),
      ...[...folder.settingsTexts.keys()].map((path) => fileIn(folder.folder.path, path)),
    ]),
    definitions: read.flatMap(({ arrangement }) => arrangement.references.map(({ file }) => file)),
    async findings(isAsked, more = [], readings = new Readings()) {
      const own = pages.filter(({ file }) => ours.has(file));
      const bodies = own.filter(({ file }) => isAsked(file)).flatMap((each) => each.bodies);
      const sampled = snippetFiles([
        ...bodies.map(({ section }) => section.source),
        ...read.flatMap((folder) => sourcesBeside(folder, isAsked)).map(({ text }) => text),
      ]);
      const ignored = await ignoredOf(sampled);
      for (const file of sampled) if (!ignored.has(file)) unignored.add(file);
      const found = await checkSite(own, site, ({ file }) => isAsked(file), readings);
      const names = [...checkNames(taken.filter(isAsked)), ...checkUnread(read.flatMap(unreadIn))];
      const ignoring = new Map<FilePath, string>();
      const beside = await Promise.all(
        read.map(async (folder, index) => {
          const { synced = null, variables = null } = arranged[index] ?? {};
          const heard = collectIgnores(folder, ignoring);
          return checkRepositoryFiles(heard, { site, synced, variables, isDrawn }, isAsked);
        }),
      );
      for (const [file, text] of read.flatMap(ownTexts)) {
        if (isAsked(file) && mayIgnore(text)) ignoring.set(file, text);
      }
      const all = [
        ...(await Promise.all(arranged.map((folder) => folder.findings(isAsked)))),
        found,
        names,
        ...beside,
        more,
      ].flat();
      const asked = all.filter(({ place }) => isAsked(place.file));
      if (ignoring.size === 0) return asked;
      const byFile = groupBy(asked, ({ place }) => place.file);
      for (const [file, text] of ignoring) {
        byFile.set(file, withoutIgnored(file, text, byFile.get(file) ?? []));
      }
      return [...byFile.values()].flat();
    },
  };
}

/** The texts that the folder's reader has read, without pages that the globs leave out. */
const ownTexts = ({ folder, pages, settingsTexts, takes }: FolderOfTexts) => [
  ...[...pages]
    .filter(([path]) => takes(path))
    .map(([path, { text }]) => [fileIn(folder.path, path), text] as const),
  ...[...settingsTexts].map(([path, text]) => [fileIn(folder.path, path), text] as const),
];

/** The same folder. Puts each file that it reads into `ignoring` if it may ignore rules. */
const collectIgnores = (folder: FolderOfTexts, ignoring: Map<FilePath, string>): FolderOfTexts => ({
  ...folder,
  read(path) {
    const found = folder.read(path);
    if (found && 'text' in found && mayIgnore(found.text)) {
      ignoring.set(fileIn(folder.folder.path, path), found.text);
    }
    return found;
  },
});
