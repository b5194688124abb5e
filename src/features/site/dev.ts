/** `docs dev`: the folder as readers will see it, changing as files are saved. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Context } from '../../context.ts';
import type { Finding } from '../../content/check/finding.ts';
import { decoded } from '../../content/links/address.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import { listen } from '../../platform/http/listen.ts';
import { SERVED } from '../../site/addresses.ts';
import { FolderSite, projectText } from '../../site/folder/folder-site.ts';
import type { FileProblem } from '../../site/folder/folder-site.ts';
import type { Reader } from '../../site/sight.ts';
import { SiteView } from '../../site/view.ts';
import type { Stage } from '../../site/html/page.ts';
import { devView } from '../../ui/views/site.ts';
import { Changes } from './changes.ts';
import { KeptTexts } from './kept-texts.ts';
import { openBrowser } from './open-browser.ts';
import { listenNear } from './port.ts';
import type { KnownEntries } from '../../site/search/index-version.ts';
import { serveSite } from './site-server.ts';
import type { ServedSite } from './site-server.ts';
import type { PageFindings } from './page-findings.ts';
import { watchFiles } from './watch-files.ts';
import type { Watching } from './watch-files.ts';

export interface DevFlags {
  readonly drafts: boolean;
  readonly audience: readonly string[];
  /** Left out: the usual one, or any if that is in use. */
  readonly port?: number;
  readonly open: boolean;
  /** Left out: loopback. */
  readonly host?: string;
}

/** Serves until the host's signal is aborted. No key is read, nothing is sent anywhere. */
export async function runDev(context: Context, flags: DevFlags): Promise<void> {
  const { host, ui } = context;
  const project = await context.project();
  const started = host.clock.now();
  const reader: Reader = { audiences: new Set(flags.audience), drafts: flags.drafts };
  const site = await LiveSite.open(project, reader);
  const handler = serveSite(site, host.packageFolder, flags.host ?? null);
  const server = await listenNear((port) => listen(handler, port, flags.host), flags.port);
  const name = flags.host === undefined ? '127.0.0.1' : nameInUrl(flags.host);
  const url = `http://${name}:${server.port}/`;
  const beyond = flags.host !== undefined;
  const view = devView({ pages: site.pageCount, drafts: flags.drafts, beyond });
  let watching: Watching | undefined;
  try {
    await ui.item({ url, pid: host.pid }, view);
    if (flags.open) await openBrowser(url, host, project.root, ui);
    // The watcher looks at every file: the first page comes before it.
    await Promise.race([site.shown, host.clock.sleep(BEFORE_WATCHING_MS, host.signal)]).catch(
      () => undefined,
    );
    watching = await watchFiles(project, started, (files) => {
      site.take(files).catch((error: unknown) => {
        ui.warn(error instanceof Error ? error.message : String(error));
      });
    });
    if (!host.signal.aborted) await once(host.signal, 'abort');
  } finally {
    site.close();
    await Promise.all([watching?.close(), server.close()]);
  }
  ui.say('Stopped.');
}

/** The longest that changes wait for a first page to be asked for. */
const BEFORE_WATCHING_MS = 1_000;

/** All addresses of a machine together are not one to go to. */
function nameInUrl(address: string): string {
  if (address === '0.0.0.0' || address === '::') return '127.0.0.1';
  return address.includes(':') ? `[${address}]` : address;
}

/** A folder's site, which follows its files. */
class LiveSite implements ServedSite {
  readonly root: string;
  /** Resolves once a page was shown. */
  readonly shown: Promise<void>;
  #showFirst: () => void = () => undefined;
  readonly #project: Project;
  readonly #reader: Reader;
  readonly #texts: KeptTexts;
  readonly #site: FolderSite;
  readonly #changes = new Changes(randomUUID());
  #view: SiteView;
  #findings: PageFindings | undefined;
  #known: KnownEntries | undefined;
  /** One change after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(project: Project, reader: Reader, texts: KeptTexts, site: FolderSite) {
    this.root = project.root;
    this.shown = new Promise((resolve) => {
      this.#showFirst = resolve;
    });
    this.#project = project;
    this.#reader = reader;
    this.#texts = texts;
    this.#site = site;
    this.#view = new SiteView(site.site, reader);
  }

  static async open(project: Project, reader: Reader): Promise<LiveSite> {
    const texts = new KeptTexts((file) => projectText(project, file));
    const site = await FolderSite.open(project, texts);
    return new LiveSite(project, reader, texts, site);
  }

  get pageCount(): number {
    return [...this.#view.pages()].length;
  }

  get #stage(): Stage {
    return { view: this.#view, addresses: SERVED, script: 'live.js', search: 'served' };
  }

  async page(path: string) {
    const { answerTo } = await import('../../site/answer.ts');
    const answer = await answerTo(path, this.#site, this.#stage);
    if (!('location' in answer)) setImmediate(this.#showFirst);
    return answer;
  }

  async search(query: string, version: string) {
    const { entriesOfVersion, KnownEntries } = await import('../../site/search/index-version.ts');
    const { find } = await import('../../site/search/find.ts');
    this.#known ??= new KnownEntries();
    const entries = await entriesOfVersion(this.#site, this.#view, version, SERVED, this.#known);
    return find(entries, query, 12);
  }

  async state(path: string) {
    const broken = [
      ...this.#site.problems.map((problem) => asShown(problem, null)),
      ...this.#texts.broken.map((problem) => asShown(problem, problem.column)),
    ];
    const key = this.#keyAt(path);
    const found = key === undefined ? [] : await this.#findingsOf(key);
    const isTold = ({ file, line }: Finding): boolean =>
      broken.some((problem) => problem.file === file && problem.line === line);
    const findings = found.filter((finding) => !isTold(finding)).map(shown);
    return { broken, findings };
  }

  events(): AsyncIterable<Uint8Array> {
    return this.#changes.events();
  }

  mayShow(file: string): boolean {
    return this.#site.mayShow(file);
  }

  close(): void {
    this.#changes.close();
  }

  /** Files of the project changed. */
  take(files: ReadonlySet<FilePath>): Promise<void> {
    const turn = this.#turn.then(() => this.#takeNow(files));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #takeNow(files: ReadonlySet<FilePath>): Promise<void> {
    const isNew = await this.#site.refresh(files);
    if (isNew) this.#view = new SiteView(this.#site.site, this.#reader);
    this.#findings?.forget();
    // Only the text of a page is in no other's.
    const [first] = files;
    const key =
      first !== undefined && files.size === 1 && !isNew ? this.#site.keyOf(first) : undefined;
    this.#known?.forget(key ?? null);
    this.#changes.changed();
  }

  #keyAt(path: string): PageKey | undefined {
    const [version, section, page] = path
      .slice(1)
      .split('/')
      .map((part) => decoded(part) ?? '');
    if (version === undefined || section === undefined || page === undefined) return undefined;
    const found = this.#view.find({ version, section, page });
    return found?.kind === 'page' ? found.page.key : undefined;
  }

  async #findingsOf(key: PageKey): Promise<readonly Finding[]> {
    if (!this.#findings) {
      const { PageFindings } = await import('./page-findings.ts');
      this.#findings = new PageFindings(this.#project, this.#site);
    }
    return this.#findings.of(key);
  }
}

/** A file that is shown as it was before. */
const asShown = ({ file, line, message }: FileProblem, column: number | null) => ({
  file,
  line,
  column,
  message,
  hint: null,
  severity: 'error' as const,
  rule: null,
});

const shown = ({ file, line, column, message, hint, severity, code }: Finding) => ({
  file,
  line,
  column,
  message,
  hint,
  severity,
  rule: code,
});
