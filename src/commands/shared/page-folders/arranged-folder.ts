/** Arranges the pages of a whole content folder, and checks its files one by one. */
import { checkPage } from '../../../content/check/check.ts';
import { parsedBodies } from '../../../content/check/body.ts';
import { finding } from '../../../content/check/finding.ts';
import type { CheckFinding } from '../../../content/check/finding.ts';
import type { CheckedPage, KnownSection } from '../../../content/check/linkable-pages.ts';
import { checkSharedSlugs } from '../../../content/check/repository/sections.ts';
import { checkLeftOut, checkNav } from '../../../content/check/structure.ts';
import { settingsFileOf } from '../../../content/file-names.ts';
import { fileIn } from '../../../content/folder/list-folder.ts';
import type { Malformed } from '../../../content/folder/read-folder.ts';
import { ENTRY_TYPES } from '../../../content/layouts/layout.ts';
import { isInPlace } from '../../../content/layouts/layouts.ts';
import type { EntryFacts } from '../../../content/page/page-facts.ts';
import { heldSections } from '../../../content/page/page-restriction.ts';
import {
  unreadHold,
  settingsHold,
  HIDDEN,
  settingsOrHidden,
} from '../../../content/settings/settings-file.ts';
import type { SettingsMap } from '../../../content/settings/settings-file.ts';
import { isUnreadyRule } from '../../../content/page/unready.ts';
import type { FilePath } from '../../../model/ids.ts';
import type { FolderOfTexts } from '../../../content/folder/folder-of-texts.ts';
import { sharedTexts } from './shared-texts.ts';

export interface ArrangedFolder {
  readonly pages: readonly CheckedPage[];
  readonly documentations: readonly KnownSection[];
  readonly references: readonly KnownSection[];
  readonly synced: CheckedPage['synced'];
  readonly variables: CheckedPage['variables'];
  /** Findings about single files, without those about links. Checks the pages that are asked for. */
  findings(isAsked: (file: FilePath) => boolean): Promise<readonly CheckFinding[]>;
}

export async function arrange(read: FolderOfTexts): Promise<ArrangedFolder> {
  const fileOf = (path: string): FilePath => fileIn(read.folder.path, path);
  // Rules of texts report more about an unready file; those of headers, about one of another type.
  const leftOut = read.leftOut.filter(
    ({ path, rule }) =>
      !isUnreadyRule(rule) && ENTRY_TYPES.has(read.pages.get(path)?.facts.type ?? 'page'),
  );
  const isRepository = read.layout.kind === 'repository';
  const shared = isRepository ? await sharedTexts(read) : { synced: null, variables: null };
  const { synced } = shared;
  const variables = shared.variables && new Set(shared.variables.keys());
  const candidates = new Map(read.candidates.map((each) => [each.page.path, each]));
  const pages: CheckedPage[] = [];
  for (const [path, { page }] of read.pages) {
    const candidate = candidates.get(path);
    if (!candidate) continue;
    const { key, page: place, restrictions } = candidate;
    pages.push({
      key,
      file: fileOf(path),
      place,
      page,
      get bodies() {
        return parsedBodies(page);
      },
      restrictions,
      hasPublished: page.sections.some(({ name }) => name !== 'draft'),
      synced,
      variables,
    });
  }
  return {
    pages,
    documentations: documentationsOf(read),
    references: await referencesOf(read),
    synced,
    variables,
    async findings(isAsked) {
      const findings = [
        ...read.malformed.map((each) => badSettings(fileOf(each.path), each)),
        ...checkLeftOut(leftOut, fileOf),
      ];
      for (const [path, { page, text }] of read.pages) {
        const file = fileOf(path);
        if (!read.takes(path) || !isAsked(file)) continue;
        const bodies = parsedBodies(page);
        for (const each of checkPage({ file, page, bodies }, text)) findings.push(each);
      }
      return [...findings, ...(await navigation(read)), ...checkSharedSlugs(read.arrangement)];
    },
  };
}

function badSettings(file: FilePath, { failure, unreadable }: Malformed): CheckFinding {
  if (unreadable) {
    return finding(unreadable.rule, { file, message: `This file ${unreadable.problem}.` });
  }
  const { place, message, hint = null } = failure;
  return finding('bad-settings', { file, line: place?.line ?? 1, message, hint });
}

/** The settings in a file; empty without one. A file that cannot be read is reported elsewhere. */
async function settingsIn(read: FolderOfTexts, path: string): Promise<SettingsMap> {
  const found = read.files.includes(path) ? read.read(path) : null;
  if (found === null) return {};
  return 'problem' in found ? HIDDEN : settingsOrHidden(found.text, path as FilePath);
}

async function navigation({
  folder: { path: at },
  ...read
}: FolderOfTexts): Promise<CheckFinding[]> {
  if (read.arrangement.kind !== 'repository') return [];
  const findings: CheckFinding[] = [];
  for (const [path, value] of read.settings) {
    if (path !== '_nav.yaml' && !path.endsWith('/_nav.yaml')) continue;
    const folder = path.slice(0, -'_nav.yaml'.length);
    const own = new Map<string, EntryFacts>();
    for (const [file, { facts }] of read.pages) {
      if (file.startsWith(folder)) own.set(file.slice(folder.length), facts);
    }
    const text = read.settingsTexts.get(path) ?? '';
    const nav = { file: fileIn(at, path), text, value };
    for (const each of await checkNav(nav, own, (file) => fileIn(at, folder + file))) {
      findings.push(each);
    }
  }
  return findings;
}

const documentationsOf = ({ arrangement }: FolderOfTexts): KnownSection[] => {
  const sectionsAbove = heldSections(arrangement);
  return arrangement.documentations.map(({ version, slug }) => ({
    version,
    slug,
    published: sectionsAbove({ version, documentation: slug }).length === 0,
  }));
};

const referencesOf = (read: FolderOfTexts): Promise<KnownSection[]> => {
  const files = read.files.map((path) => fileIn(read.folder.path, path));
  return Promise.all(
    read.arrangement.references.map(async ({ version, slug, file }) => {
      const base = fileIn(read.folder.path, '');
      const settings = (each: FilePath): Promise<SettingsMap> =>
        settingsIn(read, each.slice(base.length));
      const isHeld =
        settingsHold(await settings(settingsFileOf(file))) !== null ||
        (await unreadHold(file, files, (at) => isInPlace(at, [read.folder]), settings)) !== null;
      return { version, slug, published: !isHeld };
    }),
  );
};
