/** The site of a folder. It follows changes of its files. */
import { randomUUID } from 'node:crypto';
import type { CheckFinding } from '../../content/check/finding.ts';
import type { CheckedBody } from '../../content/check/linkable-pages.ts';
import type { RuleSettings } from '../../content/check/baseline/graded.ts';
import { decoded } from '../../content/darkdown/address.ts';
import { escapeHtml } from '../../content/darkdown/write/html.ts';
import { projectRedirects } from '../../content/redirects/redirects-file.ts';
import type { Reader } from '../../content/page/visibility.ts';
import type { SiteReading } from '../../site/folder/read-site.ts';
import { Failure } from '../../model/failure.ts';
import { pageKey, placeOf } from '../../model/ids.ts';
import type { FilePath, Slug } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import type { FolderPart, ServedSite } from '../shared/site-server/site-server.ts';
import { pathOf, SERVED } from '../../site/addresses.ts';
import { balanceOf } from '../../site/folder/balance.ts';
import { FolderSite } from '../../site/folder/folder-site.ts';
import type { FileProblem } from '../../site/folder/file-problem.ts';
import type { Stage } from '../../site/html/page.ts';
import type { Icons } from '../../site/icons.ts';
import { movedFor } from '../../site/site-redirects.ts';
import type { KnownEntries } from '../../site/search/index-version.ts';
import { themeCss } from '../../site/brand-colour.ts';
import { SiteView } from '../../site/site-view.ts';
import type { Found, PageInPlace } from '../../site/site-view.ts';
import { Changes } from './changes.ts';
import type { PageFindings } from './page-findings.ts';

export interface LiveSettings {
  readonly project: Project;
  readonly reader: Reader;
  readonly rules: RuleSettings;
  readonly icons: Icons;
  /** Whether only this machine can open the site. Only then are files named that cannot be shown. */
  readonly isOnlyHere: boolean;
  /**
   * Resolves to the changes since the last commit, as a document. Rejects with a `Failure` if they
   * cannot be determined.
   */
  readonly writeReview: () => Promise<string>;
  /** The address to which the path of a file is added, for readers who edit it. */
  readonly editUrl?: string | undefined;
  /** The day of the last change of each file. */
  readonly lastChanges?: () => Promise<ReadonlyMap<string, string | null>>;
  /** Called once for each file that cannot be shown correctly. */
  readonly warn: (text: string) => void;
  readonly samples: Required<SiteReading>['samples'];
}

