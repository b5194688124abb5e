/**
 * Checks files of the repository layout other than pages, like the platform does for a pull
 * request.
 */
import { posix } from 'node:path';
import { checkGatedDefinitions } from '../../../content/check/link-definitions.ts';
import { checkBody } from '../../../content/check/body.ts';
import { checkConflict, checkStraySections } from '../../../content/check/encoding.ts';
import { finding } from '../../../content/check/finding.ts';
import type { CheckFinding } from '../../../content/check/finding.ts';
import { asPage, bodyAfterHeader } from '../../../content/check/repository/front-matter.ts';
import { checkNavigation, type IsDrawn } from '../../../content/check/repository/navigation.ts';
import {
  holdingKey,
  mapOf,
  parseSettings,
  settingVerdict,
  settingsMap,
} from '../../../content/settings/settings-file.ts';
import type { SettingsMap } from '../../../content/settings/settings-file.ts';
import { placedYaml } from '../../../system/yaml/placed-yaml.ts';
import type { PlacedYaml } from '../../../system/yaml/placed-yaml.ts';
import { checkBlock, checkPost } from '../../../content/check/repository/posts-and-blocks.ts';
import {
  checkGroupIcons,
  checkGroups,
  checkOrder,
} from '../../../content/check/repository/sections.ts';
import { checkSettings } from '../../../content/check/repository/settings.ts';
import type { SettingsOf } from '../../../content/check/repository/shapes.ts';
import { Readings } from '../../../content/check/references.ts';
import {
  checkSettingsLinks,
  checkSiteLinks,
} from '../../../content/check/repository/site-links.ts';
import { checkSnippets } from '../../../content/check/snippets.ts';
import { checkNavigationVariables, checkVariables } from '../../../content/check/variables.ts';
import type { CheckedPage, Site } from '../../../content/check/linkable-pages.ts';
import { POST_SLUG, isPostSlug } from '../../../content/changelog/changelog-files.ts';
import { fileIn } from '../../../content/folder/list-folder.ts';
import type { TextOrProblem } from '../../../system/files/read.ts';
import { navHolds } from '../../../content/folder/nav-holds.ts';
import { besidePages, meantSettings } from '../../../content/layouts/beside-pages.ts';
import {
  isStrayNavigation,
  isStraySettings,
  placeOfStray,
} from '../../../content/layouts/layouts.ts';
import { NAV } from '../../../content/layouts/nav.ts';
import type { FileBesidePages } from '../../../content/layouts/beside-pages.ts';
import { mappingOf } from '../../../content/layouts/layout.ts';
import { PROJECT_FILE, isUnreadSettingsOf, settingsFileOf } from '../../../content/file-names.ts';
import { Failure } from '../../../model/failure.ts';
import type { FilePath, Slug } from '../../../model/ids.ts';
import type { TextPosition } from '../../../system/findings/place.ts';
import type { FolderOfTexts } from '../../../content/folder/folder-of-texts.ts';

/** The surroundings that all files of a folder are checked against. */
export interface AroundFiles extends Pick<CheckedPage, 'synced' | 'variables'> {
  readonly site: Site;
  /** Whether \`docs dev\` has an icon of this name. Left out: every one. */
  readonly isDrawn?: IsDrawn | undefined;
}

/** Findings about a folder's selected files that are not pages. Empty for other layouts. */
export async function checkRepositoryFiles(
  read: FolderOfTexts,
  around: AroundFiles,
  isAsked: (file: FilePath) => boolean,
): Promise<CheckFinding[]> {
  const findings: CheckFinding[] = [];
  for (const path of read.files) {
    const file = fileIn(read.folder.path, path);
    if (isAsked(file)) findings.push(...(await checkUnread(path, file, read)));
  }
  if (!isOfRepository(read)) return findings;
  findings.push(...checkWithoutSettings(read).filter(({ place }) => isAsked(place.file)));
  for (const each of filesBeside(read)) {
    if (!isAsked(each.file)) continue;
    for (const found of await checkFile(each, read, around)) findings.push(found);
  }
  return findings;
}

/**
 * The finding for a place without `published`. On a platform that syncs the repository, it stays
 * unpublished if a commit creates it.
 */
