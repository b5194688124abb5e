/** The state while one page of another tool is read, with the files included in it. */
import type { Token } from 'markdown-it';
import type { Phrases } from '../../content/darkdown/markdown/flow.ts';
import { listOf, shorten } from '../../model/text/sentences.ts';
import { CountedSlugs } from '../anchors.ts';
import { issueIn } from '../model.ts';
import type {
  CodePiece,
  Dialect,
  HeadingPiece,
  ImportIssue,
  IssueKind,
  NamedPlace,
  PageLead,
  SourceFolder,
  SourcePiece,
} from '../model.ts';
import { codeOf } from './code-info.ts';
import { withoutMarks } from './code-marks.ts';
import { constantsIn } from './constants.ts';
import { dedented } from './dedented.ts';
import { type ElementTag, type Inner, isUnseen } from './element.ts';
import { fileNamed, partOf, withoutFrontMatter } from './includes.ts';
import { block, card, paragraph } from './made-pieces.ts';
import { htmlName } from './names.ts';
import { plainText, short, tagText, textPhrase } from './phrases.ts';
import type { MarkdownParser } from './rules/parser.ts';
import { DEEPEST, type PageBudget, budgetFor } from './rules/rule.ts';

/** The facts about a site that are needed to read its pages. */
export interface ReaderSite {
  readonly dialect: Dialect;
  readonly folder: SourceFolder;
  /** Folders to which paths of includes may be relative, in addition to the page's own. */
  readonly roots: readonly string[];
}

/**
 * The steps of reading a text. They are passed in, because they call back to read the content of
 * containers.
 */
export interface ReadingSteps {
  /**
   * The first parser treats lines that are indented by four spaces as code, the second does not.
   */
  readonly parsers: readonly [MarkdownParser, MarkdownParser];
  readonly pieces: (page: SourceReading, tokens: readonly Token[], line: number) => SourcePiece[];
  readonly phrases: (page: SourceReading, token: Token, line: number) => Phrases;
  /** The number of characters that may still be included in all pages of the site together. */
  includable: number;
}

/** The limit for a page, in characters: files that include each other would grow without end. */
const MAX_INCLUDED = 4_000_000;
const DEEPEST_INCLUDE = 8;

/** Elements that readers see or hear in the source, and the attributes that say what of. */
const WITHOUT_PLACE: ReadonlySet<string> = new Set(['area', 'audio', 'object', 'source']);
const ADDRESSES = ['alt', 'data', 'href', 'src', 'srcset', 'srcSet'];

/** A table of contents in the notation of one tool. In other tools, this is text. */
const CONTENTS = /^\[\[?toc\]?\](?=[ \t]*$)/gim;

/** The state while one page is read, with the files included in it. */
export class SourceReading {
  readonly included: string[] = [];
  /** The texts that were included. */
  readonly parts: string[] = [];
  /** Parts of the source that were left out on purpose. */
  readonly leftOut: string[] = [];
  /** Paths by the names that were imported in the current file. */
  imports = new Map<string, string>();
  /** Texts of expressions by name, for the current file. */
  values = new Map<string, string>();
  readonly site: ReaderSite;
  readonly #steps: ReadingSteps;
  readonly #report: (issue: ImportIssue) => void;
  readonly #references = {};
  readonly #budget: PageBudget;
  readonly #stack: string[];
  /** Counts the names of components so far, for each way of writing links. */
  readonly #names: readonly CountedSlugs[];
  readonly places: NamedPlace[] = [];
  /** Names that were read just before. If a heading follows, they belong to it. */
  readonly #ids: string[] = [];
  #lastHeading: HeadingPiece | null = null;
  #includable = MAX_INCLUDED;
  #depth = 0;

  constructor(
    site: ReaderSite,
    steps: ReadingSteps,
    file: string,
    body: string,
    report: (issue: ImportIssue) => void,
  ) {
    this.site = site;
    this.#steps = steps;
    this.#report = report;
    this.#budget = budgetFor(body);
    this.#stack = [file];
    this.#names = site.dialect.slugs.map((slugger) => new CountedSlugs(slugger));
  }

  /** The file that is being read: the page, or a file included in it. */
  get file(): string {
    return this.#stack.at(-1) ?? '';
  }

