/** A folder's site, which follows its files. */
import { randomUUID } from 'node:crypto';
import type { Finding } from '../../content/check/finding.ts';
import type { RuleSettings } from '../../content/check/baseline/graded.ts';
import { decoded } from '../../content/darkdown/address.ts';
import type { Reader } from '../../content/page/visibility.ts';
import { Failure } from '../../model/failure.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import { SERVED } from '../../site/addresses.ts';
import { FolderSite, projectText } from '../../site/folder/folder-site.ts';
import type { FileProblem } from '../../site/folder/file-problem.ts';
import type { Stage } from '../../site/html/page.ts';
import type { Icons } from '../../site/icons.ts';
import type { KnownEntries } from '../../site/search/index-version.ts';
import { themeCss } from '../../site/theme.ts';
import { SiteView } from '../../site/view.ts';
import type { PageInPlace } from '../../site/view.ts';
import { Changes } from './changes.ts';
import { KeptTexts } from './kept-texts.ts';
import type { PageFindings } from './page-findings.ts';
import type { FolderPart, ServedSite } from '../../site-server/site-server.ts';

export class LiveSite implements ServedSite, FolderPart {
  readonly root: string;
  /** Resolves once a page was shown. */
  readonly shown: Promise<void>;
  #showFirst: () => void = () => undefined;
  readonly #project: Project;
  readonly #reader: Reader;
  readonly #settings: RuleSettings;
  readonly #texts: KeptTexts;
  readonly #site: FolderSite;
  readonly #changes = new Changes(randomUUID());
  #view: SiteView;
  #findings: PageFindings | undefined;
  #known: KnownEntries | undefined;
  #review: ReturnType<LiveSite['review']> | undefined;
  readonly #icons: Icons;
  readonly #writeReview: () => Promise<string>;
  #reading: Promise<void> | undefined;
  readonly #warn: (text: string) => void;
  #told: ReadonlySet<string> = new Set();
  /** One change after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(
    project: Project,
    reader: Reader,
    settings: RuleSettings,
    texts: KeptTexts,
    site: FolderSite,
    icons: Icons,
    writeReview: () => Promise<string>,
    warn: (text: string) => void,
  ) {
    this.#warn = warn;
    this.#icons = icons;
    this.#writeReview = writeReview;
    this.root = project.root;
    this.#settings = settings;
    this.shown = new Promise((resolve) => {
      this.#showFirst = resolve;
    });
    this.#project = project;
    this.#reader = reader;
    this.#texts = texts;
    this.#site = site;
    this.#view = new SiteView(site.site, reader);
  }

  /**
   * @param writeReview what changed since the last commit, as a document; rejects with a `Failure` if that cannot be told
   * @param warn called with each file that cannot be shown as it is, once
   */
  static async open(
    project: Project,
    reader: Reader,
    settings: RuleSettings,
    stateFolder: string | null,
    icons: Icons,
    writeReview: () => Promise<string>,
    warn: (text: string) => void,
  ): Promise<LiveSite> {
    const texts = new KeptTexts((file) => projectText(project, file));
    const site = await FolderSite.openKept(project, texts, stateFolder);
    return new LiveSite(project, reader, settings, texts, site, icons, writeReview, warn);
  }

  get folder(): FolderPart {
    return this;
  }

  get pageCount(): number {
    return this.#view.pageCount;
  }

  get #stage(): Stage {
    const view = this.#view;
    return { view, addresses: SERVED, icons: this.#icons, script: 'live.js', search: 'served' };
  }

