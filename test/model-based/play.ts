import { strict as assert } from 'node:assert';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { samePage } from '../../src/content/darkdown/print/canonical.ts';
import { withBodies, withTitle } from '../../src/content/page/page-edit.ts';
import { bodiesOf, headerValue, parsePageFile } from '../../src/content/page/page-file.ts';
import type { FaultProxy } from '../faults/proxy.ts';
import { Author, headOf, type PlatformPage } from '../support/author.ts';
import { git } from '../support/git.ts';
import type { Run } from '../support/host.ts';
import type { SimulatedTime } from '../support/simulated-time.ts';
import {
  WINDOW_MS,
  Witness,
  allOf,
  newestOf,
  tokensIn,
  without,
  type Write,
} from '../support/seen-and-written.ts';
import type { World } from '../support/world.ts';
import { Model } from './model.ts';
import { PAGES, type RunStep, type Save, type Step } from './steps.ts';

const FOLDER = 'docs/v1.0/guide';
const LOCK = 'docs-cli.lock';
const ALL = Array.from({ length: PAGES }, (_, n) => n);
/** Files and slugs of page 1 are `page-1`, and `page-1-` with a token. */
const numberIn = (text: string): number => Number(/\bpage-(\d)/.exec(text)?.[1]);

/** What of a run's JSON is judged. */
interface Document {
  readonly plan: readonly {
    kind: string;
    key: string;
    file?: string | null;
    foreignDraft?: boolean;
  }[];
  readonly applied: readonly unknown[];
  readonly failed: readonly { key: string }[];
  readonly summary: { readonly conflict: number; readonly update: number };
}

/** What happened that the tool promises nothing about, or reports. */
export interface Tally {
  saves: number;
  /** Edits that were overwritten within the window that the manual describes. */
  overwritten: number;
  /** Pages that were deleted. */
  deleted: number;
  /** Publishes of a text that was saved in between, all of them told as a failure. */
  publishedAndTold: number;
}

/** A folder and a platform that everyone works on at once, with the model of what must not be lost. */
export class Play {
  readonly #world: World;
  readonly #proxy: FaultProxy;
  readonly #time: SimulatedTime;
  readonly #tally: Tally;
  readonly #author: Author;
  readonly #witness: Witness;
  readonly #model = new Model();
  /** Files as somebody wrote them last, which is what `git checkout` brings back. */
  readonly #written = new Map<number, string>();
  readonly #restored = new Set<number>();
  /** Pages published in the editor: somebody wants them to be read, though no text says so. */
  readonly #shown = new Set<number>();
  /**
   * What readers see of pages whose draft an editor made the file's text again. To the tool it looks
   * as if somebody had published over the file's draft: a person decides.
   */
  readonly #restoredOver = new Map<number, string>();
  /** What files that were removed were called: who writes one again means the same page. */
  readonly #names = new Map<number, string>();
  /** The page's newest texts, oldest first, as the platform's history has them. */
  readonly #history = new Map<number, string[]>();
  #argv: readonly string[] = [];
  /** Texts that this run made public though they are not in the page's file. */
  #madePublic: { page: number; token: string; seen: boolean }[] = [];
  #late: string[] = [];
  /** Pages that a late write changed after the tool had gone on: it does not know their state. */
  readonly #writtenLate = new Set<number>();
  /** Pages as they were before the tool last wrote to them and was answered, with their dates. */
  readonly #replaced = new Map<number, string>();
  /** Pages that this run wrote to. */
  readonly #wroteTo = new Set<number>();
  #output = '';

  constructor(
    world: World,
    { proxy, time, tally }: { proxy: FaultProxy; time: SimulatedTime; tally: Tally },
  ) {
    this.#world = world;
    this.#proxy = proxy;
    this.#time = time;
    this.#tally = tally;
    this.#author = new Author(world.platform);
    this.#witness = new Witness(proxy, this.#author, time);
    this.#witness.onWrite = (write) => this.#judge(write);
  }

