/**
 * Checks the folder as a whole: files without a place, files with the same page, and the
 * navigation.
 */
import { isPortableName } from '../file-names.ts';
import type { SkippedFile } from '../folder/read-folder.ts';
import { duplicatesOf } from '../folder/duplicates.ts';
import { folderOf, isPage } from '../layouts/layout.ts';
import { navEntry, pagePath, readNav } from '../layouts/nav.ts';
import type { EntryFacts } from '../page/page-facts.ts';
import { type PlacedYaml, type SettingsValue, placedYaml } from '../../system/yaml/placed-yaml.ts';
import type { YamlProblem } from '../../system/yaml/yaml-text.ts';
import { isUsualSlug, readableSlug, slugInstead } from '../slug.ts';
import type { FilePath } from '../../model/ids.ts';
import { NOT_IN_FOLDERS } from '../../model/local.ts';
import { type CheckFinding, finding, quoted } from './finding.ts';
import { didYouMean, nearest } from '../../model/text/nearest.ts';
import type { CheckedPage } from './linkable-pages.ts';

/** A `_nav.yaml`, as text and parsed. */
export interface CheckedNav {
  readonly file: FilePath;
  readonly text: string;
  readonly value: SettingsValue;
}

/** Files that are not pushed, and why. */
export const checkLeftOut = (
  files: readonly SkippedFile[],
  fileOf: (path: string) => FilePath,
): CheckFinding[] =>
  files.map(({ path, reason, rule, hint }) =>
    finding(rule ?? 'misplaced-file', {
      file: fileOf(path),
      message: `This file ${reason}.`,
      hint:
        reason === NOT_IN_FOLDERS
          ? 'Move it into a folder version/documentation, such as v1.0/guide'
          : (hint ?? null),
    }),
  );

/** Files that have the same key, and files whose paths are the same on some systems. */
export function checkDuplicates(pages: readonly CheckedPage[]): CheckFinding[] {
  const duplicates = duplicatesOf(pages);
  const byKey = duplicates.byKey.flatMap((group) =>
    group.map((page) => {
      const message = `This file and ${others(group, page)} both claim the page ${page.key}: neither is pushed.`;
      const line = page.page.header?.entries.find(({ key }) => key === 'slug')?.line ?? 1;
      const hint =
        'Rename one of them, or list their folders under `content` as documentations of their own';
      return finding('duplicate-slug', { file: page.file, line, message, hint });
    }),
  );
  const byPath = duplicates.byPath.flatMap((group) =>
    group.map((page) => {
      const message = `This file and ${others(group, page)} differ only in case or Unicode form.`;
      return finding('path-collision', { file: page.file, message });
    }),
  );
  return [...byKey, ...byPath];
}

/** A slug that is not allowed in addresses, or that the layout ignores. */
export function checkSlug({ file, page, place: { slug, title } }: CheckedPage): CheckFinding[] {
  const given = page.header?.entries.find(({ key }) => key === 'slug');
  const wanted = given?.value.trim() ?? '';
  if (given && wanted !== '' && wanted !== slug) {
    const message = `\`slug\` is not read in this layout: the slug of this page is its file name, ${quoted(slug)}.`;
    const hint = isUsualSlug(wanted)
      ? `Rename the file to ${wanted}.md, or remove the line`
      : 'Remove the line';
    return [finding('unread-slug', { file, line: given.line, message, hint })];
  }
  const entry = wanted === '' ? undefined : given;
  const better = slugInstead({ slug, title, isWritten: entry !== undefined });
  if (better === null) return [];
  const place = entry ? { line: entry.line, column: 'slug: '.length + 1 } : {};
  const message = notInAddresses(slug);
  const hint = entry ? `Write \`slug: ${better}\`` : `Rename the file, for example to ${better}.md`;
  return [finding('bad-slug', { file, ...place, message, hint })];
}

const notInAddresses = (slug: string): string =>
  `${quoted(slug)} cannot be part of an address: the platform takes letters, digits, \`-\`, \`_\` and \`.\`.`;

/**
 * Folders of versions and documentations with such names, each once. The platform uses other slugs
 * for them.
 */
