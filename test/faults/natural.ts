/** Forty pages and a platform that is 20 ms away: somebody saves one of them at some moment of a push. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { Author, type PlatformPage } from '../support/author.ts';
import type { Run } from '../support/host.ts';
import { SimulatedTime } from '../support/simulated-time.ts';
import {
  WINDOW_MS,
  Witness,
  allOf,
  tokensIn,
  without,
  type Write,
} from '../support/seen-and-written.ts';
import { openWorld, type World } from '../support/world.ts';
import { startFaultProxy, type FaultProxy } from './proxy.ts';

const PAGES = 40;
const LATENCY_MS = 20;

/** What is pushed: bodies, with `--publish`, or titles. */
export type Kind = 'bodies' | 'titles';

/** What somebody does in the editor, and when. No moment is likelier than another. */
export const moment = fc.noBias(
  fc.record({
    page: fc.integer({ min: 1, max: PAGES }),
    /** In thousandths of how long such a push takes. */
    share: fc.nat(1000),
    does: fc.constantFrom('body', 'body', 'body', 'title', 'slug', 'body, published'),
    /** Since everything was at rest. */
    restMs: fc.constantFrom(200, 900, 4_000, 60_000),
    /** Who checks first what there is now. */
    follow: fc.constantFrom('status', 'pull', 'push'),
    jitter: fc.nat(),
  }),
);
export type Moment = typeof moment extends fc.Arbitrary<infer T> ? T : never;

export interface Verdict {
  /** Whether the page has it after the push; if not, whether the run kept it in a file that it names. */
  readonly outcome: 'seen' | 'overwritten in the window' | 'kept in a file' | 'published and told';
  /** What must not be, one sentence each. */
  readonly wrong: readonly string[];
}

interface Document {
  readonly looked: string;
  readonly plan: readonly {
    readonly kind: string;
    readonly key: string;
    readonly held?: string | null;
  }[];
  readonly failed?: readonly { readonly key: string }[];
}

const fileOf = (n: number): string => `docs/v1.0/guide/page-${n}.md`;
const ALL = Array.from({ length: PAGES }, (_, index) => index + 1);

export class NaturalTrial {
  readonly #kind: Kind;
  readonly #world: World;
  readonly #proxy: FaultProxy;
  readonly #time: SimulatedTime;
  readonly #author: Author;
  readonly #witness: Witness;
  #revision = 0;
  #token = 0;
  #durationMs = 0;
  #writes: Write[] = [];
  /** The seconds, as the platform dates pages, in which the tool last wrote each page. */
  readonly #written = new Map<number, number>();

