/** A project whose pushes are killed until one comes through, with edits on both sides. */
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import * as fc from 'fast-check';
import { samePage } from '../../src/content/darkdown/print/canonical.ts';
import { digestOf } from '../../src/content/digest.ts';
import type { StoredPage } from '../support/admin.ts';
import type { PageKey } from '../../src/model/ids.ts';
import type { BuiltTool } from '../support/built.ts';
import { writeFiles } from '../support/folder.ts';
import { git } from '../support/git.ts';
import { LOCK, lockIn } from '../support/lock.ts';
import type { FaultProxy } from './proxy.ts';
import { RECOVERIES } from './recover.ts';
import type { TestPlatform } from '../support/platform.ts';

const KILL_AT = resolve('test/faults/kill-at.js');
const FIRST_PAGES = 16;
const PUSH = ['push', '--publish', '--prune', '--skip-conflicts', '--yes', '--json'];

const early = (max: number): fc.Arbitrary<number> =>
  fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max }));

/** When the tool dies: at the n-th moment around its work on files, or at its n-th request. */
const death = fc.oneof(
  fc.record({ at: fc.constant('file' as const), n: early(60) }),
  /** `unheard`: the platform never sees the request. `unanswered`: it carries it out before the tool dies. */
  fc.record({ at: fc.constantFrom('unheard', 'heard', 'unanswered'), n: early(40) }),
);
type Death = typeof death extends fc.Arbitrary<infer T> ? T : never;

const page = fc.integer({ min: 1, max: FIRST_PAGES });

/** What happens before a push, and how that push ends. */
export const episode = fc.record({
  /** Pages whose files are edited. */
  edits: fc.oneof(fc.constant([]), fc.array(page, { maxLength: 4 })),
  adds: fc.boolean(),
  /** The page whose file is removed, for good. */
  removes: fc.option(page, { freq: 2 }),
  /** The page that someone edits in the editor, if it is there by then. */
  editor: fc.option(page, { freq: 2 }),
  recovery: fc.oneof(
    { weight: 4, arbitrary: fc.constant(RECOVERIES[0]) },
    fc.constantFrom(...RECOVERIES),
  ),
  /** How a pull before the push ends; null: there is none. */
  pull: fc.option(death, { freq: 3 }),
  /** Whether the lock is committed, should the push come through. */
  commits: fc.boolean(),
  push: death,
});
export type Episode = typeof episode extends fc.Arbitrary<infer T> ? T : never;

const slugOf = (n: number): string => `page-${String(n).padStart(3, '0')}`;
const headOf = ({ draft, published }: StoredPage): string => draft ?? published ?? '';

const pathOf = (slug: string): string => `docs/v1.0/guide/${slug}.md`;

/** The one line that no platform reprints, and no other text has. */
const headingOf = (text: string): string => text.slice(0, text.indexOf('\n'));

/** What a platform re-prints, mostly like no other text: no new file is taken for a removed one. */
const textOf = (what: string): string =>
  `## ${what}\n\n* one\n* _two_\n\n${LINES.map((n) => `${what}, ${n}.`).join('\n')}\n\nThe end.  \n`;
const LINES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

export class Chain {
  /** By slug: what its file says. */
  readonly #files = new Map<string, string>();
  /** By slug: what was last written in the editor. Nothing may ever replace it. */
  readonly #edited = new Map<string, string>();
  /** By slug: what pulls brought since the last push. Only the state folder tells it was seen. */
  readonly #pulled = new Map<string, string>();
  /** The same since the lock was committed: only that lock, which clones lack, tells that. */
  readonly #uncommitted = new Map<string, string>();
  /**
   * Edits that the tool forgot, or a killed pull brought. Nobody can tell that they were seen:
   * writing over them is a conflict.
   */
  readonly #forgotten = new Map<string, string>();
  /** Slugs of removed files. */
  readonly #removed = new Set<string>();
  /** Slugs by ids. */
  readonly #seen = new Map<number, string>();
  readonly #folder: string;
  readonly #platform: TestPlatform;
  readonly #proxy: FaultProxy;
  readonly #tool: BuiltTool;
  #last = 0;

  private constructor(
    folder: string,
    to: { platform: TestPlatform; proxy: FaultProxy; tool: BuiltTool },
  ) {
    this.#folder = folder;
    this.#platform = to.platform;
    this.#proxy = to.proxy;
    this.#tool = to.tool;
  }

  static async begin(
    folder: string,
    to: { platform: TestPlatform; proxy: FaultProxy; tool: BuiltTool },
  ): Promise<Chain> {
    const chain = new Chain(folder, to);
    await writeFiles(folder, { 'docs-cli.config.yml': 'content:\n  - path: docs\n' });
    git(folder, 'init', '--quiet');
    for (let n = 1; n <= FIRST_PAGES / 2; n++) await chain.#write(slugOf(n));
    chain.#commit();
    await chain.#run(PUSH);
    for (let n = 1; n <= FIRST_PAGES; n++) await chain.#write(slugOf(n));
    chain.#commit();
    return chain;
  }