const unsaid = (file: FilePath, what: string): CheckFinding =>
  finding('no-published', {
    file,
    message: `Nothing says whether readers see ${what}: GitHub Sync leaves it unpublished if it is new.`,
    hint: 'Write `published: true` or `published: false` into its settings',
  });

const isSynced = (read: FolderOfTexts): boolean => read.files.includes(PROJECT_FILE);

const checkPublished = (
  file: FilePath,
  yaml: PlacedYaml,
  read: FolderOfTexts,
  what: string,
): CheckFinding[] =>
  isSynced(read) && !Object.hasOwn(mapOf(yaml.value) ?? {}, 'published')
    ? [unsaid(file, what)]
    : [];

/** Versions and references without a settings file. */
function checkWithoutSettings(read: FolderOfTexts): CheckFinding[] {
  if (!isSynced(read)) return [];
  const { documentations, references } = read.arrangement;
  const base = fileIn(read.folder.path, '');
  const has = (file: string): boolean => read.files.includes(file.slice(base.length));
  const versions = documentations.filter(
    ({ version }, at) => documentations.findIndex((each) => each.version === version) === at,
  );
  return [
    ...versions
      .filter(({ version }) => !has(fileIn(read.folder.path, `${version}/_settings.yaml`)))
      .map(({ version }) => unsaid(fileIn(read.folder.path, PROJECT_FILE), `version ${version}`)),
    ...references
      .filter(({ file }) => !has(settingsFileOf(file)))
      .map(({ file }) => unsaid(file, 'this reference')),
  ];
}

/** Whether it is a folder of the repository layout, and not one documentation. */
const isOfRepository = ({ layout, folder }: FolderOfTexts): boolean =>
  layout.kind === 'repository' && mappingOf(folder) === null;

/** The folder's selected files that are not pages. None in other layouts. */
export function filesBeside(read: FolderOfTexts): readonly Beside[] {
  if (!isOfRepository(read)) return [];
  return read.files.flatMap((path) => {
    const beside = besidePages(path);
    if (beside === null || (path.endsWith('.md') && !read.takes(path))) return [];
    return [{ path, file: fileIn(read.folder.path, path), beside }];
  });
}

/** A settings file that nobody reads, for its name or its folder, if it may say who sees pages. */
async function checkUnread(
  path: string,
  file: FilePath,
  read: FolderOfTexts,
): Promise<CheckFinding[]> {
  const mapped = mappingOf(read.folder) !== null;
  if (isStrayNavigation(path, read.layout, mapped)) {
    const isInPlace = read.layout.kind === 'repository' && placeOfStray(path, mapped, NAV) !== null;
    return unreadNavigation(file, read.read(path), isInPlace);
  }
  const isStray = isStraySettings(path, read.layout, mapped) || (mapped && path === PROJECT_FILE);
  const own = isStray && placeOfStray(path, mapped) !== null ? read.layout.settingsName : null;
  const { references } = read.arrangement;
  const isReference = references.some((each) => each.file === file);
  const besides = references.find(
    (each) => !isReference && !isStray && isUnreadSettingsOf(each.file, file, () => true),
  );
  const meant =
    (besides === undefined ? null : settingsFileOf(besides.file)) ??
    (isOfRepository(read) ? meantSettings(path) : null) ??
    own;
  return isStray || meant !== null ? unreadSettings(file, read.read(path), meant) : [];
}

/** The error of a navigation that has another name, or (not `isInPlace`) is in another folder. */
const unreadNavigation = (
  file: FilePath,
  found: TextOrProblem | null,
  isInPlace: boolean,
): Promise<CheckFinding[]> =>
  unreadFile(
    file,
    found,
    isInPlace
      ? { what: 'navigation under this name', hint: `Rename it to \`${NAV}\`` }
      : {
          what: 'navigation in this folder',
          hint: `Write it into the \`${NAV}\` of a documentation`,
        },
    (nav) => {
      if (navHolds(nav).holds.length > 0)
        return { effect: ', and shows what this one holds back here' };
      return 'items' in nav ? { effect: '' } : null;
    },
  );