  private constructor(kind: Kind, world: World, proxy: FaultProxy, time: SimulatedTime) {
    this.#kind = kind;
    this.#world = world;
    this.#proxy = proxy;
    this.#time = time;
    this.#author = new Author(world.platform);
    this.#witness = new Witness(proxy, this.#author, time);
    this.#witness.onWrite = async (write) => {
      this.#writes.push(write);
      this.#written.set(write.after.id, this.#second());
    };
  }

  static async open(kind: Kind): Promise<NaturalTrial> {
    const time = new SimulatedTime();
    const files = { 'docs/v1.0/guide/_nav.yaml': 'items: []\n' };
    const world = await openWorld(files, { rateLimits: false, clock: time });
    const proxy = await startFaultProxy(world.platform.baseUrl, () => time.now());
    const trial = new NaturalTrial(kind, world, proxy, time);
    await trial.#edit(ALL);
    await trial.#run('push', '--publish');
    // How long a push takes that nobody disturbs.
    time.pass(60_000);
    await trial.#edit(ALL);
    trial.#jitter(1);
    const from = time.now();
    await trial.#run(...trial.#push());
    trial.#durationMs = time.now() - from;
    return trial;
  }

  async close(): Promise<void> {
    await this.#proxy.close();
  }

  /** How long a push takes that nobody disturbs. */
  get durationMs(): number {
    return this.#durationMs;
  }

  async run({ page: n, share, does, restMs, follow, jitter }: Moment): Promise<Verdict> {
    this.#time.pass(restMs);
    await this.#edit(ALL);
    this.#jitter(jitter);
    const { id } = await this.#page(n);
    this.#token += 1;
    const token = `token-${this.#token}-end`;
    this.#writes = [];
    let savedIn = -1;
    const save = async (): Promise<void> => {
      await this.#witness.alone(() =>
        this.#witness.edit(id, (page) => this.#save(page, does, token)),
      );
      savedIn = this.#second();
    };
    this.#witness.restartCount();
    this.#witness.onStart = () =>
      this.#time.at(this.#time.now() + (share / 1000) * this.#durationMs, save);
    const { document, exitCode, stdout, stderr } = await this.#run(...this.#push());
    this.#witness.onStart = () => {};
    const failed = exitCode !== 0 && document.failed?.some(({ key }) => key.endsWith(`/page-${n}`));
    const wrong = this.#judge(token, does, failed === true);
    const after = await this.#author.read(id);
    const isThere = allOf(after).has(token);
    this.#witness.latencyMs = () => 0;
    const isDated = savedIn !== this.#written.get(id);
    if (isThere) wrong.push(...(await this.#follow(follow, n, id, token, isDated)));
    wrong.push(...(await this.#converge(n)));
    if (!isThere) {
      const isKept = (await this.#kept(stdout + stderr)).has(token);
      return { outcome: isKept ? 'kept in a file' : 'overwritten in the window', wrong };
    }
    const isOut = does === 'body' && tokensIn(after.published).has(token);
    return { outcome: isOut ? 'published and told' : 'seen', wrong };
  }

  /** What is in the files that a run names as kept. */
  async #kept(output: string): Promise<ReadonlySet<string>> {
    const paths = output.match(/\.docs-cli\/objects\/[\w-]+\/[\w-]+/g) ?? [];
    const read = paths.map((path) => readFile(join(this.#world.folder, path), 'utf8'));
    return tokensIn(...(await Promise.all(read)));
  }

  #second(): number {
    return Math.floor(this.#time.now() / 1000);
  }

  #push(): string[] {
    return this.#kind === 'bodies' ? ['push', '--publish'] : ['push'];
  }

  #judge(token: string, does: Moment['does'], failed: boolean): string[] {
    const wrong: string[] = [];
    for (const { kind, before, after, unseen, ageMs } of this.#writes) {
      if (before && without(allOf(before), allOf(after)).has(token)) {
        if (!unseen.has(token)) wrong.push('it was overwritten after the tool had seen the page');
        if (ageMs > WINDOW_MS + LATENCY_MS * 2)
          wrong.push(`it was overwritten ${ageMs} ms after the last look`);
      }
      if (kind !== 'publish' || does === 'body, published') continue;
      const shown = tokensIn(after.published).has(token) && !tokensIn(before?.published).has(token);
      if (shown && !failed) wrong.push('it was published unseen, and no failure says so');
    }
    return wrong;
  }

  /** `isDated`: the page has another date since. Else a status, which reads no page for that, says so. */
  async #follow(
    first: Moment['follow'],
    n: number,
    id: number,
    token: string,
    isDated: boolean,
  ): Promise<string[]> {
    const wrong: string[] = [];
    const looks = first === 'pull' ? ['pull', 'status'] : ['status', 'pull'];
    const order = first === 'push' ? [] : looks;
    for (const look of order) {
      const { document } = await this.#run(look, ...(look === 'pull' ? ['--dry-run'] : []));
      const isKnown = document.plan.some(
        ({ kind, key }) => (kind === 'pull' || kind === 'conflict') && key.endsWith(`/page-${n}`),
      );
      const isTold = look === 'status' && !isDated && document.looked === 'dates';
      if (!isKnown && !isTold) wrong.push(`${look} does not know of it`);
    }
    await this.#edit([n]);
    await this.#run(...this.#push());
    if (!allOf(await this.#author.read(id)).has(token)) wrong.push('the next push overwrote it');
    return wrong;
  }

  /** Everything as the platform has it, and page `n` under its old slug. */
  async #converge(n: number): Promise<string[]> {
    const page = await this.#page(n);
    if (page.slug !== `page-${n}`) await this.#author.save(page.id, { slug: `page-${n}` });
    this.#time.pass(60_000);
    await this.#run('sync', '--theirs', '--publish');
    this.#time.pass(60_000);
    await this.#run('sync', '--theirs', '--publish');
    this.#time.pass(60_000);
    const { document } = await this.#run('push', '--publish', '--dry-run');
    // What a pull wrote from somebody's draft waits for docs page publish.
    const left = document.plan.filter(({ held }) => held !== 'pulled');
    return left.map(({ kind, key }) => `${kind} ${key} is left in the end`);
  }

  async #save(page: PlatformPage, does: Moment['does'], token: string): Promise<PlatformPage> {
    if (does === 'title') return this.#author.save(page.id, { title: `About ${token}` });
    if (does === 'slug') return this.#author.save(page.id, { slug: `${page.slug}-${token}` });
    const saved = await this.#author.save(page.id, { content: `Half a sentence ${token}` });
    return does === 'body' ? saved : this.#author.publish(page.id);
  }

  async #edit(pages: readonly number[]): Promise<void> {
    this.#revision += 1;
    const revision = `revision ${this.#revision}`;
    for (const n of pages) {
      const inTitle = this.#kind === 'titles' && pages.length > 1 ? `, ${revision}` : '';
      const inBody = this.#kind === 'bodies' || pages.length === 1 ? `, ${revision}` : '';
      const text = `---\ntype: page\ntitle: Page ${n}${inTitle}\n---\n\nText of page ${n}${inBody}.\n`;
      await this.#world.write({ [fileOf(n)]: text });
    }
  }

  async #page(n: number): Promise<PlatformPage> {
    const pages = await this.#world.platform.admin.pages();
    const found = pages.find(({ slug }) => new RegExp(`^page-${n}(-token|$)`).test(slug));
    if (!found) throw new Error(`page ${n} is gone`);
    return found;
  }

  /** No two requests take the same time; the same seed gives the same times. */
  #jitter(seed: number): void {
    let state = seed;
    this.#witness.latencyMs = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return LATENCY_MS + Math.round(((state >>> 16) / 65_536 - 0.5) * LATENCY_MS);
    };
  }

  async #run(...argv: string[]): Promise<Run & { document: Document }> {
    const env = { DOCS_BASE_URL: this.#proxy.baseUrl };
    const isLook = argv[0] === 'status' || argv.includes('--dry-run');
    // All forty at once are what the guard is there for.
    const all = isLook ? argv : [...argv, '--yes', '--force'];
    const run = await this.#world.runAs({ env, clock: this.#time }, ...all, '--json');
    await this.#time.over();
    await this.#proxy.quiet();
    // Where somebody's edit is a conflict, nothing is sent, and nothing printed but the reason.
    const isRefused = run.stdout === '' && run.exitCode === 5;
    if (run.stdout === '' && !isRefused) throw new Error(`${argv.join(' ')}: ${run.stderr}`);
    const document = isRefused ? { plan: [], looked: 'all' } : (JSON.parse(run.stdout) as Document);
    return { ...run, document };
  }
}