export class LiveSite implements ServedSite, FolderPart {
  readonly #settings: LiveSettings;
  readonly #site: FolderSite;
  readonly #changes = new Changes(randomUUID());
  #view: SiteView;
  #findings: PageFindings | undefined;
  #known: KnownEntries | undefined;
  #review: ReturnType<LiveSite['review']> | undefined;
  #told: ReadonlySet<string> = new Set();
  /** Changes are applied one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(settings: LiveSettings, site: FolderSite) {
    this.#settings = settings;
    this.#site = site;
    this.#view = new SiteView(site.site, settings.reader);
    this.#tellBroken();
    // Pages do not wait for it: a long history takes its time.
    if (this.#view.showsLastChange) void this.#learnChanges();
  }

  static async open(settings: LiveSettings): Promise<LiveSite> {
    const { isOnlyHere: placesBroken, samples } = settings;
    const reading = { pages: 'head', placesBroken, samples } as const;
    return new LiveSite(settings, await FolderSite.open(settings.project, reading));
  }

  async #learnChanges(): Promise<void> {
    const { lastChanges, warn } = this.#settings;
    try {
      if (lastChanges) this.#site.learnChanges(await lastChanges());
    } catch (error) {
      warn(error instanceof Error ? error.message : String(error));
    }
  }

  get root(): string {
    return this.#settings.project.root;
  }

  get folder(): FolderPart {
    return this;
  }

  get pageCount(): number {
    return this.#view.pageCount;
  }

  get #stage(): Stage {
    const { icons, editUrl } = this.#settings;
    const stage = { view: this.#view, addresses: SERVED, icons, editUrl } as const;
    return { ...stage, script: 'live.js', search: 'served' };
  }

  async page(path: string) {
    const { answerTo } = await import('../../site/answer.ts');
    const answer = await answerTo(path, this.#site, this.#stage);
    const moved = 'status' in answer && answer.status === 404 ? this.#movedFrom(path) : undefined;
    if (moved !== undefined) return { status: 302 as const, location: moved };
    const isNowhere = 'status' in answer && answer.status === 404;
    const elsewhere = isNowhere && movedFor(path, projectRedirects(this.root).rules, this.#view);
    if (elsewhere) return elsewhere;
    const found = this.#settings.isOnlyHere ? this.#foundAt(path) : undefined;
    const problem =
      found && this.#site.problemWith(found.kind === 'page' ? found.page : found.reference);
    if (problem) return this.#brokenAnswer(found, problem);
    return answer.status === 404 ? ((await this.#whyNot(path)) ?? answer) : answer;
  }

  async search(query: string, version: string, everywhere: boolean) {
    const { entriesEverywhere, entriesOfVersion, KnownEntries } =
      await import('../../site/search/index-version.ts');
    const { find } = await import('../../site/search/find.ts');
    this.#known ??= new KnownEntries();
    const entriesOf = everywhere ? entriesEverywhere : entriesOfVersion;
    const entries = await entriesOf(this.#site, this.#view, version, SERVED, this.#known);
    return find(entries, query, 12);
  }

  theme(): string | null {
    const { colour } = this.#view.site;
    return colour === null ? null : themeCss(colour);
  }

  async definition(name: string): Promise<string | null> {
    const { definitionJson } = await import('../../site/answer.ts');
    return definitionJson(name, this.#site, this.#view);
  }

  async state(path: string) {
    const broken = this.#site.problems;
    const found = this.#foundAt(path);
    const placed = found?.kind === 'page' ? found : undefined;
    const own = placed && this.#site.fileOf(placed.page.key);
    const isShown = broken.every(({ place }) => place.file !== own);
    return {
      broken: broken.map(asShown),
      findings: placed && isShown ? await this.#shownFindings(placed) : [],
    };
  }

  async #shownFindings(placed: PageInPlace) {
    const checked = await this.#checked();
    const findings = await checked.of(placed.page.key);
    if (findings.length === 0) return [];
    const blockOf = await this.#blocksOf(placed, checked.bodiesOf(placed.page.key));
    return findings.map((finding) => shown(finding, blockOf(finding)));
  }

  events(): AsyncIterable<Uint8Array> {
    return this.#changes.events();
  }

  /** Concurrent calls share one review. */
  review(): Promise<{ readonly html: string } | { readonly problem: string }> {
    this.#review ??= this.#newReview().finally(() => {
      this.#review = undefined;
    });
    return this.#review;
  }

  async #newReview(): Promise<{ readonly html: string } | { readonly problem: string }> {
    try {
      return { html: await this.#settings.writeReview() };
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

  close(): void {
    this.#changes.close();
  }

  /** Applies changes of files. */
  take(files: ReadonlySet<FilePath>): Promise<void> {
    const turn = this.#turn.then(() => this.#takeNow(files));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #takeNow(files: ReadonlySet<FilePath>): Promise<void> {
    const isNew = await this.#site.refresh(files);
    if (isNew) this.#view = new SiteView(this.#site.site, this.#settings.reader);
    this.#findings?.forget();
    this.#tellBroken();
    // Only the text of a page appears on no other page.
    const [first] = files;
    const key =
      first !== undefined && files.size === 1 && !isNew ? this.#site.keyOf(first) : undefined;
    this.#known?.forget(key ?? null);
    this.#changes.changed();
  }

  /** Warns of each broken file once, and again only after it was repaired. */
  #tellBroken(): void {
    const before = this.#told;
    const { problems } = this.#site;
    this.#told = new Set(problems.map(({ place, message }) => `${place.file}\n${message}`));
    for (const problem of problems) {
      const { place, message } = problem;
      if (!before.has(`${place.file}\n${message}`))
        this.#settings.warn(`${shownPlace(problem)}: ${message}`);
    }
  }

  #foundAt(path: string): Found | undefined {
    const place = placeAt(path);
    return place && this.#view.find(place);
  }

  /** The new path of a page whose file was renamed while the page was open in a browser. */
  #movedFrom(path: string): string | undefined {
    const place = placeAt(path);
    if (!place) return undefined;
    const { version, section: documentation, page: slug } = place;
    const key = this.#site.movedTo(pageKey({ version, documentation, slug }));
    if (key === undefined) return undefined;
    const now = placeOf(key);
    const to = { version: now.version, section: now.documentation, page: now.slug };
    return this.#view.find(to) && pathOf(to);
  }

  /** Why a page that exists is not shown to readers, for its author. */
  async #whyNot(path: string) {
    const place = this.#settings.isOnlyHere ? placeAt(path) : undefined;
    if (!place) return undefined;
    const { version, section: documentation, page: slug } = place;
    const file = this.#site.fileOf(pageKey({ version, documentation, slug }));
    const held = file && balanceOf(this.#site, this.#view).heldBack.get(file);
    if (file === undefined || held === undefined) return undefined;
    const { notFoundHtml } = await import('../../site/html/page.ts');
    const flag = held.audience === null ? '--drafts' : `--audience ${held.audience}`;
    const why = `<code>${escapeHtml(file)}</code> is ${held.why}: readers do not get it. <code>docs dev ${escapeHtml(flag)}</code> shows it.`;
    const stage = this.#stage;
    const body = notFoundHtml(
      decoded(path) ?? path,
      stage,
      stage.view.version(version),
      `<p>${why}</p>\n`,
    );
    return { status: 404 as const, type: 'text/html' as const, body, page: null };
  }

  /** The answer with the error of a file instead of its content. */
  async #brokenAnswer(found: Found, problem: FileProblem) {
    const { pageHtml } = await import('../../site/html/page.ts');
    const { referenceHtml } = await import('../../site/html/reference.ts');
    const html = brokenHtml(found.kind, problem);
    const body =
      found.kind === 'page'
        ? pageHtml(found, { html, headings: [] }, this.#site.fileFacts(found.page), this.#stage)
        : referenceHtml(found.reference, { html }, this.#stage);
    return { status: 200, type: 'text/html', body };
  }

  /** Returns a function from a finding to the element of the shown page that it is about. */
  async #blocksOf(
    placed: PageInPlace,
    bodies: readonly CheckedBody[],
  ): Promise<(finding: CheckFinding) => number | null> {
    const own = this.#site.fileOf(placed.page.key);
    const { resolverFor } = await import('../../site/page-resolver.ts');
    const { blocksAt } = await import('./finding-blocks.ts');
    const draft = bodies.find(({ section }) => section.name === 'draft');
    const published = bodies.find(({ section }) => section.name !== 'draft');
    const body = (this.#settings.reader.drafts ? draft : undefined) ?? published;
    if (!body) return () => null;
    const at = blocksAt(body, resolverFor(placed, this.#view, this.#site, SERVED));
    return ({ place: { file, line } }) => (file === own ? at(line) : null);
  }

  async #checked(): Promise<PageFindings> {
    if (!this.#findings) {
      const { PageFindings } = await import('./page-findings.ts');
      const { project, rules } = this.#settings;
      this.#findings = new PageFindings(project, this.#site, rules);
    }
    return this.#findings;
  }
}

function placeAt(path: string) {
  const [version, section, page] = path
    .slice(1)
    .split('/')
    .map((part) => decoded(part) ?? '');
  if (version === undefined || section === undefined || page === undefined) return undefined;
  return { version: version as Slug, section: section as Slug, page: page as Slug };
}

const shownPlace = ({ place: { file, line, column } }: FileProblem): string =>
  [file, line, column].filter((part) => part !== undefined).join(':');

const brokenHtml = (kind: Found['kind'], problem: FileProblem): string =>
  `<div class="callout callout-error" role="alert">
<p class="callout-title">This ${kind} cannot be shown.</p>
<p><code>${escapeHtml(shownPlace(problem))}</code> ${escapeHtml(problem.message)}</p>
<p>It appears as soon as the file is saved without the error.</p>
</div>
`;

/** The form of the problem for the browser. */
const asShown = ({ place: { file, line, column }, message }: FileProblem) => ({
  file,
  line: line ?? null,
  column: column ?? null,
  message,
  hint: null,
  severity: 'error' as const,
  rule: null,
  block: null,
});

const shown = ({ place, message, hint, severity, rule }: CheckFinding, block: number | null) => ({
  ...place,
  message,
  hint,
  severity,
  rule,
  block,
});