export function checkFolderSlugs(pages: readonly CheckedPage[]): CheckFinding[] {
  const told = new Set<string>();
  return pages.flatMap(({ file, place: { version, documentation } }) =>
    [version, documentation].flatMap((slug) => {
      const folder = file.slice(0, file.indexOf(`${slug}/`) + slug.length);
      if (isUsualSlug(slug) || told.has(folder) || !file.startsWith(`${folder}/`)) return [];
      told.add(folder);
      const better = readableSlug(slug);
      const hint = `Rename the folder ${folder}${better === null ? '' : `, for example to ${better}`}`;
      return [finding('bad-slug', { file, message: notInAddresses(slug), hint })];
    }),
  );
}

/** Files that look like pages but are not read. */
export const checkUnread = (files: readonly FilePath[]): CheckFinding[] =>
  files.map((file) => {
    const message = 'This file is not read: the names of pages end in `.md`.';
    return finding('unread-file', { file, message, hint: 'Rename it, or exclude it' });
  });

/** Names that Windows cannot store. A folder's name is reported once, at its first file. */
export function checkNames(files: readonly FilePath[]): CheckFinding[] {
  const told = new Set<string>();
  return files.flatMap((file) => {
    const names = file.split('/');
    return names.flatMap((name, depth) => {
      const path = names.slice(0, depth + 1).join('/');
      if (isPortableName(name) || told.has(path)) return [];
      told.add(path);
      const message = `${quoted(name)} is not a valid file name on Windows.`;
      return [finding('unportable-name', { file, message })];
    });
  });
}

const others = (group: readonly CheckedPage[], { file }: CheckedPage): string =>
  group
    .filter((page) => page.file !== file)
    .map((page) => page.file)
    .join(', ');

/**
 * Compares the navigation of one documentation with its files.
 *
 * @param files facts of the documentation's page files, by path in it
 *
 * @param fileOf returns the path in the project
 */
export async function checkNav(
  nav: CheckedNav,
  files: ReadonlyMap<string, EntryFacts>,
  fileOf: (path: string) => FilePath,
): Promise<CheckFinding[]> {
  const findings: CheckFinding[] = [];
  const there = new Set(Array.from(files.keys(), pagePath));
  const listed = new Set<string>();
  let yaml: PlacedYaml | YamlProblem | undefined;
  for (const { page, above, at } of readNav(nav.value, nav.file).entries) {
    const parent = folderOf(page);
    const isOutside = above !== parent && there.has(parent);
    const isFirst = there.has(page) && !listed.has(page);
    if (isFirst) listed.add(page);
    if (isFirst && !isOutside) continue;
    yaml ??= await placedYaml(nav.text.replace(/^\u{feff}/u, ''));
    const place = { file: nav.file, ...('message' in yaml ? {} : yaml.valueAt(at)) };
    if (!there.has(page)) {
      const near = nearest(page, there);
      const hint = didYouMean(near && `\`${navEntry(near)}\``, null);
      const message = `There is no ${page}.md next to this file.`;
      findings.push(finding('nav-without-page', { ...place, message, hint }));
    } else if (isFirst) {
      const message = `${quoted(page)} is listed outside the items of ${quoted(parent)}: the platform skips the entry.`;
      const hint = `Move it into the \`items\` of ${parent}, or move the file`;
      findings.push(finding('nav-outside-parent', { ...place, message, hint }));
    } else {
      const message = `${quoted(page)} is listed twice: only the first entry counts.`;
      findings.push(finding('nav-duplicate', { ...place, message }));
    }
  }
  const lone = new Set<string>();
  for (const [path, facts] of files) {
    const parent = folderOf(pagePath(path));
    if (isPage(facts) && parent !== '' && !there.has(parent) && !lone.has(parent)) {
      lone.add(parent);
      const message = `There is no ${parent}.md: on the platform, the pages in its folder land at the top of the navigation.`;
      const hint = `Write ${parent}.md, or move the files`;
      findings.push(finding('no-parent', { file: fileOf(path), message, hint }));
    }
    if (!isPage(facts) || listed.has(pagePath(path))) continue;
    // An entry at the end of the file would be outside the items of the page above it.
    const fix = there.has(parent)
      ? null
      : ({ kind: 'nav', navFile: nav.file, page: pagePath(path) } as const);
    const message = `${nav.file} does not list this page: it comes last in the sidebar.`;
    findings.push(finding('not-in-nav', { file: fileOf(path), message, fix }));
  }
  return findings;
}