/**
 * The error of settings that were meant to have the name `meant`. Null: to be in another folder. A
 * malformed file is one, too: it may say who sees pages.
 */
export const unreadSettings = (
  file: FilePath,
  found: TextOrProblem | null,
  meant: string | null,
): Promise<CheckFinding[]> =>
  unreadFile(
    file,
    found,
    meant === null
      ? {
          what: 'settings in this folder',
          hint: 'Write it into the settings of a version or a documentation, or into a page',
        }
      : { what: 'settings under this name', hint: `Rename it to \`${posix.basename(meant)}\`` },
    (settings) => {
      const holding = holdingKey(settings, file);
      if (holding !== null)
        return { effect: `, and shows what \`${holding}\` holds back here`, key: holding };
      const key = Object.keys(settings).find(
        (each) => settingVerdict(each, settings[each] ?? null, file) !== null,
      );
      return key === undefined ? null : { effect: `: \`${key}\` has no effect`, key };
    },
  );

/** @param judge returns null if the file has nothing that anybody could miss */
async function unreadFile(
  file: FilePath,
  found: TextOrProblem | null,
  { what, hint }: { readonly what: string; readonly hint: string },
  judge: (said: SettingsMap) => { readonly effect: string; readonly key?: string } | null,
): Promise<CheckFinding[]> {
  if (found === null) return [];
  const unread = (effect: string, at: Partial<TextPosition> = {}): CheckFinding[] => {
    const message = `The platform reads no ${what}${effect}.`;
    return [finding('unread-settings', { file, ...at, message, hint })];
  };
  const maybe = '. This file cannot be read here either, and may hold pages back';
  if ('problem' in found) return unread(maybe);
  const text = found.text.replace(/^\u{feff}/u, '');
  try {
    const judged = judge(settingsMap(await parseSettings(text, file), file));
    if (judged === null) return [];
    const yaml = judged.key === undefined ? null : await placedYaml(text);
    const isPlaced = yaml !== null && !('message' in yaml);
    return unread(judged.effect, isPlaced ? yaml.keyAt([judged.key ?? '']) : {});
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return unread(maybe, error.place?.line === undefined ? {} : { line: error.place.line });
  }
}

/** The selected posts and synced blocks, for checks of links. Other layouts have none. */
export const textsBeside = (
  read: FolderOfTexts,
  isAsked: (file: FilePath) => boolean,
): readonly CheckedPage[] =>
  sourcesBeside(read, isAsked).map(({ file, text }) =>
    asPage(file, bodyAfterHeader(text), null, null),
  );

/** The same before they are parsed. */
export function sourcesBeside(
  read: FolderOfTexts,
  isAsked: (file: FilePath) => boolean,
): readonly { readonly file: FilePath; readonly text: string }[] {
  return filesBeside(read).flatMap(({ path, file, beside: { kind } }) => {
    if ((kind !== 'post' && kind !== 'block') || !isAsked(file)) return [];
    const found = read.read(path);
    if (found === null || 'problem' in found) return [];
    return [{ file, text: found.text }];
  });
}

interface Beside {
  readonly path: string;
  readonly file: FilePath;
  readonly beside: FileBesidePages;
}

async function checkFile(
  { path, file, beside }: Beside,
  read: FolderOfTexts,
  around: AroundFiles,
): Promise<CheckFinding[]> {
  switch (beside.kind) {
    case 'post':
    case 'block':
      return checkText(file, beside, read.read(path), around);
    case 'stray':
      return [finding('stray-file', { file, message: `This file ${beside.reason}.` })];
    case 'project':
      return checkYaml(path, file, read, (yaml) => [
        ...checkSettings(file, yaml, 'project'),
        ...checkGroups(file, yaml, read.arrangement, changelogsOf(read.files)),
        ...checkGroupIcons(file, yaml, around.isDrawn),
        ...checkSettingsLinks(file, yaml, null, around.site),
      ]);
    case 'settings':
      return checkYaml(path, file, read, (yaml) => [
        ...checkSettings(file, yaml, beside.of satisfies SettingsOf),
        ...(beside.of === 'version'
          ? [
              ...checkOrder(file, yaml, path.split('/')[0] as Slug, read.arrangement),
              ...checkPublished(file, yaml, read, 'this version'),
            ]
          : []),
      ]);
    case 'reference-settings':
      return checkYaml(path, file, read, (yaml) => [
        ...checkSettings(file, yaml, 'reference'),
        ...checkPublished(file, yaml, read, 'this reference'),
      ]);
    case 'navigation':
      return checkYaml(path, file, read, (yaml) => [
        ...checkNavigation(file, yaml, around.isDrawn),
        ...checkSettingsLinks(file, yaml, sectionOf(path), around.site),
        ...checkNavigationVariables(file, yaml, around.variables),
      ]);
    default:
      return beside satisfies never;
  }
}