  async page(path: string) {
    const { answerTo } = await import('../../site/answer.ts');
    // Whatever is not a page that is as it was may already be something else.
    if (!this.#site.isRead && !this.#isAsKept(path)) await this.read();
    const answer = await answerTo(path, this.#site, this.#stage);
    if (!('location' in answer)) setImmediate(this.#showFirst);
    return answer;
  }

  async search(query: string, version: string) {
    await this.read();
    const { entriesOfVersion, KnownEntries } = await import('../../site/search/index-version.ts');
    const { find } = await import('../../site/search/find.ts');
    this.#known ??= new KnownEntries();
    const entries = await entriesOfVersion(this.#site, this.#view, version, SERVED, this.#known);
    return find(entries, query, 12);
  }

  theme(): string | null {
    const { colour } = this.#view.site;
    return colour === null ? null : themeCss(colour);
  }

  async definition(name: string): Promise<string | null> {
    await this.read();
    const { definitionJson } = await import('../../site/answer.ts');
    return definitionJson(name, this.#site, this.#view);
  }

  async state(path: string, whole = true) {
    await this.read();
    const broken = this.#broken();
    const placed = this.#pageAt(path);
    const found = placed === undefined ? [] : await this.#findingsOf(placed.page.key);
    const isTold = ({ file, line }: Finding): boolean =>
      broken.some((problem) => problem.file === file && problem.line === line);
    const left = found.filter((finding) => !isTold(finding));
    const blockOf = placed && left.length > 0 ? await this.#blocksOf(placed) : () => null;
    const findings = left.map((finding) => shown(finding, blockOf(finding)));
    // Readers do not know all files.
    return { broken: whole ? broken : [], findings };
  }

  events(): AsyncIterable<Uint8Array> {
    return this.#changes.events();
  }

  /** One at a time: whoever asks meanwhile gets the same. */
  review(): Promise<{ readonly html: string } | { readonly problem: string }> {
    this.#review ??= this.#newReview().finally(() => {
      this.#review = undefined;
    });
    return this.#review;
  }

  async #newReview(): Promise<{ readonly html: string } | { readonly problem: string }> {
    try {
      return { html: await this.#writeReview() };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const why = `Git could not tell what changed since the last commit. ${error.message}`;
      return { problem: [why, error.hint ?? ''].join('\n').trim() };
    }
  }

  mayShow(file: string): boolean {
    return this.#site.mayShow(file);
  }

  hasShown(file: string): boolean {
    return this.#site.shown.has(file);
  }

  get isRead(): boolean {
    return this.#site.isRead;
  }

  /** Reads the folder, unless that was done: a first page may be shown before. Browsers are told if the site is another than it seemed. */
  async read(): Promise<void> {
    if (this.#site.isRead) return;
    this.#reading ??= this.#inTurn(async () => {
      if (!(await this.#site.read())) return;
      this.#view = new SiteView(this.#site.site, this.#reader);
      this.#changes.changed();
    });
    await this.#reading;
  }

  /** Keeps what was read for the next run. */
  keep(): void {
    this.#site.keep();
  }

  close(): void {
    this.#changes.close();
  }

  /** Files of the project changed. */
  take(files: ReadonlySet<FilePath>): Promise<void> {
    return this.#inTurn(() => this.#takeNow(files));
  }

  /** Learns of what changed since the folder was first read. To be called once, as soon as changes are heard. */
  lookAgain(): Promise<void> {
    return this.#inTurn(async () => {
      const files = await this.#site.changedSinceRead();
      if (files.size > 0) await this.#takeNow(files);
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #takeNow(files: ReadonlySet<FilePath>): Promise<void> {
    const isNew = await this.#site.refresh(files);
    if (isNew) this.#view = new SiteView(this.#site.site, this.#reader);
    this.#findings?.forget();
    this.#tellBroken();
    // Only the text of a page is in no other's.
    const [first] = files;
    const key =
      first !== undefined && files.size === 1 && !isNew ? this.#site.keyOf(first) : undefined;
    this.#known?.forget(key ?? null);
    this.#changes.changed();
  }

  #isAsKept(path: string): boolean {
    const placed = this.#pageAt(path);
    return placed !== undefined && this.#site.isAsKept(placed.page.key);
  }

  /** Files and folders that are shown as they were before. */
  #broken() {
    const { problems } = this.#site;
    const isTold = ({ file }: FileProblem): boolean => problems.some((each) => each.file === file);
    return [
      ...problems.map(asShown),
      ...this.#texts.broken.filter((problem) => !isTold(problem)).map(asShown),
    ];
  }

  /** Each once, until it is whole again. */
  #tellBroken(): void {
    const before = this.#told;
    const broken = this.#broken();
    this.#told = new Set(broken.map(({ file, message }) => `${file}\n${message}`));
    for (const { file, line, message } of broken) {
      if (before.has(`${file}\n${message}`)) continue;
      this.#warn(`${file}${line === null ? '' : `:${line}`}: ${message}`);
    }
  }

  #pageAt(path: string): PageInPlace | undefined {
    const [version, section, page] = path
      .slice(1)
      .split('/')
      .map((part) => decoded(part) ?? '');
    if (version === undefined || section === undefined || page === undefined) return undefined;
    const found = this.#view.find({ version, section, page });
    return found?.kind === 'page' ? found : undefined;
  }

  /** Tells which element of the page that is shown a finding is about. */
  async #blocksOf(placed: PageInPlace): Promise<(finding: Finding) => number | null> {
    const own = this.#site.fileOf(placed.page.key);
    const read = own === undefined ? null : this.#texts.read(own);
    if (read === null || 'problem' in read) return () => null;
    const { parsedBodies } = await import('../../content/check/body.ts');
    const { parsePageFile } = await import('../../content/page/page-file.ts');
    const { resolverFor } = await import('../../site/page-resolver.ts');
    const { blocksAt } = await import('./finding-blocks.ts');
    const bodies = parsedBodies(parsePageFile(read.text));
    const draft = bodies.find(({ section }) => section.name === 'draft');
    const published = bodies.find(({ section }) => section.name !== 'draft');
    const body = (this.#reader.drafts ? draft : undefined) ?? published;
    if (!body) return () => null;
    const at = blocksAt(body, resolverFor(placed, this.#view, this.#site, SERVED));
    return ({ file, line }) => (file === own && line !== null ? at(line) : null);
  }

  async #findingsOf(key: PageKey): Promise<readonly Finding[]> {
    if (!this.#findings) {
      const { PageFindings } = await import('./page-findings.ts');
      this.#findings = new PageFindings(this.#project, this.#site, this.#settings);
    }
    return this.#findings.of(key);
  }
}

/** A file that is shown as it was before. */
const asShown = (problem: FileProblem) => ({
  ...problem,
  hint: null,
  severity: 'error' as const,
  rule: null,
  block: null,
});

const shown = (
  { file, line, column, message, hint, severity, code }: Finding,
  block: number | null,
) => ({
  file,
  line,
  column,
  message,
  hint,
  severity,
  rule: code,
  block,
});
