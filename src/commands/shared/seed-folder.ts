import { stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { loadFolder, projectOf } from '../../config/load.ts';
import { changelogsIn } from '../../content/changelog/changelog-folder.ts';
import { withAbsoluteLinks } from '../../content/links/link-targets.ts';
import { projectText } from '../../system/files/read.ts';
import {
  unreadHold,
  settingsHold,
  parseSettings,
  settingsMap,
} from '../../content/settings/settings-file.ts';
import type { SettingsMap } from '../../content/settings/settings-file.ts';
import { readSharedContent, type SharedContent } from '../../content/folder/shared-content.ts';
import { filesAround } from '../../content/folder/list-folder.ts';
import { isInPlace } from '../../content/layouts/layouts.ts';
import { newestFirst } from '../../content/slug.ts';
import type { Host } from '../../host.ts';
import { Failure } from '../../model/failure.ts';
import type { FilePath, Slug } from '../../model/ids.ts';
import type { LocalProject } from '../../model/local.ts';
import type { ChangelogIds, Project } from '../../model/project.ts';
import type { Seed, SeedChangelog } from '../../platform/platform-options.ts';
import { readPageMap, scanFolder } from '../../sync/reader.ts';
import { SYNCED_FOLDER, settingsFileOf } from '../../content/file-names.ts';

/**
 * Everything except pages: what the folder names and the API cannot create, and what pages share.
 */
export async function seedFrom(folder: string, host: Host): Promise<Seed> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) {
    throw new Failure('usage', `"${folder}" is neither a folder nor a file.`, {
      hint: '--from names a folder of pages, or the ZIP of docs export',
    });
  }
  const config = await loadFolder(folder, host);
  const project = projectOf(config);
  const local = await scanFolder(project, { remember: false, signal: host.signal });
  const listed = new Map(project.references.map((each) => [each.file, each]));
  const isMade = ({ file }: { readonly file: FilePath }): boolean =>
    listed.get(file)?.generated !== true || textIn(project, file) !== null;
  return {
    versions: local.versions.toSorted((a, b) => newestFirst(a.slug, b.slug)),
    documentations: local.documentations,
    references: await Promise.all(
      local.references.filter(isMade).map(async ({ version, slug, file }) => {
        const definition = textIn(project, file);
        if (definition === null) throw unread(file, 'does not exist');
        const settings = async (beside: FilePath): Promise<SettingsMap> => {
          const text = textIn(project, beside);
          return text === null ? {} : settingsMap(await parseSettings(text, beside), beside);
        };
        const published =
          settingsHold(await settings(settingsFileOf(file))) === null &&
          (await unreadHold(
            file,
            filesAround(project.root, file),
            (each) => isInPlace(each, project.contents),
            settings,
          )) === null;
        return { version, slug, file, definition, published };
      }),
    ),
    shared: await sharedBy(project, local),
    changelogs: await changelogsOf(project, config.changelogs.value),
  };
}

function textIn(project: Project, file: FilePath): string | null {
  const read = projectText(project.root, file);
  if (read === null || 'text' in read) return read?.text ?? null;
  throw unread(file, read.problem);
}

const unread = (file: FilePath, problem: string): Failure =>
  new Failure('content', `This file ${problem}.`, { place: { file } });

/** The changelogs of all content folders. If two have the same path, the first counts. */
async function changelogsOf(
  project: Project,
  ids: ChangelogIds,
): Promise<readonly SeedChangelog[]> {
  const changelogs: SeedChangelog[] = [];
  for (const { path } of project.contents) {
    for (const changelog of await changelogsIn(join(project.root, path))) {
      if (changelogs.some((each) => each.path === changelog.path)) continue;
      const id = Object.hasOwn(ids, changelog.path) ? ids[changelog.path] : undefined;
      changelogs.push({ ...changelog, id });
    }
  }
  return changelogs;
}

/** Synced blocks belong to no version, so their links name the version of the target. */
const NO_VERSION = '' as Slug;

/**
 * The shared content of all content folders. For each value, the first folder that has it counts.
 */
async function sharedBy(project: Project, local: LocalProject): Promise<SharedContent> {
  const pages = await readPageMap(project, local);
  let title: string | null = null;
  const variables = new Map<string, string>();
  const syncedBlocks = new Map<string, string>();
  for (const { path } of project.contents) {
    const shared = await readSharedContent(join(project.root, path));
    title ??= shared.title ?? null;
    for (const [name, value] of shared.variables) {
      if (!variables.has(name)) variables.set(name, value);
    }
    for (const [id, body] of shared.syncedBlocks) {
      const file = posix.join(path, SYNCED_FOLDER, `${id}.md`) as FilePath;
      const absolute = withAbsoluteLinks(body, { file, version: NO_VERSION }, pages);
      if (!syncedBlocks.has(id)) syncedBlocks.set(id, absolute);
    }
  }
  return { title, variables, syncedBlocks };
}
