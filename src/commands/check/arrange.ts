/** From the texts of a content folder to its pages, each parsed once, and to what only the folder tells. */
import { checkPage } from '../../content/check/check.ts';
import { bodiesOf } from '../../content/check/body.ts';
import { finding } from '../../content/check/finding.ts';
import type { Finding } from '../../content/check/finding.ts';
import type { CheckedPage, KnownSection } from '../../content/check/site.ts';
import { checkLeftOut, checkNav } from '../../content/check/structure.ts';
import { arrangeFolder } from '../../content/layouts/arrange.ts';
import { ENTRY_TYPES, mappingOf } from '../../content/layouts/layout.ts';
import type { Arrangement, Folder, PageInPlace } from '../../content/layouts/layout.ts';
import { headerFactsOf, isListed } from '../../content/page-facts.ts';
import type { HeaderFacts } from '../../content/page-facts.ts';
import { bodiesOf as textsOf, parsePageFile } from '../../content/page-file.ts';
import type { PageFile } from '../../content/page-file.ts';
import { parseSettings, settingsMap, settingsText } from '../../content/settings-file.ts';
import type { SettingsValue } from '../../content/settings-file.ts';
import { Failure } from '../../model/failure.ts';
import { pageKey } from '../../model/ids.ts';
import type { FilePath } from '../../model/ids.ts';
import { fileIn } from '../../sync/scan-folder.ts';
import type { ReadFolder } from './folder.ts';

export interface ArrangedFolder {
  readonly pages: readonly CheckedPage[];
  readonly documentations: readonly KnownSection[];
  readonly references: readonly KnownSection[];
  /** Of files by themselves; links are another matter. */
  readonly findings: readonly Finding[];
}

export async function arrange(read: ReadFolder): Promise<ArrangedFolder> {
  const fileOf = (path: string): FilePath => fileIn(read.folder.path, path);
  const findings: Finding[] = [];
  const { parsed, facts } = parsedPages(read);
  const settings = await settingsOf(read, findings);
  const arrangement = arranged(read, facts, settings, findings);
  // Of an unknown type the header's rules say more.
  const misplaced = arrangement.misplaced.filter(({ path }) =>
    ENTRY_TYPES.has(facts.get(path)?.type ?? ''),
  );
  findings.push(...checkLeftOut([...read.leftOut, ...misplaced], fileOf));

  const synced = syncedBlocks(read);
  const places = new Map(arrangement.pages.map((place) => [place.path, place]));
  const pages: CheckedPage[] = [];
  for (const [path, page] of parsed) {
    const place = places.get(path);
    const bodies = bodiesOf(page);
    const file = fileOf(path);
    const listed = isListed(page);
    const text = read.pages.get(path) ?? '';
    if (read.takes(path)) {
      for (const each of checkPage({ file, page, bodies }, text)) findings.push(each);
    }
    if (place) pages.push({ key: pageKey(place), file, place, page, bodies, listed, synced });
  }
  findings.push(...navigation(read, facts, settings, arrangement));
  return {
    pages,
    documentations: documentationsOf(read, arrangement, settings),
    references: referencesOf(read, arrangement),
    findings,
  };
}

/** Where the pages of a folder are, for those who name them by key. What is wrong with the folder is not said. */
export async function placesOf(
  read: ReadFolder,
): Promise<(PageInPlace & { readonly file: FilePath })[]> {
  const unsaid: Finding[] = [];
  const settings = await settingsOf(read, unsaid);
  const { pages } = arranged(read, parsedPages(read).facts, settings, unsaid);
  return pages.map((place) =>
    Object.assign({}, place, { file: fileIn(read.folder.path, place.path) }),
  );
}

function parsedPages(read: ReadFolder): {
  readonly parsed: ReadonlyMap<string, PageFile>;
  readonly facts: ReadonlyMap<string, HeaderFacts>;
} {
  const parsed = new Map<string, PageFile>();
  const facts = new Map<string, HeaderFacts>();
  for (const [path, text] of read.pages) {
    const page = parsePageFile(text);
    parsed.set(path, page);
    facts.set(path, headerFactsOf(page));
  }
  return { parsed, facts };
}

type Settings = Map<string, SettingsValue>;

async function settingsOf(read: ReadFolder, findings: Finding[]): Promise<Settings> {
  const settings: Settings = new Map();
  for (const [path, text] of read.settings) {
    const file = fileIn(read.folder.path, path);
    try {
      const value = await parseSettings(text, file);
      settingsMap(value, file);
      settings.set(path, value);
    } catch (error) {
      findings.push(badSettings(file, error));
    }
  }
  return settings;
}