/** The documentation that a file of the repository layout belongs to. */
function sectionOf(path: string): { readonly version: Slug; readonly documentation: Slug } {
  const [version, documentation] = path.split('/') as [Slug, Slug];
  return { version, documentation };
}

/** The names of the folders in `changelogs` that contain files. */
const changelogsOf = (files: readonly string[]): string[] => [
  ...new Set(files.flatMap((path) => /^changelogs\/([^/]+)\//.exec(path)?.[1] ?? [])),
];

/** Checks a YAML file. Leaves out a file that the folder's reader has already reported as malformed. */
async function checkYaml(
  path: string,
  file: FilePath,
  read: FolderOfTexts,
  check: (yaml: PlacedYaml) => CheckFinding[],
): Promise<CheckFinding[]> {
  if (read.malformed.some((each) => each.path === path)) return [];
  const found = read.settingsTexts.has(path)
    ? { text: read.settingsTexts.get(path) ?? '' }
    : read.read(path);
  return findingsInYaml(file, found, check);
}

/** The settings beside a definition, wherever that is. */
export const checkReferenceSettings = (
  file: FilePath,
  found: TextOrProblem | null,
): Promise<CheckFinding[]> =>
  findingsInYaml(file, found, (yaml) => checkSettings(file, yaml, 'reference'));

async function findingsInYaml(
  file: FilePath,
  found: TextOrProblem | null,
  check: (yaml: PlacedYaml) => CheckFinding[],
): Promise<CheckFinding[]> {
  if (found === null) return [];
  if ('problem' in found) {
    return [finding(found.rule, { file, message: `This file ${found.problem}.` })];
  }
  const yaml = await placedYaml(found.text.replace(/^\u{feff}/u, ''));
  return 'message' in yaml ? [finding('bad-settings', { file, ...yaml })] : check(yaml);
}

const NAMES = {
  post: [isPostSlug, `the slug of a post: ${POST_SLUG}`],
  block: [
    (name: string) => /^[a-z][a-z0-9-]*$/.test(name),
    'the id of a synced block: a lowercase letter, then lowercase letters, digits and hyphens',
  ],
} as const;

async function checkText(
  file: FilePath,
  { kind, name }: FileBesidePages & { readonly kind: 'post' | 'block' },
  found: ReturnType<FolderOfTexts['read']>,
  { site, synced, variables }: AroundFiles,
): Promise<CheckFinding[]> {
  if (found === null) return [];
  if ('problem' in found) {
    return [finding(found.rule, { file, message: `This file ${found.problem}.` })];
  }
  const [isName, rule] = NAMES[kind];
  const misnamed = isName(name)
    ? []
    : [finding('bad-name', { file, message: `The name of this file must be ${rule}.` })];
  const body = bodyAfterHeader(found.text);
  const checkHeader = kind === 'post' ? checkPost : checkBlock;
  // The platform replaces no variables in posts.
  const text = asPage(file, body, synced, kind === 'block' ? variables : null);
  const readings = new Readings();
  return [
    ...misnamed,
    ...checkConflict(file, found.text),
    ...checkStraySections(file, found.text),
    ...(await checkHeader(file, found.text)),
    ...checkBody(file, body),
    ...checkSnippets(file, body, site),
    ...(await checkSiteLinks(text, site, readings)),
    ...(await checkVariables(text, body, readings)),
    ...(await checkGatedDefinitions(file, body)),
  ];
}
