import { strict as assert } from 'node:assert';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOf } from '../../src/content/digest.ts';
import { newPageText, withBodies, withTitle } from '../../src/content/page/page-edit.ts';
import type { Clock } from '../../src/model/time.ts';
import type { StoredPage } from '../support/admin.ts';
import { copyFolder, type AtEnd } from '../support/folder.ts';
import { createHost, type Run } from '../support/host.ts';
import { main } from '../../src/main.ts';
import { openWorld, type World } from '../support/world.ts';
import { Clone, GUIDE, lineIn, numberIn, sharedBy, type PageText } from './clone.ts';
import {
  Edits,
  FIELDS,
  hasEdit,
  tokensIn,
  valueOf,
  type Edit,
  type EditedField,
  type State,
} from './edits.ts';
import { PAGES, type LockHabit, type Save, type Step } from './team-steps.ts';
import { Watch, type Look, type Write } from './watch.ts';

const ALL = Array.from({ length: PAGES }, (_, n) => n);
const SLOTS = 3;
const BODIES: readonly EditedField[] = ['head', 'published'];
const EDITED = ['title', 'slug', 'head'] as const;
const MARKER = /^[<=>|]{7}/m;
const LOCK = 'docs-cli.lock';
/** From the manual, "What it promises": "at most five seconds later". */
const WINDOW_MS = 5000;
/** The tool touches the lock of its run every ten seconds. Nobody waits for that. */
const HEARTBEAT_MS = 10_000;

/** A clock that only passes if somebody waits, so that much happens in one second. */
class TeamClock implements Clock {
  #ms = Date.parse('2026-01-31T12:00:00.400Z');

  now(): number {
    return this.#ms;
  }

  elapsed(): number {
    return this.#ms;
  }

  pass(ms: number): void {
    this.#ms += ms;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      if (ms !== HEARTBEAT_MS) setImmediate(resolve);
    });
    this.#ms += ms;
  }
}

/** What of a run's JSON is judged. */
interface Document {
  readonly plan: readonly {
    readonly kind: string;
    readonly key: string | null;
    readonly from?: string | null;
    readonly to?: string;
    readonly fields?: readonly string[];
    readonly overrides?: readonly string[];
    readonly taken?: boolean;
    readonly newFile?: boolean;
    readonly merge?: string;
  }[];
  readonly applied: readonly { readonly kind: string; readonly key: string }[];
  readonly failed: readonly { readonly key: string }[];
  readonly looked: 'all' | 'written' | 'dates';
}

/** What happened that the product promises nothing about, or tells. */
export interface Tally {
  runs: number;
  saves: number;
  /** Edits that were overwritten within five seconds of the last look. */
  overwritten: number;
  /** Texts that the product took for an earlier push, as the manual says. */
  takenForOurs: number;
  /** Texts that nobody can tell from a former push: the same second, or the same text published. */
  sameAsPushed: number;
  /** Texts that were published although they were saved after the last look; a failure says so. */
  publishedAndTold: number;
  /** New pages of files whose pages nobody can know any more. */
  madeAnew: number;
}

export const newTally = (): Tally => ({
  runs: 0,
  saves: 0,
  overwritten: 0,
  takenForOurs: 0,
  sameAsPushed: 0,
  publishedAndTold: 0,
  madeAnew: 0,
});

/** An edit that a write replaced, or that a write showed to readers. */
interface Suspect {
  readonly edit: Edit;
  readonly write: Write;
}

/** A person was asked which text of a page is right. */
interface Choice {
  readonly page: number;
  /** What was looked at when they were asked. */
  readonly turn: number;
  /** The output if they chose the file. */
  readonly isFile: RegExp;
}

interface Running {
  readonly clone: Clone;
  readonly argv: readonly string[];
  readonly lock: string;
  readonly since: number;
  readonly replaced: Suspect[];
  /** What readers see, under a draft that the run saved. */
  readonly covered: Suspect[];
  readonly shown: Suspect[];
  /** By page: what was looked at when the person was asked about it. */
  readonly asked: Map<number, number>;
  readonly choices: Choice[];
  /** By page: what the run's first write found. */
  readonly first: Map<number, StoredPage>;
}

const FILES = /pages: which text is right\? the files, for all of them/;
const fileOf = (n: number): RegExp =>
  new RegExp(String.raw`page-${n}\S*: which is right\? the file`);

const idle = (): Promise<void> => Promise.resolve();

/** Two people with a clone each, editors and a pipeline, and the model of what must not happen. */
export class Team {
  readonly #world: World;
  readonly #clock: TeamClock;
  readonly #watch: Watch;
  readonly #tally: Tally;
  readonly #edits = new Edits();
  readonly #clones: Clone[] = [];
  /** The page's bodies, wherever they were, oldest first. */
  readonly #bodies = ALL.map((): string[] => []);
  readonly #titles = ALL.map((): string[] => []);
  /** What a line of a lock stands for, by its text: what was on the platform and known here. */
  readonly #shared = new Map<string, Partial<Record<EditedField, string>>>();
  /** Lines that say what the tool wrote last, by page. */
  readonly #pushed = ALL.map(() => new Set<string>());
  readonly #kept = new Set<string>();
  /** Bodies that the tool wrote into files from drafts that nobody has accepted. */
  readonly #unread = new Set<string>();
  /** Those that somebody committed without the lock that says so. */
  readonly #committedAlone = new Set<string>();
  /** Pages that are on the platform. */
  readonly #there = new Set<number>();
  #cache: string | undefined;
  /** A page has become two, as promised: nothing more can be said of it by its number. */
  #isOver = false;
  #running: Running | undefined;
  #last = 0;