/** The failure names file and line in its message: here they have places of their own. */
function badSettings(file: FilePath, error: unknown): Finding {
  if (!(error instanceof Failure)) throw error;
  const text = error.message.startsWith(file) ? error.message.slice(file.length) : error.message;
  const [, line = '1', message = text] = /^(?::(\d+))?:? *([^]*)$/.exec(text) ?? [];
  return finding('bad-settings', { file, line: Number(line), message, hint: error.hint ?? null });
}

/** A navigation of a wrong shape is reported and left out; the rest is arranged without it. */
function arranged(
  read: ReadFolder,
  pages: ReadonlyMap<string, HeaderFacts>,
  settings: Settings,
  findings: Finding[],
): Arrangement {
  const { folder, layout, references } = read;
  const { path } = folder;
  const whole: Folder = { path, mapping: mappingOf(folder), pages, settings, references };
  for (;;) {
    try {
      return arrangeFolder(whole, layout);
    } catch (error) {
      const wrong = [...settings.keys()].find(
        (each) => error instanceof Failure && error.message.startsWith(fileIn(path, each)),
      );
      if (wrong === undefined) throw error;
      findings.push(badSettings(fileIn(path, wrong), error));
      settings.delete(wrong);
    }
  }
}

const SYNCED = /^_synced-blocks\/([^/]+)\.md$/;

/** `null` where the folder keeps none: then they are the platform's alone. */
function syncedBlocks(read: ReadFolder): ReadonlyMap<string, string> | null {
  if (read.layout.kind !== 'repository') return null;
  const blocks = new Map<string, string>();
  for (const path of read.files) {
    const id = SYNCED.exec(path)?.[1];
    const found = id === undefined ? undefined : read.read(path);
    if (id === undefined || found === undefined || 'problem' in found) continue;
    const { published, draft } = textsOf(parsePageFile(found.text));
    blocks.set(id, published ?? draft ?? '');
  }
  return blocks.size === 0 ? null : blocks;
}

function navigation(
  read: ReadFolder,
  facts: ReadonlyMap<string, HeaderFacts>,
  settings: Settings,
  { kind }: Arrangement,
): Finding[] {
  if (kind !== 'repository') return [];
  const findings: Finding[] = [];
  for (const [path, value] of settings) {
    if (path !== '_nav.yaml' && !path.endsWith('/_nav.yaml')) continue;
    const folder = path.slice(0, -'_nav.yaml'.length);
    const own = new Map<string, HeaderFacts>();
    for (const [file, each] of facts) {
      if (file.startsWith(folder)) own.set(file.slice(folder.length), each);
    }
    const nav = {
      file: fileIn(read.folder.path, path),
      text: read.settings.get(path) ?? '',
      value,
    };
    findings.push(...checkNav(nav, own, (file) => fileIn(read.folder.path, folder + file)));
  }
  return findings;
}

const isPublished = (settings: SettingsValue | undefined, file: FilePath): boolean =>
  settingsText(settingsMap(settings, file), 'published') !== 'false';

function documentationsOf(
  read: ReadFolder,
  { documentations }: Arrangement,
  settings: Settings,
): KnownSection[] {
  const { settingsName } = read.layout;
  return documentations.map(({ version, slug, folder }) => {
    const base = read.folder.path === '.' ? '' : `${read.folder.path}/`;
    const own = folder?.startsWith(base) ? folder.slice(base.length) : '';
    const path = own === '' || own === '.' ? (settingsName ?? '') : `${own}/${settingsName}`;
    const published = isPublished(settings.get(path), fileIn(read.folder.path, path));
    return { version, slug, published };
  });
}

/** Beside `<slug>.yaml` the repository layout keeps `<slug>.settings.yaml`. */
function referencesOf(read: ReadFolder, { references }: Arrangement): KnownSection[] {
  return references.map(({ version, slug, file }) => {
    const base = read.folder.path === '.' ? '' : `${read.folder.path}/`;
    const path = file.slice(base.length).replace(/\.[^.]+$/, '.settings.yaml');
    const found = read.files.includes(path) ? read.read(path) : { text: '' };
    const text = 'text' in found ? found.text : '';
    return { version, slug, published: !/^published:[ \t]*["']?false\b/m.test(text) };
  });
}
