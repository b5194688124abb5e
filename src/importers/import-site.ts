/**
 * Imports the site of another tool as pages. Does not access the disk. Import this lazily: it loads
 * markdown-it.
 */
import { posix } from 'node:path';
import { Failure } from '../model/failure.ts';
import { groupBy } from '../model/group-by.ts';
import { sizeProblem } from '../model/input-limits.ts';
import { formatPage } from '../content/format-page.ts';
import { slugOfName } from '../content/slug.ts';
import { type WrittenNavItem, printNav } from '../content/layouts/nav.ts';
import { isReserved } from '../content/file-names.ts';
import { printSettings } from '../content/settings/printed-yaml.ts';
import { anchorsOf } from './anchors.ts';
import { lostEntry, sortedIssues, wordsGone } from './issues.ts';
import { type LinkedPage, LinkMap } from './links.ts';
import { issueIn } from './model.ts';
import type {
  Dialect,
  ImportIssue,
  SourceFolder,
  SourcePage,
  SourceSection,
  SourceSite,
} from './model.ts';
import { type PageToWrite, placePages } from './place-pages.ts';
import { SiteReader } from './read/page-reader.ts';
import { isSourcePage } from './source-names.ts';
import type {
  FoundPage,
  Imported,
  ImportSource,
  ImportTarget,
  SiteTool,
  Turn,
  WrittenDocumentation,
} from './import-tool.ts';
import { FoundWords, lostWords, sourceWords } from './source-words.ts';
import { type ReportLoss, bodyOf } from './write/body.ts';
import { pageWords } from './write/page-words.ts';

/** The whole import of a site. Rejects with `usage` if the site has no page. */
export async function importedSite(
  { site: read }: Pick<SiteTool, 'site'>,
  { named, opened, base }: ImportSource,
  target: ImportTarget,
  turn: Turn,
): Promise<Imported> {
  if (opened === null) throw new Failure('usage', `"${named}" is not a folder.`);
  const site = await read(opened.folder, base);
  const imported = await importSite(site, opened.folder, target, turn);
  if (site.sections.some(({ pages }) => pages.length > 0)) {
    const refused = opened.issues
      .filter(({ place }) => isSourcePage(place.file))
      .map(({ place }): FoundPage => ({ file: place.file, out: null, why: 'failed' }));
    return {
      ...imported,
      pages: [...imported.pages, ...refused],
      issues: [...opened.issues, ...imported.issues],
    };
  }
  const hint =
    site.outside === null
      ? "Name the folder with the other tool's configuration"
      : `Name the folder above: the configuration has the pages in "${site.outside}"`;
  throw new Failure('usage', `"${named}" has no pages.`, { hint });
}

/**
 * Reads all pages, gives them their places, and returns what to write. Awaits `turn` before each
 * page.
 */