  private constructor(world: World, clock: TeamClock, watch: Watch, tally: Tally) {
    this.#world = world;
    this.#clock = clock;
    this.#watch = watch;
    this.#tally = tally;
    watch.onWrite = (write) => this.#judge(write);
  }

  /** The first two pages are published, and both people have them; the others are yet to be made. */
  static async open(habit: LockHabit, tally: Tally, atEnd: AtEnd): Promise<Team> {
    const clock = new TeamClock();
    const watch = new Watch();
    const ignored = habit === 'ignored' ? `.docs-cli/\n${LOCK}\n` : '.docs-cli/\n';
    const world = await openWorld(
      { '.gitignore': ignored, [`${GUIDE}/_nav.yaml`]: 'items: []\n' },
      { rateLimits: false, clock, inFront: watch.inFront },
      atEnd,
    );
    watch.watch({ pages: () => world.platform.admin.pages(), now: () => clock.now() });
    const team = new Team(world, clock, watch, tally);
    atEnd(() => team.#close());
    await team.#start();
    return team;
  }

  async #start(): Promise<void> {
    const first = new Clone(this.#world.folder);
    this.#clones.push(first);
    first.git('init', '--quiet', '--initial-branch=main', '--template=');
    for (const n of [0, 1]) this.#editFile(first, n, 0);
    this.#commit(first, true);
    await this.#run(first, ['push', '--publish'], []);
    this.#commit(first, true);
    const second = await mkdtemp(join(tmpdir(), 'docs-team-'));
    first.git('clone', '--quiet', '.', second);
    this.#clones.push(new Clone(second));
    this.#clock.pass(3_000);
  }

  /** Gives back what the world does not know of. */
  async #close(): Promise<void> {
    for (const { folder } of this.#clones.slice(1)) await rm(folder, { recursive: true });
    if (this.#cache !== undefined) await rm(this.#cache, { recursive: true });
  }

  async take(step: Step): Promise<void> {
    if (this.#isOver) return;
    if (step.do === 'save') return this.#save(step.save);
    if (step.do === 'wait') return this.#clock.pass(step.ms);
    if (step.do === 'pipeline') return this.#pipeline(step);
    const clone = this.#clones[step.on];
    if (!clone) return;
    if (step.do === 'ship') return this.#ship(clone, step);
    if (step.do === 'run') {
      for (let again = 0; again < step.times; again += 1)
        await this.#run(clone, step.argv, again === 0 ? step.saves : []);
      return;
    }
    if (step.do === 'answer') return this.#answer(clone, step);
    this.#act(clone, step);
  }

  /** The same command, until it finds nothing to do but what a person has to decide. */
  async settle(argv: readonly string[]): Promise<void> {
    const [first] = this.#clones;
    if (!first) return;
    this.#resolveMarkers(first);
    for (let again = 1; again <= 3; again += 1) await this.#run(first, argv, []);
    const document = await this.#run(first, argv, []);
    const { applied, failed, plan } = document ?? { applied: [], failed: [], plan: [] };
    assert.deepEqual({ applied, failed }, { applied: [], failed: [] }, JSON.stringify(plan));
  }

  /** The platform's texts come into the files; then there is nothing to do. */
  async end(): Promise<void> {
    const [first] = this.#clones;
    if (!first) return;
    this.#resolveMarkers(first);
    for (let again = 1; again <= 3; again += 1)
      await this.#run(first, ['sync', '--pull', '--theirs', '--publish'], []);
    const document = await this.#run(first, ['push'], []);
    if (this.#isOver) return;
    assert.deepEqual(document?.applied ?? [], [], JSON.stringify(document?.plan));
    for (const [n, page] of await this.#pages()) {
      const file = first.page(n);
      if (file && page) assertSame(file, page, `page ${n} differs in the end`);
    }
  }

  // People.

  async #ship(clone: Clone, step: Extract<Step, { do: 'ship' }>): Promise<void> {
    const { page, slot, commits, lock } = step;
    this.#editFile(clone, page, slot);
    if (commits === 'before' || commits === 'both') this.#commit(clone, lock);
    await this.#run(clone, ['push', '--publish'], []);
    if (commits === 'after' || commits === 'both') this.#commit(clone, lock);
    this.#clock.pass(6_000);
  }

  #act(
    clone: Clone,
    step: Exclude<Step, { do: 'run' | 'answer' | 'ship' | 'pipeline' | 'save' | 'wait' }>,
  ) {
    switch (step.do) {
      case 'edit':
        return this.#editFile(clone, step.page, step.slot);
      case 'retitle':
        return this.#retitleFile(clone, step.page);
      case 'rename':
        return this.#renameFile(clone, step.page, step.isCommitted);
      case 'remove':
        return this.#removeFile(clone, step.page);
      case 'begin a draft':
        return this.#beginDraft(clone, step.page, step.slot);
      case 'commit':
        return this.#commit(clone, step.lock);
      case 'take back':
        return this.#throughGit(clone, () => {
          const file = clone.page(step.page);
          if (file) clone.git('checkout', '--quiet', '--', file.path);
        });
      case 'old file':
        return this.#throughGit(clone, () => {
          const file = clone.page(step.page);
          if (file) clone.git('checkout', '--quiet', 'HEAD~1', '--', file.path);
        });
      case 'old lock':
        return this.#throughGit(
          clone,
          () => void clone.git('checkout', '--quiet', 'HEAD~1', '--', LOCK),
        );
      case 'revert':
        return this.#throughGit(clone, () => {
          // Without its first commit a repository has no folder of pages any more.
          if (!clone.git('rev-parse', '--quiet', '--verify', `HEAD~${step.back + 1}`)) return;
          if (clone.git('revert', '--no-edit', `HEAD~${step.back}`)) return;
          clone.git('revert', '--abort');
        });
      case 'reset':
        return this.#throughGit(
          clone,
          () => void clone.git('reset', '--quiet', '--hard', 'HEAD~1'),
        );
      case 'switch':
        return this.#throughGit(clone, () => {
          if (clone.git('checkout', '--quiet', '-b', 'side')) return;
          if (!clone.git('checkout', '--quiet', 'main')) return;
          clone.git('branch', '--quiet', '-m', 'side', `side-${(this.#last += 1)}`);
        });
      case 'merge':
        return this.#throughGit(clone, () => {
          if (!clone.git('merge', '--quiet', '--no-edit', '-')) clone.git('merge', '--abort');
        });
      case 'fetch':
        return this.#throughGit(clone, () => {
          const other = this.#clones.find((one) => one !== clone && this.#clones.includes(one));
          if (!other) return;
          const from = ['--quiet', '--no-edit', '--no-rebase', other.folder, 'HEAD'];
          if (!clone.git('pull', ...from)) clone.git('merge', '--abort');
        });
      default:
        return step satisfies never;
    }
  }

  #editFile(clone: Clone, n: number, slot: number): void {
    const file = clone.page(n);
    if (!file) {
      // Whose file is gone, and whose page is not, has other things to do than to write a second one.
      if (this.#there.has(n)) return;
      const title = `Page ${n} ${this.#token()}`;
      const text = newPageText(
        { type: 'page', title },
        { draft: null, published: this.#newBody() },
      );
      mkdirSync(join(clone.folder, GUIDE), { recursive: true });
      writeFileSync(join(clone.folder, GUIDE, `page-${n}.md`), text);
    } else {
      this.#seeFile(clone, n);
      const body = edited(file.draft ?? file.published ?? '', slot, this.#paragraph(slot));
      const bodies =
        file.draft === null ? { draft: null, published: body } : { ...file, draft: body };
      this.#write(clone, file, withBodies(file.text, bodies));
      // Whoever edits a text has read it, with what editors wrote around, also between marks of a merge.
      this.#edits.accept(n, file.draft ?? file.published ?? '');
      for (const edit of this.#edits.all)
        if (edit.page === n && edit.field === 'head' && hasEdit(file, edit)) edit.isAccepted = true;
    }
    this.#remember(n, clone.page(n));
  }

  #retitleFile(clone: Clone, n: number): void {
    const file = clone.page(n);
    if (!file) return;
    this.#seeFile(clone, n);
    this.#write(clone, file, withTitle(file.text, `About ${this.#token()}`));
    this.#remember(n, clone.page(n));
  }

  #renameFile(clone: Clone, n: number, isCommitted: boolean): void {
    const file = clone.page(n);
    if (!file) return;
    this.#seeFile(clone, n);
    const to = `${GUIDE}/page-${n}-${this.#token()}.md`;
    clone.git('add', file.path);
    if (!isCommitted) return void clone.git('mv', file.path, to);
    // Alone: nothing tells a move with edits from a new page whose words are another's.
    clone.git('commit', '--quiet', '--allow-empty', '-m', 'Before the move', '--', file.path);
    if (clone.git('mv', file.path, to))
      clone.git('commit', '--quiet', '-m', 'Move', '--', file.path, to);
  }

  #removeFile(clone: Clone, n: number): void {
    const file = clone.page(n);
    if (!file) return;
    this.#seeFile(clone, n);
    rmSync(join(clone.folder, file.path));
  }

  /** What the file has now becomes what readers see; above it a draft begins. */
  #beginDraft(clone: Clone, n: number, slot: number): void {
    const file = clone.page(n);
    if (!file || file.draft !== null || file.published === null) return;
    if (MARKER.test(file.published)) return;
    this.#seeFile(clone, n);
    const draft = edited(file.published, slot, this.#paragraph(slot));
    this.#write(clone, file, withBodies(file.text, { draft, published: file.published }));
    // Not one that the tool wrote: its words are still another's.
    if (!this.#unread.has(file.published.trim())) this.#edits.accept(n, file.published);
    this.#remember(n, clone.page(n));
  }

  #commit(clone: Clone, lock: boolean): void {
    for (const n of ALL) {
      this.#seeFile(clone, n);
      const body = valueOf(clone.page(n), 'head');
      if (!lock && this.#unread.has(body)) this.#committedAlone.add(body);
    }
    clone.git('add', '--all', ...(lock ? ['.'] : ['docs']));
    clone.git('commit', '--quiet', '--allow-empty', '-m', `Commit ${(this.#last += 1)}`);
  }

  /** Git changes files: what it takes away was committed, or is thrown away unseen. */
  #throughGit(clone: Clone, work: () => void): void {
    const before = ALL.map((n) => clone.page(n));
    work();
    for (const n of ALL) {
      const file = clone.page(n);
      if (!file || file.text === before[n]?.text) continue;
      const body = valueOf(file, 'head');
      if (body !== valueOf(before[n], 'head') && !this.#unread.has(body))
        this.#edits.accept(n, body);
    }
  }

  /** A person is at work on the file: what it has of editors' edits is seen. */
  #seeFile(clone: Clone, n: number): void {
    const file = clone.page(n);
    for (const edit of this.#edits.all)
      if (edit.page === n && !edit.isSeen && hasEdit(file, edit)) edit.isSeen = true;
  }

  #resolveMarkers(clone: Clone): void {
    for (const n of ALL) {
      const file = clone.page(n);
      if (file && MARKER.test(valueOf(file, 'head'))) this.#editFile(clone, n, 0);
    }
  }

  #write(clone: Clone, { path }: PageText, text: string): void {
    writeFileSync(join(clone.folder, path), text);
  }

  // Editors.

  async #save(save: Save): Promise<void> {
    return this.#watch.alone(() => this.#saveNow(save));
  }

  async #saveNow(save: Save): Promise<void> {
    const n = save.page;
    const before = await this.#page(n);
    if (!before) return;
    this.#tally.saves += 1;
    await this.#saveAs(save, before);
    const after = await this.#page(n);
    if (!after) return;
    const made = this.#edits.edited(n, this.#watch.next(), { before, after });
    this.#remember(n, after);
    // Somebody here wants the same: nothing of it can be lost by what they do next.
    for (const edit of made)
      for (const clone of this.#clones) {
        const file = clone.page(n);
        const isOwn = !this.#unread.has(valueOf(file, 'head'));
        if (!isOwn) continue;
        // What a file lets readers see is a person's text, also below a draft.
        const isShown = valueOf(file, 'published') === edit.value && !this.#unread.has(edit.value);
        if (hasEdit(file, edit) || (edit.field === 'head' && isShown)) edit.isAccepted = true;
        for (const token of tokensIn(valueOf(file, 'head'))) edit.known.add(token);
      }
  }

  async #saveAs(save: Save, page: StoredPage): Promise<void> {
    const editor = this.#world.platform.admin.editor();
    const { id } = page;
    switch (save.does) {
      case 'body': {
        const content = edited(valueOf(page, 'head'), save.slot, this.#paragraph(save.slot));
        return editor.edit(id, { content });
      }
      case 'title':
        return editor.edit(id, { title: `About ${this.#token()}` });
      case 'old title': {
        const title = this.#titles[save.page]?.at(-1 - save.back);
        return title === undefined ? undefined : editor.edit(id, { title });
      }
      case 'slug':
        return editor.edit(id, { slug: `page-${save.page}-${this.#token()}` });
      case 'publish':
        return editor.publish(id);
      case 'discard':
        return page.draft === null || page.published === null ? undefined : editor.discard(id);
      case 'clear':
        return editor.edit(id, { content: '' });
      case 'copy': {
        const content = this.#bodies[save.from]?.at(-1 - save.back);
        return content === undefined ? undefined : editor.edit(id, { content });
      }
      default:
        return save satisfies never;
    }
  }

  // The tool.

  async #pipeline(step: Extract<Step, { do: 'pipeline' }>): Promise<void> {
    const [first] = this.#clones;
    if (!first) return;
    const folder = await mkdtemp(join(tmpdir(), 'docs-pipeline-'));
    try {
      const depth = step.depth === 'shallow' ? ['--depth', '1'] : [];
      first.git('clone', '--quiet', ...depth, `file://${first.folder}`, folder);
      const clone = new Clone(folder);
      if (step.behind > 0) clone.git('reset', '--quiet', '--hard', `HEAD~${step.behind}`);
      if (step.lock === 'none') rmSync(join(folder, LOCK), { force: true });
      if (step.lock === 'cached' && this.#cache !== undefined) copyFolder(this.#cache, folder);
      await this.#run(clone, step.argv, step.saves, { CI: 'true' });
      if (step.lock !== 'cached') return;
      this.#cache ??= await mkdtemp(join(tmpdir(), 'docs-cache-'));
      if (clone.lock !== '') writeFileSync(join(this.#cache, LOCK), clone.lock);
      if (existsSync(join(folder, '.docs-cli')))
        copyFolder(join(folder, '.docs-cli'), join(this.#cache, '.docs-cli'));
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  /** A run in which nobody is asked, and all that must be true after it. */
  async #run(
    clone: Clone,
    given: readonly string[],
    saves: readonly { readonly at: number; readonly save: Save }[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Document | undefined> {
    if (this.#isOver) return undefined;
    const argv = await this.#argv(clone, given);
    const running = this.#begin(clone, argv);
    this.#watch.onRequest = async (request) => {
      for (const each of saves) if (each.at === request) await this.#saveNow(each.save);
    };
    const looks = ['status', 'diff'].includes(argv[0] ?? '') ? [] : ['--yes'];
    const host = { cwd: clone.folder, env, clock: this.#clock };
    const before = ALL.map((n) => clone.page(n));
    const run = await this.#world.runAs(host, ...argv, ...looks, '--json');
    this.#watch.onRequest = idle;
    const document = run.stdout.startsWith('{') ? (JSON.parse(run.stdout) as Document) : undefined;
    const isSync = argv[0] !== 'page' && document?.plan !== undefined;
    await this.#finish(running, { run, before, document: isSync ? document : undefined });
    return isSync ? document : undefined;
  }

  /** A run on a terminal: each question is answered after editors have had their time. */
  async #answer(clone: Clone, step: Extract<Step, { do: 'answer' }>): Promise<void> {
    const argv = await this.#argv(clone, step.argv);
    const running = this.#begin(clone, argv);
    const before = ALL.map((n) => clone.page(n));
    const { platform } = this.#world;
    const env = { DOCS_BASE_URL: platform.baseUrl, DOCS_API_KEY: platform.apiKey };
    const { host, stdout, stderr } = createHost({
      cwd: clone.folder,
      env,
      terminal: true,
      answers: [],
      clock: this.#clock,
    });
    let questions = 0;
    let isAsking = false;
    const ask = async (question: string): Promise<void> => {
      isAsking = true;
      const keys = step.answers[questions] ?? 0;
      questions += 1;
      for (const { at, save } of step.saves) if (at === questions) await this.#save(save);
      // One question for all pages without a base, which are listed above it.
      const [, strangers = ''] = /no common base is known\n((?: +! .*\n)+)/.exec(stderr()) ?? [];
      const isForAll = question.includes('pages: which');
      for (const n of ALL) {
        const turn = this.#lookOf(n)?.turn ?? 0;
        if (!question.includes('which')) running.asked.set(n, turn);
        else if ((isForAll ? strangers : question).includes(`page-${n}`))
          running.choices.push({ page: n, turn, isFile: isForAll ? FILES : fileOf(n) });
      }
      if (/which/.test(question)) for (let up = 0; up < keys; up += 1) await press('\u001B[A');
      else await press('y');
      isAsking = false;
      await press('\r');
    };
    const press = (key: string): Promise<void> =>
      new Promise((resolve) => {
        setImmediate(() => {
          (host.stdin as unknown as { push(key: string): void }).push(key);
          setImmediate(resolve);
        });
      });
    host.stderr.on('data', (chunk: Buffer) => {
      // A long question has several lines.
      const [question] =
        /\? \S[^]*?(?:which\s+(?:text\s+)?is\s+right\?|\(y\/N)/.exec(chunk.toString()) ?? [];
      if (question !== undefined && !isAsking) void ask(question);
    });
    const exitCode = await main(argv, host);
    const run = { exitCode, stdout: stdout(), stderr: stderr() };
    await this.#finish(running, { run, before, document: undefined });
  }

  async #argv(clone: Clone, argv: readonly string[]): Promise<readonly string[]> {
    const pages = new Map(await this.#pages());
    return argv.map((word) => {
      const n = Number(word.at(-1));
      const file = clone.page(n)?.path ?? `${GUIDE}/page-${n}.md`;
      if (word.startsWith('@file')) return file;
      return word.startsWith('@key') ? `v1.0/guide/${pages.get(n)?.slug ?? `page-${n}`}` : word;
    });
  }

  #begin(clone: Clone, argv: readonly string[]): Running {
    this.#tally.runs += 1;
    this.#watch.beginRun();
    const suspects = { replaced: [], covered: [], shown: [] };
    const common = { ...suspects, asked: new Map(), choices: [], first: new Map() };
    this.#running = { clone, argv, lock: clone.lock, since: this.#watch.next(), ...common };
    return this.#running;
  }

  #lookOf(n: number): Look | undefined {
    const looks = [...this.#watch.looks.values()];
    return looks.findLast(({ page }) => page && numberIn(page.slug) === n);
  }

  /** What a write of the tool made of what was there. */
  async #judge(write: Write): Promise<void> {
    const running = this.#running;
    const { before, after, kind } = write;
    const n = numberIn((after ?? before)?.slug ?? '');
    if (!running || Number.isNaN(n)) return;
    if (before && !running.first.has(n)) running.first.set(n, before);
    const file = running.clone.page(n);
    if (kind === 'create' && after && (await this.#isMadeAnew(running, n, after))) {
      this.#tally.madeAnew += 1;
      this.#isOver = true;
    }
    if (kind === 'publish' && before && after && before.published !== after.published) {
      const unaccepted = this.#edits.unaccepted(n, after.published ?? '');
      // Whoever saved all of the text last has saved what it has of earlier edits, too.
      const last = unaccepted.find((edit) => edit === this.#edits.ownerOf(n, 'head'));
      for (const edit of last ? [last] : unaccepted) running.shown.push({ edit, write });
    }
    for (const edit of this.#edits.covered(n, before, after)) running.covered.push({ edit, write });
    for (const edit of this.#edits.written(n, before, after)) {
      // A draft of the file goes over the text that the same file lets readers see: both are there.
      const isBelow = valueOf(after, 'published') === edit.value;
      const isKept = hasEdit(file, edit) || (edit.field === 'head' && isBelow);
      if (!edit.isSeen && !isKept) running.replaced.push({ edit, write });
    }
    this.#pushed[n]?.clear();
    if (after) this.#there.add(n);
    else this.#there.delete(n);
    if (after) this.#remember(n, after);
  }

  async #finish(
    running: Running,
    {
      run,
      before,
      document,
    }: {
      run: Run;
      before: readonly (PageText | undefined)[];
      document: Document | undefined;
    },
  ): Promise<void> {
    const { clone, argv } = running;
    const { exitCode, stderr } = run;
    const plan = document ? `${JSON.stringify(document.plan)}\n` : run.stdout;
    const what = `docs ${argv.join(' ')} ended with ${exitCode}: ${plan}${stderr}`;
    assert.ok([0, 1, 2, 3, 4, 5, 6, 7, 8].includes(exitCode), what);
    this.#keep(clone, run);
    this.#noteFiles(running, before);
    this.#noteMerges(running, run, document);
    const isMerged = ({ edit }: Suspect): boolean =>
      edit.common.size > 0 && hasEdit(clone.page(edit.page), edit);
    const isAdmitted = (one: Suspect): boolean => this.#isAdmitted(one, running, run, document);
    const lost = running.replaced.filter(
      (one) => !this.#isTooLate(one) && !isAdmitted(one) && !isMerged(one),
    );
    assert.deepEqual(lost.map(told), [], `edits that were replaced unseen. ${what}`);
    // The text is replaced for the files, and with the draft for readers, too.
    for (const one of running.covered) if (isAdmitted(one)) one.edit.isSeen = true;
    const shown = running.shown.filter((one) => !this.#isAgreed(one, running, run, document));
    assert.deepEqual(shown.map(told), [], `texts that were published unseen. ${what}`);
    // Each was agreed to, or told.
    for (const { edit } of running.shown) edit.isAccepted = true;
    this.#running = undefined;
    if (this.#isOver) return;
    await this.#checkTwins(running, run);
    if (this.#isOver) return;
    await this.#noteLines(running);
    if (document) await this.#checkSaid(running, document, exitCode, what);
  }

  /** Texts that the tool kept, and named, because it could not do what it was to do with them. */
  #keep(clone: Clone, { stdout, stderr }: Run): void {
    const folder = join(clone.folder, '.docs-cli/objects');
    // A merge names those that are now in the file.
    if (!existsSync(folder) || (stdout + stderr).includes('between conflict markers')) return;
    const output = stdout + stderr;
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!output.includes(name.slice(name.lastIndexOf('/') + 1))) continue;
      const path = join(folder, name);
      if (/[\w-]{43}$/.test(name)) this.#kept.add(readFileSync(path, 'utf8').trim());
    }
  }

  /** What the tool wrote into files, of drafts that nobody has accepted. */
  #noteFiles({ clone }: Running, before: readonly (PageText | undefined)[]): void {
    for (const n of ALL) {
      const body = valueOf(clone.page(n), 'head');
      if (body === valueOf(before[n], 'head')) continue;
      this.#remember(n, clone.page(n));
      if (this.#edits.unaccepted(n, body).length > 0) this.#unread.add(body);
    }
  }

  /**
   * From the manual, "What it promises": "The side that changed wins." Words that an editor put back
   * as both sides last had them are not a change, and a merge keeps the file's words instead.
   */
  #noteMerges(
    { lock, since, replaced }: Running,
    { stderr }: Run,
    document: Document | undefined,
  ): void {
    for (const [id, { page }] of this.#watch.looks) {
      const n = numberIn(page?.slug ?? '');
      const isMerged =
        document?.plan.some(({ key, merge }) => merge && numberIn(key ?? '') === n) ??
        new RegExp(String.raw`page-${n}\S*: which is right\? both`).test(stderr);
      const line = lineIn(lock, id);
      if (!isMerged || line === undefined) continue;
      const common = tokensIn(this.#shared.get(line)?.head);
      const owners = BODIES.map((field) => this.#edits.ownerOf(n, field));
      for (const edit of [...replaced.map((one) => one.edit), ...owners])
        if (edit?.page === n && BODIES.includes(edit.field) && edit.turn < since)
          for (const token of common) edit.common.add(token);
    }
  }

  /** Whether the edit was saved after the last look, and the write was sent in time. */
  #isTooLate({ edit, write }: Suspect): boolean {
    const isTooLate = edit.turn > (write.look?.turn ?? 0) && write.ageMs <= WINDOW_MS;
    if (isTooLate) this.#tally.overwritten += 1;
    return isTooLate;
  }

  /** Whether the product may have replaced the edit, as it promises. */
  #isAdmitted(
    suspect: Suspect,
    running: Running,
    { stderr }: Run,
    document: Document | undefined,
  ): boolean {
    const { edit, write } = suspect;
    const { clone, lock, choices, first } = running;
    const { page: n, field, turn, value } = edit;
    // The draft that a person lets readers see takes the place of what they saw.
    if (field === 'published' && write.kind === 'publish' && isConsented(suspect, running, stderr))
      return true;
    const looked = write.look?.turn ?? 0;
    const line = lineIn(lock, write.id);
    const shared = line === undefined ? undefined : this.#shared.get(line);
    if (shared?.[field] === value) return true;
    // Somebody only published what both sides had.
    if (field === 'published' && shared?.head === value) return true;
    if (this.#kept.has(value) && value !== '') return true;
    const part = field === 'head' || field === 'published' ? 'body' : field;
    const overrides = (document?.plan ?? []).some(
      (change) => numberIn(change.key ?? '') === n && change.overrides?.includes(part),
    );
    if (overrides && turn < looked) return true;
    const isOwn = (one: Choice): boolean => one.page === n && turn < one.turn;
    if (choices.some((one) => isOwn(one) && one.isFile.test(stderr))) return true;
    if (clone.takesForOurs(edit, line)) {
      this.#tally.takenForOurs += 1;
      return true;
    }
    const page = first.get(n);
    if (page && clone.wasPushed(page, line)) {
      this.#tally.sameAsPushed += 1;
      return true;
    }
    return false;
  }

  /** Whether a person agreed to show the text, or is told that it was shown. */
  #isAgreed(
    suspect: Suspect,
    running: Running,
    { exitCode, stderr }: Run,
    document: Document | undefined,
  ): boolean {
    const { edit, write } = suspect;
    const { page: n, turn } = edit;
    const looked = write.look?.turn ?? 0;
    if (isConsented(suspect, running, stderr)) return true;
    // "Only the lock file knows which texts those are. If it is lost, or set back to before the pull,
    // the file's text counts as yours."
    const line = lineIn(running.lock, write.id);
    if (line === undefined) return true;
    if (this.#committedAlone.has(edit.value) && !line.includes('"foreignDraft":')) return true;
    if (turn < looked || exitCode === 0) return false;
    this.#tally.publishedAndTold += 1;
    return (document?.failed ?? [{ key: `page-${n}` }]).some(({ key }) => numberIn(key) === n);
  }

  /** What the lines of the lock stand for. */
  async #noteLines({ clone, lock }: Running): Promise<void> {
    const after = clone.lock;
    for (const [id, { page }] of this.#watch.looks) {
      const line = lineIn(after, id);
      if (!page || line === undefined) continue;
      const n = numberIn(page.slug);
      // One with another text, title or slug is of a page that somebody else's push has changed since.
      const { head, title, slug } = sharedBy(line);
      const isSame = title === page.title && slug === page.slug;
      const isWhole = isSame && head === digestOf(valueOf(page, 'head'));
      if (line !== lineIn(lock, id) && isWhole) this.#pushed[n]?.add(line);
      if (this.#shared.has(line)) continue;
      const file = clone.page(n);
      this.#checkShared(clone, n, line, lineIn(lock, id));
      const known = FIELDS.filter((field) => {
        const owner = this.#edits.ownerOf(n, field);
        return !owner || owner.isSeen || hasEdit(file, owner);
      });
      this.#shared.set(
        line,
        Object.fromEntries(known.map((field) => [field, valueOf(page, field)])),
      );
    }
  }

  /** The lock has as shared only what a person has. */
  #checkShared(clone: Clone, n: number, line: string, before: string | undefined): void {
    const isNew = (shared: ReturnType<typeof sharedBy>, field: 'head' | 'title'): boolean =>
      shared[field] !== (before === undefined ? undefined : sharedBy(before)[field]);
    const shared = sharedBy(line);
    for (const field of ['head', 'title'] as const) {
      const owner = this.#edits.ownerOf(n, field);
      if (!owner || owner.isSeen || hasEdit(clone.page(n), owner) || !isNew(shared, field))
        continue;
      const value = field === 'head' ? digestOf(owner.value) : owner.value;
      assert.notEqual(
        shared[field],
        value,
        `the lock has the ${field} of page ${n}, which no file has`,
      );
    }
  }

  /**
   * Whether the new page is of a file that has a page already, and nothing tells so: no line of the
   * lock names that page, no commit has a file of its slug, and its title and texts are others.
   */
  async #isMadeAnew({ clone, lock }: Running, n: number, made: StoredPage): Promise<boolean> {
    const file = clone.page(n);
    const all = await this.#world.platform.admin.pages();
    const others = all.filter(({ id, slug }) => id !== made.id && numberIn(slug) === n);
    const texts = new Set([file?.draft, file?.published]);
    const isKnown = (page: StoredPage): boolean =>
      lineIn(lock, page.id) !== undefined ||
      page.title === file?.title ||
      [page.draft, page.published].some((text) => text !== null && texts.has(text)) ||
      clone.hasCommittedFile(page.slug);
    return others.length > 0 && !others.some(isKnown);
  }

  async #checkTwins(running: Running, run: Run): Promise<void> {
    const pages = await this.#world.platform.admin.pages();
    const numbers = pages.map(({ slug }) => numberIn(slug));
    const twins = numbers.filter((n, index) => numbers.indexOf(n) !== index);
    const told = twins.filter((n) => this.#isFiledTwice(running, run, n, pages));
    assert.deepEqual(twins, told, 'pages that are on the platform twice');
    if (told.length === 0) return;
    this.#tally.madeAnew += 1;
    this.#isOver = true;
  }

  /**
   * Whether the page became two as promised: "A page is created twice if the tool has no lock line
   * for it […] or its file is in the folder under its former name, too. The plan warns of two files
   * with the same title and text."
   */
  #isFiledTwice(
    { clone, lock }: Running,
    { stdout, stderr }: Run,
    n: number,
    pages: readonly StoredPage[],
  ): boolean {
    const files = clone.files(n);
    const said = `${stdout}${stderr}`.replaceAll(/\s+/g, ' ');
    const all = pages.filter(({ slug }) => numberIn(slug) === n);
    return (
      all.every(({ slug }) => files.some((file) => file.slug === slug)) &&
      all.every(({ id }) => !lineIn(lock, id)?.includes('"formerStates":')) &&
      files.some(({ path }) => said.includes(`${path} has the title and the text of `))
    );
  }

  /** Nothing that differs goes unsaid, and what was pushed here is never called an editor's. */
  async #checkSaid(
    { clone, argv, since }: Running,
    { plan, looked }: Document,
    exitCode: number,
    what: string,
  ): Promise<void> {
    const isWhole = argv.every((word) => !word.includes('/'));
    // Dates have whole seconds: a run that does not read such a page says so.
    const isUnread = (id: number): boolean =>
      looked !== 'all' && lineIn(clone.lock, id)?.includes('"racy":true') === true;
    for (const [n, page] of await this.#pages()) {
      const file = clone.page(n);
      const isMoving = this.#edits.all.some((one) => one.page === n && one.turn > since);
      if (!page || !file || isMoving) continue;
      const rows = plan.filter(({ key, from, to, kind }) => {
        const isOf = [key, from, to].some((name) => numberIn(name ?? '') === n);
        return isOf && kind !== 'unchanged' && kind !== 'adopt';
      });
      if (rows.length === 0 && exitCode === 0 && isWhole && !isUnread(page.id))
        assertSame(file, page, `page ${n} differs, and nothing is said. ${what}`);
      const pull = rows.find(
        ({ kind, taken, overrides }) => kind === 'pull' && !taken && !overrides,
      );
      // A publication alone is not an edit: what was pushed is still there.
      if (!pull || EDITED.some((field) => this.#edits.ownerOf(n, field))) continue;
      // A file that somebody removed has nothing newer: a pull writes it again (move-and-delete.md).
      if (pull.newFile) continue;
      // That readers see a file's draft now is news for the file, and sends nothing.
      if (file.draft !== null && valueOf(page, 'published') === valueOf(file, 'head')) continue;
      const lines = this.#pushed[n] ?? new Set();
      assert.ok(
        lines.size === 0 || !clone.hasCommitted(lines),
        `page ${n} is as it was pushed from here, and its newer file is not sent. ${what}`,
      );
    }
  }

  // Texts.

  #remember(n: number, state: State | undefined): void {
    const body = valueOf(state, 'head');
    const bodies = this.#bodies[n];
    if (body !== '' && bodies?.at(-1) !== body) bodies?.push(body);
    const titles = this.#titles[n];
    if (state && titles?.at(-1) !== state.title) titles?.push(state.title);
  }

  async #pages(): Promise<readonly (readonly [number, StoredPage | undefined])[]> {
    const pages = await this.#world.platform.admin.pages();
    return ALL.map((n) => [n, pages.find(({ slug }) => numberIn(slug) === n)]);
  }

  async #page(n: number): Promise<StoredPage | undefined> {
    return new Map(await this.#pages()).get(n);
  }

  #newBody(): string {
    return Array.from({ length: SLOTS }, (_, slot) => this.#paragraph(slot)).join('\n\n');
  }

  #paragraph(slot: number): string {
    return `Slot ${slot} holds ${this.#token()}.`;
  }

  #token(): string {
    this.#last += 1;
    return `token-${this.#last}-end`;
  }
}