  /** How often the tool was killed. */
  async live(episode: Episode): Promise<number> {
    const { edits, adds, removes, editor, recovery, pull, commits, push } = episode;
    const kept = [...edits].map(slugOf).filter((slug) => !this.#removed.has(slug));
    for (const slug of kept) await this.#write(slug);
    const pages = this.#files.size + this.#removed.size;
    if (edits.length > 1 && adds) await this.#write(slugOf(pages + 1));
    if (removes !== null) await this.#remove(slugOf(removes));
    if (kept.length > 0 || removes !== null) this.#commit();
    if (editor !== null) await this.#edit(slugOf(editor));
    if (recovery !== 'same folder') {
      for (const [slug, edit] of this.#pulled) this.#forgotten.set(slug, edit);
      await rm(join(this.#folder, '.docs-cli'), { recursive: true, force: true });
      if (recovery === 'fresh clone') {
        for (const [slug, edit] of this.#uncommitted) this.#forgotten.set(slug, edit);
        await this.#forgetLock();
      }
    }
    let kills = 0;
    if (pull !== null && (await this.#isKilled(['pull', '--skip-conflicts', '--yes'], pull)))
      kills += 1;
    await this.#takeOver();
    // After a killed pull, a file that equals the platform is adopted; an edited one is a conflict.
    if (kills > 0) for (const [slug, edit] of this.#pulled) this.#forgotten.set(slug, edit);
    if (await this.#isKilled(PUSH, push)) return kills + 1;
    this.#pulled.clear();
    if (commits) {
      this.#commit(LOCK);
      this.#uncommitted.clear();
    }
    return kills;
  }

  /** What is wrong, one sentence each. */
  async faults(): Promise<string[]> {
    const pages = await this.#platform.admin.pages();
    const found: string[] = [];
    const bySlug = new Map<string, StoredPage>();
    for (const page of pages) {
      if (bySlug.has(page.slug)) found.push(`${page.slug} is there twice`);
      const isKnown = this.#files.has(page.slug) || this.#removed.has(page.slug);
      if (!isKnown) found.push(`${page.slug} should not be there`);
      bySlug.set(page.slug, page);
    }
    const ids = new Set<number>(pages.map(({ id }) => id));
    for (const [id, slug] of this.#seen) {
      if (ids.has(id)) continue;
      if (!this.#removed.has(slug)) found.push(`page ${id} is lost`);
      this.#seen.delete(id);
    }
    for (const { id, slug } of pages) this.#seen.set(id, slug);
    for (const [slug, text] of this.#edited) {
      const page = bySlug.get(slug);
      if (!page || !samePage(headOf(page), text)) found.push(`the edit of ${slug} is lost`);
    }
    for (const [slug, text] of this.#files) {
      if (!(await this.#read(slug)).includes(headingOf(text))) {
        found.push(`the file of ${slug} has another text`);
      }
    }
    return found;
  }

  /** What is wrong after pushes that nothing kills: also missing pages, and a lock that differs. */
  async faultsInTheEnd(): Promise<string[]> {
    const { exitCode, stderr } = await this.#finish();
    await this.#deleteNamed();
    const found = await this.faults();
    if (exitCode !== 0 && exitCode !== 7) found.push(`exit code ${exitCode}: ${stderr}`);
    const pages = new Map((await this.#platform.admin.pages()).map((page) => [page.slug, page]));
    const lock = await lockIn(this.#folder);
    const lines = new Map([...lock.pages.values()].map((line) => [line.id, line]));
    for (const [slug, text] of this.#files) {
      const page = pages.get(slug as StoredPage['slug']);
      const line = page && lines.get(page.id);
      if (!page) found.push(`${slug} was never made`);
      if (!page || this.#edited.has(slug) || this.#isForgotten(slug, page)) continue;
      // A pull made the file of a page that has a draft: it says so, and no push publishes it.
      const isDraft = (await this.#read(slug)).includes('\n---draft\n');
      if (isDraft) {
        if (!samePage(headOf(page), text)) found.push(`${slug} has another draft`);
        continue;
      }
      if (page.draft !== null) found.push(`${slug} has a draft left`);
      if (!samePage(page.published ?? '', text)) found.push(`${slug} has another text`);
      if (line?.published !== digestOf(page.published ?? ''))
        found.push(`the lock is behind ${slug}`);
    }
    let unknown = 0;
    for (const slug of this.#removed) {
      const page = pages.get(slug as StoredPage['slug']);
      const line = page && lines.get(page.id);
      if (!page || !line || this.#edited.has(slug)) continue;
      // A lock that was put back lacks what was sent last, and git is not asked before a deletion.
      const isBehind = line.published !== digestOf(page.published ?? '');
      if (isBehind || (page.draft !== null && line.draft !== digestOf(page.draft))) unknown += 1;
      else found.push(`${slug} was not deleted`);
    }
    const ids = new Set<number>([...pages.values()].map(({ id }) => id));
    for (const { id, key } of lines.values()) {
      if (!ids.has(id)) found.push(`the lock still has ${key}`);
    }
    const { applied, failed, summary } = JSON.parse((await this.#run(PUSH)).stdout) as Document;
    if (applied.length + failed.length > 0) found.push('the last run found something to do');
    if (summary.conflict > this.#edited.size + this.#forgotten.size + unknown)
      found.push('conflicts that only one side edited');
    return found;
  }

  /** A lock that was not committed proves no removal, so the command line names the pages. */
  async #deleteNamed(): Promise<void> {
    const lock = await lockIn(this.#folder);
    const keys = [...this.#removed].map((slug) => `v1.0/guide/${slug}` as PageKey);
    const left = keys.filter((key) => lock.pages.has(key));
    if (left.length > 0) await this.#run([...PUSH, ...left]);
  }

  /** The same command again finishes the job: what a slow machine answers too late fails for this time. */
  async #finish() {
    let run = await this.#run(PUSH);
    for (let again = 0; again < 2 && run.exitCode === 7; again++) run = await this.#run(PUSH);
    return run;
  }

  async #remove(slug: string): Promise<void> {
    const text = this.#files.get(slug);
    if (text === undefined) return;
    // Whoever removes a file that a pull has written has seen what was written in the editor.
    if (this.#edited.get(slug) === text) this.#edited.delete(slug);
    this.#files.delete(slug);
    this.#pulled.delete(slug);
    this.#uncommitted.delete(slug);
    this.#removed.add(slug);
    await rm(join(this.#folder, pathOf(slug)), { force: true });
  }

  /** What a pull wrote into files is theirs from now on. */
  async #takeOver(): Promise<void> {
    // A page whose line was lost is one that only the platform has.
    for (const slug of this.#removed) {
      if ((await this.#read(slug)) === '') continue;
      const page = (await this.#platform.admin.pages()).find((one) => one.slug === slug);
      this.#removed.delete(slug);
      this.#files.set(slug, page ? headOf(page) : '');
    }
    for (const [slug, edit] of this.#edited) {
      if (!(await this.#read(slug)).includes(headingOf(edit))) continue;
      this.#files.set(slug, edit);
      this.#pulled.set(slug, edit);
      this.#uncommitted.set(slug, edit);
    }
  }

  #isForgotten(slug: string, page: StoredPage): boolean {
    const edit = this.#forgotten.get(slug);
    return edit !== undefined && samePage(headOf(page), edit);
  }

  #read(slug: string): Promise<string> {
    return readFile(join(this.#folder, pathOf(slug)), 'utf8').catch(() => '');
  }

  async #write(slug: string): Promise<void> {
    // Whoever edits a file that a pull has written has seen what was written in the editor.
    if (this.#edited.get(slug) === this.#files.get(slug)) this.#edited.delete(slug);
    const text = textOf(`Text ${(this.#last += 1)} of ${slug}`);
    this.#files.set(slug, text);
    await writeFiles(this.#folder, {
      [pathOf(slug)]: `---\ntype: page\ntitle: About ${slug}\nlisted: true\n---\n\n${text}`,
    });
  }

  async #edit(slug: string): Promise<void> {
    const page = (await this.#platform.admin.pages()).find((one) => one.slug === slug);
    if (!page) return;
    const content = textOf(`Edit ${(this.#last += 1)} of ${slug}, in the browser`);
    await this.#platform.admin.editor().edit(page.id, { content });
    this.#edited.set(slug, content);
  }

  #commit(path = '.'): void {
    git(this.#folder, 'add', '--all', path === '.' ? 'docs' : path);
    git(this.#folder, 'commit', '--quiet', '--allow-empty', '--message', 'Work');
  }

  /** To what was committed last, as a clone has it. */
  async #forgetLock(): Promise<void> {
    await rm(join(this.#folder, LOCK), { force: true });
    if (git(this.#folder, 'ls-files', LOCK) !== '') git(this.#folder, 'checkout', 'HEAD', LOCK);
  }

  #run(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const { baseUrl } = this.#proxy;
    const { apiKey } = this.#platform;
    const all = ['--import', KILL_AT, this.#tool.docs, ...argv, '--timeout', '500ms'];
    return execa(process.execPath, all, {
      cwd: this.#folder,
      env: { DOCS_BASE_URL: baseUrl, DOCS_API_KEY: apiKey, ...env },
      reject: false,
    });
  }

  async #isKilled(argv: readonly string[], { at, n }: Death): Promise<boolean> {
    const run = this.#run(argv, at === 'file' ? { DOCS_KILL_AT: String(n) } : {});
    let left = at === 'file' ? Number.POSITIVE_INFINITY : n;
    this.#proxy.onPass = (what) => {
      if (what === 'request') left -= 1;
      if (left > 0 || (what === 'request') !== (at !== 'unanswered')) return true;
      run.kill('SIGKILL');
      return at === 'heard';
    };
    const { signal } = await run;
    this.#proxy.onPass = () => true;
    await this.#proxy.quiet();
    return signal === 'SIGKILL';
  }
}

interface Document {
  readonly applied: readonly unknown[];
  readonly failed: readonly unknown[];
  readonly summary: { readonly conflict: number };
}