export async function importSite(
  site: SourceSite,
  folder: SourceFolder,
  target: ImportTarget,
  turn: Turn,
): Promise<Imported> {
  const issues: ImportIssue[] = [...site.issues];
  const failed: { file: string; reason: string }[] = [];
  const reader = new SiteReader(site, folder);
  const names = namesOf(site, target);
  const all = site.sections.reduce((sum, { pages }) => sum + pages.length, 0);
  let done = 0;
  const sections: ReadSection[] = [];
  for (const [index, section] of site.sections.entries()) {
    const pages = new Map<string, SourcePage>();
    for (const file of section.pages) {
      await turn(done, all);
      done += 1;
      const text = folder.text(file);
      const tooLarge = text === null ? undefined : sizeProblem('source-page', text.length);
      if (text === null || tooLarge !== undefined) {
        failed.push({ file, reason: tooLarge ?? 'it cannot be read as text' });
        continue;
      }
      const page = await reader.read(file, text, (issue) => issues.push(issue));
      const isDraft = page.head.isDraft || section.isDraft?.(file) === true;
      pages.set(file, { ...page, head: { ...page.head, isDraft } });
    }
    const name = names[index];
    if (name) sections.push({ section, pages, ...name });
  }

  const texts = new Map<string, string>();
  const linked = new Map(
    sections.flatMap((each) => linkedPages(each, site)).map((each) => [each.page.file, each]),
  );
  const links = new LinkMap(site, folder, [...linked.values()]);
  const written: (readonly [LinkedPage, PageToWrite])[] = [];
  const navs: (readonly [base: string, nav: readonly WrittenNavItem[]])[] = [];
  const documentations: WrittenDocumentation[] = [];
  for (const { section, pages, version, documentation, title, versionName } of sections) {
    const base = posix.join(version, documentation);
    const {
      nav,
      pages: placed,
      lost,
    } = placePages(
      section.navigation(pages),
      { read: pages, root: section.root, showsOutside: section.showsOutside ?? (() => true) },
      (url) => links.navigationLink(url),
    );
    // A translation of a site may leave out pages.
    if (!section.locale) issues.push(...lost.map((entry) => lostEntry(entry, site, folder)));
    texts.set(`${version}/_settings.yaml`, printSettings({ name: versionName }));
    const locale = section.locale ?? undefined;
    texts.set(`${base}/_settings.yaml`, printSettings({ title, locale }));
    navs.push([base, nav]);
    for (const each of placed) {
      const out = `${posix.join(base, each.path)}.md`;
      const page = each.file === null ? undefined : linked.get(each.file);
      if (page === undefined) {
        texts.set(out, groupPage(each));
        continue;
      }
      page.out = out;
      page.isHeld = page.page.head.isDraft || page.page.head.isHidden || each.outside === 'hidden';
      written.push([page, each]);
    }
    documentations.push({ version, documentation, pages: placed.length });
  }

  for (const [page, placed] of written) {
    texts.set(
      page.out,
      pageText(page, placed, links, (issue) => issues.push(issue)),
    );
  }
  issues.push(...lostIn(written, { texts, issues, folder, dialect: site.dialect }));
  for (const [base, nav] of navs) texts.set(`${base}/_nav.yaml`, printNav(nav));
  return {
    files: texts,
    copies: new Map([...links.assets].map(([from, to]) => [to, from])),
    documentations,
    pages: pagesOf(site, folder, written, failed),
    failed,
    issues: sortedIssues(issues),
  };
}

const linkedPages = (
  { section, pages, version, documentation }: ReadSection,
  { dialect }: SourceSite,
): LinkedPage[] =>
  [...pages.values()].map((page) => ({
    page,
    root: section.root,
    out: '',
    isHeld: false,
    version,
    documentation,
    locale: section.locale ?? null,
    routes: section.routes(page),
    anchors: anchorsOf(page, dialect),
  }));

interface SectionName {
  readonly version: string;
  readonly versionName: string;
  readonly documentation: string;
  readonly title: string;
}

interface ReadSection extends SectionName {
  readonly section: SourceSection;
  readonly pages: ReadonlyMap<string, SourcePage>;
}

/** The slugs of versions and documentations. No pair occurs twice. */
function namesOf(site: SourceSite, target: ImportTarget): readonly SectionName[] {
  const taken = new Set<string>();
  return site.sections.map((section) => {
    const versionName =
      section.version === null || section.version === 'current'
        ? section.version === 'current' && !target.isGiven
          ? 'next'
          : target.version
        : section.version;
    const version = folderName(versionName);
    const own = section.documentation === 'default' ? null : section.documentation;
    const name = own ?? target.documentation;
    const { locale = null } = section;
    const base = folderName(locale === null ? name : `${name}-${locale}`);
    let documentation = base;
    for (let n = 1; taken.has(`${version}/${documentation}`); n += 1)
      documentation = `${base}-${n}`;
    taken.add(`${version}/${documentation}`);
    const plain = own ?? site.name ?? target.documentation;
    const title = locale === null ? plain : `${plain} (${locale})`;
    return { version, versionName, documentation, title };
  });
}

/** The name of a version's or a documentation's folder, which is its slug. */
function folderName(name: string): string {
  const slug = slugOfName(name.trim().toLowerCase()).replace(/^[._-]+/, '') || 'docs';
  return isReserved(slug) ? `${slug}-docs` : slug;
}