  /** Reports notations of the tool that stay in the text of a block. `line` counts from 0. */
  tellNotations(source: string, line: number): void {
    const { notations = CONTENTS } = this.site.dialect;
    const plain = source.replaceAll(/`+[^`]*`+/g, '');
    for (const pattern of new Set([CONTENTS, notations]))
      for (const [found] of plain.matchAll(pattern))
        this.say(line, 'notation', `${short(found)} was kept as text.`);
  }

  /** A piece of code, without comments that only set the style of its lines. */
  code(info: string, source: string, line: number): CodePiece {
    const { dialect } = this.site;
    const { code, lines, others } = withoutMarks(source, dialect);
    for (const mark of others)
      this.say(line, 'notation', `${mark} in code was removed: its line is highlighted.`);
    const annotation = dialect.isPython ? /\(\d{1,3}\)!/.exec(code)?.[0] : undefined;
    if (annotation !== undefined) {
      const says = `${annotation} in code was kept as text: its annotation is the list below.`;
      this.say(line, 'notation', says);
    }
    const piece = codeOf(info, code);
    if (lines.length === 0) return piece;
    const known = piece.attributes.get('highlightLines');
    const all = [...(known === undefined ? [] : [String(known)]), ...lines].join(',');
    return { ...piece, attributes: new Map([...piece.attributes, ['highlightLines', all]]) };
  }

  /** Reports an issue. `line` counts from 0. */
  say(line: number, kind: IssueKind, says: string): void {
    this.#report(issueIn(this.file, line + 1, kind, says));
  }

  /**
   * Whether readers never see the element. If so, it is left out and reported. `text` returns its
   * content.
   */
  leavesOut(tag: ElementTag, line: number, text = (): string => ''): boolean {
    if (!isUnseen(tag)) return false;
    this.say(line, 'html', `Readers do not see this <${short(tag.name)}>: it was left out.`);
    this.leftOut.push(text(), ...[...tag.attributes.values()].map(String));
    return true;
  }

  /** Leaves out what only some visitors see, and reports it. */
  leaveOutCondition(text: string, line: number): void {
    this.say(line, 'container', 'What only some visitors see was left out: `{% if … %}`.');
    this.leftOut.push(text);
  }

  /** Lists an element whose address or words have no place on a page. Its content stays. */
  tellLost(tag: ElementTag, line: number): void {
    if (tag.kind === 'close' || !WITHOUT_PLACE.has(htmlName(tag.name))) return;
    if (!ADDRESSES.some((key) => tag.attributes.has(key))) return;
    this.say(line, 'html', `This was left out: ${shorten(tagText(tag), 200)}`);
  }

  /** A title in plain text. Lists the links and pictures that were in it. */
  title(phrases: Phrases, line: number): string {
    const title = plainText(phrases);
    const targets = phrases.flatMap((phrase) => {
      if (phrase.kind === 'image') return [phrase.url];
      return phrase.kind === 'open' && phrase.mark.name === 'link' ? [phrase.mark.href] : [];
    });
    if (targets.length > 0) {
      const were = targets.length === 1 ? 'was' : 'were';
      const said = `The title "${short(title)}" is plain text:`;
      this.say(line, 'title', `${said} ${listOf(targets.map(short))} ${were} left out of it.`);
    }
    return title;
  }

  /** Adds a name that links may use for this place, or for a heading that follows directly. */
  id(id: string): void {
    this.#ids.push(id);
  }

  /** Adds the anchor of a component for this place. Names with another target take precedence. */
  nameIt(tag: ElementTag): void {
    const text = tag.kind === 'close' ? '' : (this.site.dialect.componentName?.(tag) ?? '');
    if (text === '') return;
    for (const name of new Set(this.#names.map((way) => way.take(text)))) {
      this.places.push({ name, under: this.#lastHeading });
    }
  }

  /**
   * Call it after each piece that is not a heading: the names so far then belong to the heading
   * above.
   */
  settleIds(): void {
    if (this.#lastHeading !== null) this.#lastHeading.ids.push(...this.#ids.splice(0));
  }

  /** The pieces of a text. In containers, the indentation that all lines share is removed. */
  pieces({ text, line }: Inner, isInside = false): SourcePiece[] {
    if (this.#depth >= DEEPEST) {
      this.say(
        line,
        'container',
        'The blocks are nested too deeply: what is inside was kept as text.',
      );
      return text.trim() === '' ? [] : [codeOf('', text.replace(/\n$/, ''))];
    }
    this.#depth += 1;
    try {
      const source = isInside ? dedented(text) : text;
      const env = { references: this.#references, budget: this.#budget };
      const tokens = this.#steps.parsers[isInside ? 1 : 0].parse(source, env);
      return this.#steps.pieces(this, tokens, line);
    } finally {
      this.#depth -= 1;
    }
  }

  /** The pieces for the content that the front matter shows above the body. */
  lead(lead: PageLead | null): SourcePiece[] {
    if (lead === null) return [];
    const { heading, lines, cards } = lead;
    return [
      ...(heading === null ? [] : [this.heading(1, [textPhrase(heading)], [])]),
      ...lines.map((text) => paragraph(...this.line(text, 0))),
      ...cards.filter((row) => row.length > 0).map((row) => block('cards', {}, row.map(card))),
    ];
  }

  /** The phrases of a text without blocks. */
  line(text: string, line: number): Phrases {
    const env = { references: this.#references, budget: this.#budget };
    return this.#steps.parsers[1]
      .parseInline(text, env)
      .flatMap((token) => this.#steps.phrases(this, token, line));
  }

  /** Reads texts that another file exports. Returns whether all of them were found. */
  readConstants(path: string, names: readonly (readonly [theirs: string, own: string])[]): boolean {
    const file = fileNamed(path, this.file, this.site);
    const text = typeof file === 'string' ? this.site.folder.text(file) : null;
    if (text === null || text.length > this.#includable) return false;
    const found = constantsIn(text);
    for (const [theirs, own] of names) {
      const value = found.get(theirs);
      if (value !== undefined) this.values.set(own, value);
    }
    return names.every(([theirs]) => found.has(theirs));
  }

  /** The value of an expression: a text, or the text of a file that was imported as raw text. */
  valueOf(code: string): string | undefined {
    return this.values.get(code) ?? this.fileOf(code);
  }

  /** The text of a file that was imported as raw text. */
  fileOf(name: string): string | undefined {
    const path = this.imports.get(name);
    if (path === undefined || /\.mdx?$/i.test(path)) return undefined;
    const file = fileNamed(path, this.file, this.site);
    return typeof file === 'string' ? (this.site.folder.text(file) ?? undefined) : undefined;
  }

  heading(level: number, phrases: Phrases, ids: readonly string[]): HeadingPiece {
    const piece: HeadingPiece = {
      kind: 'heading',
      level,
      phrases,
      ids: [...ids, ...this.#ids.splice(0)],
    };
    this.#lastHeading = piece;
    return piece;
  }

  /** The pieces of an included file. Returns null and adds an issue if it cannot be included. */
  include(
    path: string,
    lines: string,
    line: number,
    given = new Map<string, string>(),
  ): SourcePiece[] | null {
    const source = this.includedText(path, line);
    if (source === null) return null;
    const part = partOf(source.text, lines);
    if (part === null) {
      this.say(line, 'include', `"${path}" has no part ${lines}.`);
      return null;
    }
    this.parts.push(part);
    this.#stack.push(source.file);
    const { imports, values } = this;
    this.imports = new Map();
    this.values = given;
    try {
      return this.pieces({ text: part, line: 0 });
    } finally {
      this.#stack.pop();
      this.imports = imports;
      this.values = values;
    }
  }

  /**
   * The text of an included file, without front matter. Returns null and adds an issue if it cannot
   * be included.
   */
  includedText(path: string, line: number): { file: string; text: string } | null {
    const found = fileNamed(path, this.file, this.site);
    if (typeof found === 'object') {
      this.say(line, 'include', `"${path}" was not included: ${found.problem}.`);
      return null;
    }
    const text = this.site.folder.text(found);
    const problem =
      text === null
        ? 'the file cannot be read'
        : this.#stack.includes(found)
          ? 'it includes itself'
          : this.#stack.length > DEEPEST_INCLUDE
            ? 'includes are nested too deeply'
            : text.length > Math.min(this.#includable, this.#steps.includable)
              ? 'the page would be too long'
              : null;
    if (text === null || problem !== null) {
      this.say(line, 'include', `"${path}" was not included: ${problem}.`);
      return null;
    }
    this.#includable -= text.length;
    this.#steps.includable -= text.length;
    this.#budget.ahead += text.length;
    if (!this.included.includes(found)) this.included.push(found);
    return { file: found, text: withoutFrontMatter(text) };
  }
}
