/** Reads one page of another tool. Import this lazily: it loads markdown-it. */
import { issueIn } from '../model.ts';
import type { ImportIssue, SourceFolder, SourcePage, SourceSite, TellIssue } from '../model.ts';
import { textIn } from '../config-values.ts';
import { FlowLowering } from './flow-lowering.ts';
import { isForSome, pageHeadOf, readFrontMatter, tellHiding, tellShown } from './front-matter.ts';
import { linePhrases } from './line-lowering.ts';
import { plainText } from './phrases.ts';
import { parserFor } from './rules/parser.ts';
import { type ReaderSite, type ReadingSteps, SourceReading } from './source-reading.ts';

/**
 * The limit for a site, in characters. Each page that includes the same long text takes time and
 * memory.
 */
const MAX_INCLUDED_IN_SITE = 32_000_000;

/** Reads pages of one site. */
export class SiteReader {
  readonly #site: ReaderSite;
  readonly #steps: ReadingSteps;

  constructor(site: SourceSite, folder: SourceFolder) {
    const { dialect, roots } = site;
    this.#site = { dialect, folder, roots };
    this.#steps = {
      parsers: [parserFor(dialect, false), parserFor(dialect, true)],
      pieces: (page, tokens, line) => new FlowLowering(page, tokens, line).pieces(''),
      phrases: (page, token, line) => linePhrases(token, page, line),
      includable: MAX_INCLUDED_IN_SITE,
    };
  }

  /** Reads a page, and calls `report` for everything that could not be mapped. */
  async read(
    file: string,
    text: string,
    report: (issue: ImportIssue) => void,
  ): Promise<SourcePage> {
    const { dialect } = this.#site;
    const tell: TellIssue = (at, kind, says) => report(issueIn(file, at, kind, says));
    const { data, body, line, isHeld } = await readFrontMatter(text, tell, dialect.isPython);
    tellShown(text, data, dialect.shownKeys ?? new Map(), tell);
    const page = new SourceReading(this.#site, this.#steps, file, body, report);
    for (const [key, value] of data) {
      const said = textIn(value);
      if (said === null) continue;
      // The names in VitePress and Docusaurus.
      page.values.set(`$frontmatter.${key}`, said).set(`frontMatter.${key}`, said);
    }
    const lead = page.lead(dialect.leadOf?.(data) ?? null);
    const pieces = page.pieces({ text: body, line });
    page.settleIds();
    tellHiding(text, data, dialect, tell);
    const isGated = isForSome(text, data, dialect, tell);
    const own = pageHeadOf(data);
    const head = { ...own, isDraft: own.isDraft || isGated || isHeld };
    // The title stays first; the lead is below it.
    const [title, ...below] = pieces;
    const isTitled = lead[0]?.kind !== 'heading' && title?.kind === 'heading' && title.level === 1;
    const all = isTitled ? [title, ...lead, ...below] : [...lead, ...pieces];
    const [first, ...rest] = all;
    const isTitle =
      first?.kind === 'heading' &&
      first.level === 1 &&
      (!dialect.showsTitle || head.title === null || head.title === plainText(first.phrases));
    const heading = isTitle ? plainText(first.phrases) : '';
    if (isTitle && first.phrases.some(({ kind }) => kind === 'open' || kind === 'image')) {
      const says =
        'The title of a page is plain text: links, images and emphasis in it were removed.';
      report(issueIn(file, line + 1, 'title', says));
    }
    const taken = isTitle && heading !== '';
    return {
      file,
      head,
      heading: taken ? heading : null,
      headingIds: taken ? first.ids : [],
      places: page.places,
      pieces: taken ? rest : all,
      included: page.included,
      parts: page.parts,
      leftOut: page.leftOut,
    };
  }
}