const header = (entries: readonly (readonly [string, string | null])[]): string =>
  entries
    .filter(([, value]) => value !== null && value !== '')
    .map(([key, value]) => `${key}: ${oneLine(value ?? '')}\n`)
    .join('');

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

function groupPage({ title }: PageToWrite): string {
  const head = header([
    ['type', 'page'],
    ['title', title],
    ['listed', 'true'],
  ]);
  return `---\n${head}---\n\n{% index-list /%}\n`;
}

function pageText(
  linked: LinkedPage,
  placed: PageToWrite,
  links: LinkMap,
  report: (issue: ImportIssue) => void,
): string {
  const { page } = linked;
  const { head } = page;
  const { file } = page;
  const say: ReportLoss = (kind, says, place) =>
    report(issueIn(place?.file ?? file, place?.line ?? null, kind, says));
  const body = bodyOf(
    page.pieces,
    (target, kind, place) =>
      links.translate(target, kind, linked, (issue, says) => say(issue, says, place)),
    say,
  );
  const label = placed.label === placed.title ? null : placed.label;
  const text = header([
    ['type', 'page'],
    ['title', placed.title],
    ['listed', 'true'],
    ['description', head.description],
    ['index_title', label],
    ['hidden', head.isHidden || placed.outside === 'hidden' ? 'true' : null],
    ['keywords', head.keywords.join(', ')],
    ['tags', head.tags.join(', ')],
  ]);
  // The header's closing fence began the draft, so this line would begin another section.
  const safe = head.isDraft ? body.replaceAll(/^---(?=published[ \t]*$)/gm, '\\---') : body;
  const whole = `---\n${text}---${head.isDraft ? 'draft' : ''}\n\n${safe === '' ? '' : `${safe}\n`}`;
  const formatted = formatPage(whole);
  return formatted.kind === 'changed' ? formatted.text : whole;
}

/** The result of the import for each page file of the source. */
function pagesOf(
  { sections, settings }: SourceSite,
  folder: SourceFolder,
  written: readonly (readonly [LinkedPage, PageToWrite])[],
  failed: Imported['failed'],
): FoundPage[] {
  const placed = new Map(
    written.map(([{ page, out }, { outside }]) => [page.file, { out, outside }]),
  );
  const broken = new Set(failed.map(({ file }) => file));
  const included = new Set(written.flatMap(([{ page }]) => page.included));
  const isInside = (file: string): boolean =>
    sections.some(({ root }) => root === '.' || file.startsWith(`${root}/`));
  return folder.files.filter(isSourcePage).map((file): FoundPage => {
    const place = placed.get(file);
    if (place !== undefined) return { file, out: place.out, outside: place.outside };
    const why = broken.has(file)
      ? 'failed'
      : settings.includes(file)
        ? 'settings'
        : included.has(file)
          ? 'included'
          : isInside(file)
            ? 'excluded'
            : 'outside';
    return { file, out: null, why };
  });
}

interface WrittenPages {
  readonly texts: ReadonlyMap<string, string>;
  readonly issues: readonly ImportIssue[];
  readonly folder: SourceFolder;
  readonly dialect: Dialect;
}

/** Issues for words of the source that are neither in the imported pages nor in other issues. */
function lostIn(
  written: readonly (readonly [LinkedPage, PageToWrite])[],
  { texts, issues, folder, dialect }: WrittenPages,
): ImportIssue[] {
  const told = groupBy(issues, ({ place }) => place.file);
  return written.flatMap(([{ page, out }]): ImportIssue[] => {
    const { file, included, parts, leftOut } = page;
    const found = new FoundWords();
    found.add(pageWords(texts.get(out) ?? ''));
    for (const each of [file, ...included])
      for (const { message } of told.get(each) ?? []) found.add(message);
    for (const text of leftOut) found.add(text);
    const own = lostWords(sourceWords(folder.text(file) ?? '', dialect), found);
    const others = parts.flatMap((part) => lostWords(sourceWords(part, dialect), found).words);
    const words = [...new Set([...own.words, ...others])];
    if (words.length === 0) return [];
    return [issueIn(file, own.line, 'words', wordsGone(words))];
  });
}