/** The body with another paragraph in this slot. Whoever finds marks of a merge removes them. */
function edited(body: string, slot: number, paragraph: string): string {
  const paragraphs = body
    .split('\n\n')
    .filter((part) => !MARKER.test(part) && part.trim() !== '' && tokensIn(part).size > 0);
  if (paragraphs.length <= slot) return [...paragraphs, paragraph].join('\n\n');
  return paragraphs.with(slot, paragraph).join('\n\n');
}

function assertSame(file: State, page: State, message: string): void {
  const parts = ({ title, slug, ...state }: State) => ({
    title,
    slug,
    head: valueOf({ title, slug, ...state }, 'head'),
  });
  assert.deepEqual(parts(file), parts(page), message);
}

const told = ({ edit: { page, field, value, turn }, write: { kind, look, ageMs } }: Suspect) => ({
  page,
  field,
  value,
  turn,
  write: kind,
  looked: look?.turn,
  ageMs,
});

/** Whether a person who was told of a draft agreed to publish it after the edit. */
function isConsented({ edit, write }: Suspect, { argv, asked }: Running, stderr: string): boolean {
  const { page: n, turn } = edit;
  if (argv[0] === 'page' && turn < (write.look?.turn ?? 0)) return true;
  return asked.has(n) && turn < (asked.get(n) ?? 0) && /draft/.test(stderr);
}