  /** Some pages are there already, some are yet to be made. */
  async start(): Promise<void> {
    git(this.#world.folder, 'init', '--quiet');
    for (const n of ALL.slice(PAGES / 2)) await this.#editFile(n, 0);
    await this.#sync(alone(['push', '--publish']));
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'edit file':
        return this.#editFile(step.page, step.slot);
      case 'retitle file':
        return this.#retitleFile(step.page);
      case 'save in the editor':
        return this.#save(step.save);
      case 'take file back':
        return this.#takeBack(step.page);
      case 'remove file':
        return this.#removeFile(step.page);
      case 'run':
        await this.#sync(step);
        return;
      case 'let time pass':
        this.#time.pass(step.ms);
        return;
      case 'forget the state folder':
        // Kept texts are all that a person would miss; the rest must be safe to delete at any time.
        await rm(join(this.#world.folder, '.docs-cli/docs-cli.lock.log'), { force: true });
        return;
      default:
        step satisfies never;
    }
  }

  /** The same command, until it finds nothing to do but what a person has to decide. */
  async settle(argv: readonly string[]): Promise<void> {
    for (let again = 1; again <= 3; again++) await this.#sync(alone(argv));
    const { applied, failed, plan } = await this.#sync(alone(argv));
    assert.deepEqual({ applied, failed }, { applied: [], failed: [] }, JSON.stringify(plan));
  }

  /** Conflicts go to the platform, the rest where it belongs; then there is nothing to do. */
  async end(): Promise<void> {
    await this.#settleMarkers();
    await this.#bringBack();
    const run = alone(['sync', '--pull', '--theirs', '--publish']);
    // One page's text, slug and publication may each take a run of their own: the runs say so.
    for (let times = 0; times < 3; times += 1) await this.#sync(run);
    const last = await this.#run(['push', '--yes', '--json']);
    const { applied, plan, summary } = JSON.parse(last.stdout) as Document;
    assert.deepEqual(
      { applied, conflicts: summary.conflict, updates: summary.update },
      { applied: [], conflicts: 0, updates: 0 },
      JSON.stringify(plan),
    );
    for (const n of ALL) {
      const [file, found] = [await this.#fileText(n), await this.#page(n)];
      if (file === '' && !found) continue;
      assert.ok(found && (await this.#isSame(n, found)), `page ${n} differs in the end`);
    }
  }

  /** Whether file and platform have the same title, slug and text. */
  async #isSame(n: number, page: PlatformPage): Promise<boolean> {
    const file = await this.#fileText(n);
    return (
      (await this.#fileName(n)) === `${page.slug}.md` &&
      file.includes(`title: ${page.title}\n`) &&
      samePage(headOf(page), bodyOf(file))
    );
  }

  /** The same, and readers see nothing that somebody owes and the file lacks. */
  async #agrees(n: number, page: PlatformPage): Promise<boolean> {
    const file = tokensIn(await this.#fileText(n));
    const unseen = [...without(tokensIn(page.published), file)];
    return !unseen.some((token) => this.#model.owed.has(token)) && (await this.#isSame(n, page));
  }

  /** What a merge could not settle is settled by hand. */
  async #settleMarkers(): Promise<void> {
    for (const n of ALL) {
      if (/^[<=>|]{7}/m.test(bodyOf(await this.#fileText(n)))) await this.#editFile(n, 0);
    }
  }

  /** Pages that lost only their files get them again: nobody else can decide about them. */
  async #bringBack(): Promise<void> {
    for (const n of ALL) {
      const found = await this.#page(n);
      if (!found || (await this.#fileText(n)) !== '') continue;
      await this.#sync(alone(['pull', String(found.id)]));
      assert.notEqual(
        await this.#fileText(n),
        '',
        `pull does not bring the file of page ${n} back`,
      );
    }
  }

  async #removeFile(n: number): Promise<void> {
    const text = await this.#fileText(n);
    if (text === '') return;
    const name = await this.#fileName(n);
    this.#names.set(n, name);
    await this.#goOn(n);
    this.#written.delete(n);
    this.#model.remove(n, `${name} ${text}`);
    this.#commit(name, 'Keep');
    await rm(join(this.#world.folder, FOLDER, name));
    this.#commit(name, 'Remove');
  }

  /** Only commits of removed files delete pages. Others would explain what the platform has. */
  #commit(name: string, message: string): void {
    const { folder } = this.#world;
    git(folder, 'add', '--all', '--', LOCK, `${FOLDER}/${name}`);
    git(folder, 'commit', '--quiet', '--allow-empty', '-m', message);
  }

  /** What the tool wrote into the file since somebody did is thrown out of it. */
  async #takeBack(n: number): Promise<void> {
    const written = this.#written.get(n);
    const text = await this.#fileText(n);
    if (written === undefined || written === text) return;
    this.#model.takeBack(n);
    this.#restored.add(n);
    await writeFile(await this.#pathOf(n), written);
  }

  /** Whoever edits or removes a text that was taken back drops what the platform has, as if on purpose. */
  async #goOn(n: number): Promise<void> {
    const found = this.#restored.delete(n) && (await this.#page(n));
    if (found) this.#model.letGo([...allOf(found)].join(), await this.#fileText(n));
  }

  async #editFile(n: number, slot: number): Promise<void> {
    await this.#goOn(n);
    const text = await this.#fileText(n);
    if (text === '') {
      const body = this.#model.made(n, 'file');
      await this.#world.write({
        [`${FOLDER}/${await this.#fileName(n)}`]: `---\ntype: page\ntitle: Page ${n}\n---\n\n${body}\n`,
      });
    } else {
      const { draft, published } = bodiesOf(parsePageFile(text));
      const body = this.#model.edit(n, 'file', draft ?? published ?? '', slot);
      const bodies = draft === null ? { draft, published: body } : { draft: body, published };
      await writeFile(await this.#pathOf(n), withBodies(text, bodies));
    }
    this.#written.set(n, await this.#fileText(n));
  }

  async #retitleFile(n: number): Promise<void> {
    if ((await this.#fileText(n)) === '') return;
    await this.#goOn(n);
    const text = await this.#fileText(n);
    const before = headerValue(parsePageFile(text), 'title') ?? '';
    await writeFile(await this.#pathOf(n), withTitle(text, this.#model.retitle(n, 'file', before)));
    this.#written.set(n, await this.#fileText(n));
  }

  /** Somebody in the editor, who sees the page as it is. */
  async #save(save: Save): Promise<void> {
    const n = save.page;
    const found = await this.#page(n);
    if (!found) return;
    this.#tally.saves += 1;
    await this.#witness.edit(found.id, async (page) => {
      this.#remember(n, page);
      switch (save.does) {
        case 'body': {
          const content = this.#model.edit(n, 'platform', headOf(page), save.slot);
          return this.#author.save(page.id, { content });
        }
        case 'title':
          return this.#author.save(page.id, {
            title: this.#model.retitle(n, 'platform', page.title),
          });
        case 'slug':
          return this.#author.save(page.id, { slug: this.#model.reslug(n, page.slug) });
        case 'publish':
          this.#shown.add(n);
          return page.draft === null ? page : this.#author.publish(page.id);
        case 'restore': {
          const older = this.#history.get(n)?.at(-1 - save.back);
          if (older === undefined) return page;
          const file = await this.#fileText(n);
          this.#model.restore(n, { body: headOf(page), older, file });
          if (page.published !== null && samePage(older, bodyOf(file)))
            this.#restoredOver.set(n, page.published);
          return this.#author.save(page.id, { content: older });
        }
        default:
          return save satisfies never;
      }
    });
    const after = await this.#author.find(found.id);
    if (after) this.#noteReturn(n, after);
  }

  /**
   * A page that is as it was before the last write, within the same second, may have lost that write:
   * a person decides (docs/assumptions.md).
   */
  #noteReturn(n: number, page: PlatformPage): void {
    if (this.#replaced.get(n) === JSON.stringify(page)) this.#model.takeBack(n);
  }

  #remember(n: number, page: PlatformPage): void {
    const texts = this.#history.get(n) ?? [];
    this.#history.set(n, texts);
    if (texts.at(-1) !== headOf(page)) texts.push(headOf(page));
  }

  /** What a write of the tool made of what was there. */
  async #judge(write: Write): Promise<void> {
    const { before, after, unseen, ageMs } = write;
    const n = numberIn(after.slug);
    if (before) this.#remember(n, before);
    if (write.kind === 'delete') this.#tally.deleted += 1;
    else this.#remember(n, after);
    if (write.late) this.#writtenLate.add(n);
    for (const token of lostBy(write)) {
      if (!unseen.has(token) || !this.#model.owed.has(token)) continue;
      if (ageMs > WINDOW_MS + this.#witness.latencyMs()) {
        this.#late.push(`${token} was overwritten ${ageMs} ms after the last look`);
        continue;
      }
      this.#model.forget([token]);
      this.#tally.overwritten += 1;
    }
    const isOurs = this.#argv.includes('--ours') && write.kind !== 'delete';
    if (before && isOurs && this.#model.isDisputed(n)) {
      // Also what readers see since the tool saw it as a draft: the author knew of it, and decided.
      const kept = new Set([...newestOf(after), ...unseen]);
      this.#model.forget(without(allOf(before), kept));
    }
    if (write.kind === 'publish') await this.#judgePublish(n, write);
    if (!write.answered) return this.#noteReturn(n, after);
    if (before && !this.#wroteTo.has(n)) this.#replaced.set(n, JSON.stringify(before));
    this.#wroteTo.add(n);
    if (await this.#agrees(n, after)) this.#model.agreed(n, headOf(after));
    else await this.#shareText(n, after);
  }

  async #judgePublish(n: number, { before, after, unseen, late }: Write): Promise<void> {
    if (late) return;
    const file = tokensIn(await this.#fileText(n));
    const shown = without(tokensIn(after.published), tokensIn(before?.published));
    for (const token of without(shown, file)) {
      if (this.#model.owed.has(token))
        this.#madePublic.push({ page: n, token, seen: !unseen.has(token) });
    }
  }

  /** A run of the tool, and all that must be true after it. */
  async #sync({ argv, saves, fault, latencyMs }: RunStep): Promise<Document> {
    this.#argv = argv;
    this.#madePublic = [];
    this.#model.beginRun();
    this.#writtenLate.clear();
    this.#wroteTo.clear();
    this.#witness.restartCount();
    this.#witness.latencyMs = () => latencyMs;
    this.#witness.onTurn = async (request, when) => {
      for (const each of saves)
        if (each.request === request && each.when === when) await this.#save(each.save);
    };
    if (fault) this.#proxy.arm(this.#proxy.writes + fault.write, fault.fault);
    const before = await Promise.all(ALL.map((n) => this.#fileText(n)));
    const { exitCode, stdout, stderr } = await this.#run([...argv, '--yes', '--json']);
    this.#witness.onTurn = () => Promise.resolve();
    assert.ok([0, 1, 5, 6, 7, 8].includes(exitCode), `exit code ${exitCode}: ${stderr}`);
    if (argv.includes('--theirs')) {
      for (const n of ALL) {
        if (this.#model.isDisputed(n)) this.#model.letGo(before[n] ?? '', await this.#fileText(n));
      }
    }
    const document = stdout === '' ? await this.#planOf(argv) : (JSON.parse(stdout) as Document);
    await this.#checkTold(document, exitCode);
    await this.#check();
    if (document.failed.length > 0) await this.#checkStillSeen(stdout + stderr);
    return document;
  }

  /** What a run that was refused, or did not all, would do. */
  async #planOf(argv: readonly string[]): Promise<Document> {
    const looks = argv[0] === 'status' ? [] : ['--dry-run'];
    const { exitCode, stdout, stderr } = await this.#run([...argv, ...looks, '--json']);
    assert.equal(exitCode, 0, stderr);
    return { ...(JSON.parse(stdout) as Document), applied: [], failed: [] };
  }

  async #checkTold(document: Document, exitCode: number): Promise<void> {
    const { plan, failed } = document;
    for (const [n, published] of this.#restoredOver)
      if ((await this.#page(n))?.published !== published) this.#restoredOver.delete(n);
    const oneSided = plan.filter(
      ({ kind, key, file }) =>
        kind === 'conflict' &&
        !this.#model.isDisputed(numberIn(key)) &&
        !this.#restoredOver.has(numberIn(key)) &&
        !(file === null && this.#shown.has(numberIn(key))),
    );
    assert.deepEqual(oneSided, [], 'a conflict that only one side edited');
    const told = new Set(failed.map(({ key }) => numberIn(key)));
    const foreign = new Set(
      plan.flatMap(({ key, foreignDraft }) => (foreignDraft ? [numberIn(key)] : [])),
    );
    const untold = this.#madePublic.filter(
      ({ page, seen }) => !(told.has(page) && exitCode !== 0) && !(seen && foreign.has(page)),
    );
    assert.deepEqual(untold, [], 'texts that were published unseen, and no failure says so');
    this.#tally.publishedAndTold += this.#madePublic.filter(({ seen }) => !seen).length;
  }

  async #check(): Promise<void> {
    await this.#checkTwins();
    const everywhere = [await this.#files(), await this.#pages(), await this.#objects()].join('\n');
    assert.deepEqual(
      [...this.#model.owed].filter((token) => !everywhere.includes(token)),
      [],
      ['texts that are nowhere any more', ...this.#late].join('\n'),
    );
    for (const n of ALL) {
      const found = await this.#page(n);
      if (!found && (await this.#fileText(n)) === '') {
        this.#model.agreed(n, '');
        this.#history.delete(n);
      }
      if (!found || this.#writtenLate.has(n)) continue;
      if (await this.#agrees(n, found)) {
        this.#model.agreed(n, headOf(found));
        this.#restored.delete(n);
      } else await this.#shareText(n, found);
    }
  }

  async #shareText(n: number, page: PlatformPage): Promise<void> {
    const file = await this.#fileText(n);
    if (file !== '' && samePage(headOf(page), bodyOf(file))) this.#model.shareText(n, headOf(page));
  }

  /** A text that a failure kept is not lost; if the page still has it, the next look shows it. */
  async #checkStillSeen(output: string): Promise<void> {
    const folder = join(this.#world.folder, '.docs-cli/objects');
    const kept = tokensIn(await texts(folder, (name) => output.includes(name)));
    const { plan } = await this.#planOf(['status']);
    const seen = new Set(
      plan.flatMap(({ kind, key }) =>
        kind === 'pull' || kind === 'conflict' ? [numberIn(key)] : [],
      ),
    );
    const unseen: string[] = [];
    for (const n of ALL) {
      const page = await this.#page(n);
      if (!page || seen.has(n)) continue;
      const foreign = without(allOf(page), tokensIn(await this.#fileText(n)));
      for (const token of foreign)
        if (kept.has(token) && this.#model.owed.has(token)) unseen.push(token);
    }
    assert.deepEqual(unseen, [], 'texts that a failure kept, and that status does not know of');
  }

  async #checkTwins(): Promise<void> {
    const numbers = (await this.#world.platform.admin.pages()).map(({ slug }) => numberIn(slug));
    const twins = numbers.filter((n, index) => numbers.indexOf(n) !== index);
    assert.deepEqual(twins, [], 'pages that are on the platform twice');
  }

  async #page(n: number): Promise<PlatformPage | undefined> {
    const pages = await this.#world.platform.admin.pages();
    return pages.find(({ slug }) => numberIn(slug) === n);
  }

  async #fileName(n: number): Promise<string> {
    const names = await readdir(join(this.#world.folder, FOLDER));
    return (
      names.find((name) => name.endsWith('.md') && numberIn(name) === n) ??
      this.#names.get(n) ??
      `page-${n}.md`
    );
  }

  async #pathOf(n: number): Promise<string> {
    return join(this.#world.folder, FOLDER, await this.#fileName(n));
  }

  async #fileText(n: number): Promise<string> {
    return readFile(await this.#pathOf(n), 'utf8').catch(() => '');
  }

  /** Names and texts. */
  async #files(): Promise<string> {
    const folder = join(this.#world.folder, FOLDER);
    return [...(await readdir(folder)), await texts(folder, () => true)].join('\n');
  }

  async #pages(): Promise<string> {
    const pages = await this.#world.platform.admin.pages();
    return pages
      .map(({ title, slug, draft, published }) => [title, slug, draft, published].join('\n'))
      .join('\n');
  }

  /** Texts that the tool kept, and told of. */
  async #objects(): Promise<string> {
    return texts(join(this.#world.folder, '.docs-cli/objects'), (name) =>
      this.#output.includes(name),
    );
  }

  async #run(argv: readonly string[]): Promise<Run> {
    const env = { DOCS_BASE_URL: this.#proxy.baseUrl };
    const run = await this.#world.runAs({ env, clock: this.#time }, ...argv);
    await this.#proxy.quiet();
    await this.#time.over();
    this.#output += run.stdout + run.stderr;
    return run;
  }
}

/** What readers see since the tool looked last. */
const shownBy = ({ before, after, seen = before }: Write): ReadonlySet<string> =>
  without(tokensIn(after.published), tokensIn(seen?.published));

/** What a write took off a page. Readers who still see a text that was replaced do not keep it. */
function lostBy(write: Write): ReadonlySet<string> {
  const { before, after } = write;
  if (!before) return new Set();
  const kept = new Set([...newestOf(after), ...shownBy(write)]);
  return new Set([...without(allOf(before), allOf(after)), ...without(newestOf(before), kept)]);
}

/** A run during which nothing else happens. */
const alone = (argv: readonly string[]): RunStep => ({
  do: 'run',
  argv,
  saves: [],
  fault: null,
  latencyMs: 0,
});

function bodyOf(file: string): string {
  const { draft, published } = bodiesOf(parsePageFile(file));
  return draft ?? published ?? '';
}

/** All texts below a folder whose file names `wanted` takes. */
async function texts(folder: string, wanted: (name: string) => boolean): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && wanted(entry.name));
  const read = files.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8'));
  return (await Promise.all(read)).join('\n');
}
