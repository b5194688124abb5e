import { strict as assert } from 'node:assert';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { withBodies, withTitle } from '../../src/content/page-edit.ts';
import { bodiesOf, headerValue, parsePageFile } from '../../src/content/page-file.ts';
import { samePage } from '../../src/content/darkdown/print.ts';
import type { Fault, FaultProxy } from '../faults/proxy.ts';
import type { Run } from '../support/host.ts';
import { impatientClock } from '../support/impatient-clock.ts';
import type { StoredPage } from '../../src/platform/admin.ts';
import type { World } from '../support/world.ts';
import { Model, duplicates, type Side } from './model.ts';

const PAGES = 4;

const page = fc.nat(PAGES - 1);
const slot = fc.nat(2);
const argv = fc.constantFrom(
  ['push'],
  ['push', '--publish'],
  ['push', '--skip-conflicts'],
  ['push', '--ours'],
  ['push', '--ours', '--publish'],
  ['pull', '--yes'],
  ['sync', '--pull'],
  ['sync', '--theirs'],
  ['sync', '--merge'],
  ['sync', '--merge', '--publish'],
);
const fault = fc.constantFrom<Fault>(
  'reset-before',
  'reset-after',
  'error-after',
  'late-commit',
  'cut-body',
);

/** What a person, the platform's users or the network do next. */
export const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('edit file' as const), page, slot }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('edit on platform' as const), page, slot }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('retitle file' as const), page }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('retitle on platform' as const), page }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('publish on platform' as const), page }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take file back' as const), page }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('run' as const), argv }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('run with a fault' as const),
      argv,
      fault,
      write: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget the state folder' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const fileOf = (n: number): string => `docs/v1.0/guide/page-${n}.md`;
const keyOf = (n: number): string => `v1.0/guide/page-${n}`;

/** A folder and a platform that everyone works on at once, with the model of what must not be lost. */
export class Play {
  readonly #world: World;
  readonly #proxy: FaultProxy;
  readonly #model = new Model();
  /** Files as somebody wrote them last, which is what `git checkout` brings back. */
  readonly #written = new Map<number, string>();
  readonly #takenBack = new Set<number>();
  #output = '';

  constructor(world: World, proxy: FaultProxy) {
    this.#world = world;
    this.#proxy = proxy;
  }

  /** A folder without a page is nothing to work with. */
  start(): Promise<void> {
    return this.#editFile(0, 0);
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'edit file':
        return this.#editFile(step.page, step.slot);
      case 'edit on platform':
        return this.#editOnPlatform(step.page, step.slot);
      case 'retitle file':
        return this.#retitleFile(step.page);
      case 'retitle on platform':
        return this.#retitleOnPlatform(step.page);
      case 'publish on platform': {
        const found = await this.#world.page(keyOf(step.page));
        if (found && found.draft !== null)
          await this.#world.platform.admin.editor().publish(found.id);
        return;
      }
      case 'take file back':
        return this.#takeBack(step.page);
      case 'run':
        return this.#sync(step.argv);
      case 'run with a fault':
        this.#proxy.arm(this.#proxy.writes + step.write, step.fault);
        return this.#sync(step.argv);
      case 'forget the state folder':
        // Kept texts are all that a person would miss; the rest must be safe to delete at any time.
        await rm(join(this.#world.folder, '.docs-cli/docs-cli.lock.journal'), { force: true });
        return;
      default:
        step satisfies never;
    }
  }

  /** Whatever the steps left: conflicts go to the platform, everything else where it belongs, and then there is nothing to do. */
  async end(): Promise<void> {
    await this.#settleMarkers();
    await this.#sync(['sync', '--pull', '--theirs', '--publish']);
    await this.#sync(['sync', '--pull', '--theirs', '--publish']);
    const last = await this.#run(['push', '--json']);
    const { applied, plan, summary } = JSON.parse(last.stdout);
    assert.deepEqual(
      { applied, conflicts: summary.conflict, updates: summary.update },
      { applied: [], conflicts: 0, updates: 0 },
      JSON.stringify(plan),
    );
    for (let n = 0; n < PAGES; n++) {
      const [file, found] = [await this.#fileText(n), await this.#world.page(keyOf(n))];
      if (file === '' && !found) continue;
      assert.ok(found && (await this.#isSame(n, found)), `${keyOf(n)} differs in the end`);
    }
  }

  /** Whether file and platform have the same title and text. */
  async #isSame(n: number, { title, draft, published }: StoredPage): Promise<boolean> {
    const head = draft ?? published;
    return (
      (await this.#fileText(n)).includes(`title: ${title}\n`) &&
      head !== null &&
      samePage(head, await this.#fileBody(n))
    );
  }

  /** What a merge could not settle is settled by hand. */
  async #settleMarkers(): Promise<void> {
    for (let n = 0; n < PAGES; n++) {
      if (/^[<=>|]{7}/m.test(await this.#fileBody(n))) await this.#editFile(n, 0);
    }
  }

  /** What the tool wrote into the file since somebody did is thrown out of it. */
  async #takeBack(n: number): Promise<void> {
    const written = this.#written.get(n);
    const text = await this.#fileText(n);
    if (written === undefined || written === text) return;
    this.#model.takeBack(keyOf(n));
    this.#takenBack.add(n);
    await writeFile(join(this.#world.folder, fileOf(n)), written);
  }

  /** Who goes on from a text that was taken back does without what the platform has: nothing tells that from an edit which leaves it out on purpose. */
  async #goOn(n: number): Promise<void> {
    const found = this.#takenBack.delete(n) && (await this.#world.page(keyOf(n)));
    if (found) this.#model.letGo(textsOf(found), await this.#fileText(n));
  }

  async #editFile(n: number, slot: number): Promise<void> {
    await this.#goOn(n);
    await this.#writeFile(n, slot);
    this.#written.set(n, await this.#fileText(n));
  }

  async #writeFile(n: number, slot: number): Promise<void> {
    const path = join(this.#world.folder, fileOf(n));
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text === undefined) {
      const body = this.#model.made(keyOf(n), 'file');
      await this.#world.write({
        [fileOf(n)]: `---\ntype: page\ntitle: Page ${n}\n---\n\n${body}\n`,
      });
      return;
    }
    const { draft, published } = bodiesOf(parsePageFile(text));
    const body = this.#model.edit(keyOf(n), 'file', draft ?? published ?? '', slot);
    const bodies = draft === null ? { draft, published: body } : { draft: body, published };
    await writeFile(path, withBodies(text, bodies));
  }

  async #retitleFile(n: number): Promise<void> {
    const path = join(this.#world.folder, fileOf(n));
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text === undefined) return;
    await this.#goOn(n);
    const before = headerValue(parsePageFile(text), 'title') ?? '';
    await writeFile(path, withTitle(text, this.#model.retitle(keyOf(n), 'file', before)));
    this.#written.set(n, await this.#fileText(n));
  }

  async #retitleOnPlatform(n: number): Promise<void> {
    const found = await this.#world.page(keyOf(n));
    if (!found) return;
    const title = this.#model.retitle(keyOf(n), 'platform', found.title);
    await this.#world.platform.admin.editor().edit(found.id, { title });
  }

  async #editOnPlatform(n: number, slot: number): Promise<void> {
    const found = await this.#world.page(keyOf(n));
    if (!found) return;
    const body = this.#model.edit(keyOf(n), 'platform', found.draft ?? found.published ?? '', slot);
    await this.#world.platform.admin.editor().edit(found.id, { content: body });
  }

  /** A run of the tool, and all that must be true after it. */
  async #sync(argv: readonly string[]): Promise<void> {
    const planned = await this.#run([...argv, '--dry-run', '--json']);
    assert.equal(planned.exitCode, 0, planned.stderr);
    const plan = JSON.parse(planned.stdout).plan as { kind: string; key: string }[];
    const conflicts = plan.filter(({ kind }) => kind === 'conflict').map(({ key }) => key);
    assert.deepEqual(
      conflicts.filter((key) => !this.#model.bothEdited(key)),
      [],
      'a conflict that only one side edited',
    );
    for (const side of ['file', 'platform'] as const) {
      if (argv.includes(side === 'file' ? '--ours' : '--theirs')) await this.#giveTo(side);
    }

    const { exitCode, stderr } = await this.#run([...argv, '--json']);
    assert.ok([0, 1, 5, 7, 8].includes(exitCode), `exit code ${exitCode}: ${stderr}`);
    await this.#check();
  }

  /** `--ours` gives pages that both sides edited to the files, `--theirs` to the platform. */
  async #giveTo(winner: Side): Promise<void> {
    for (let n = 0; n < PAGES; n++) {
      if (!this.#model.bothEdited(keyOf(n))) continue;
      const found = await this.#world.page(keyOf(n));
      const [file, platform] = [await this.#fileText(n), found ? textsOf(found) : ''];
      if (winner === 'file') this.#model.letGo(platform, file);
      else this.#model.letGo(file, platform);
    }
  }

  async #check(): Promise<void> {
    assert.deepEqual(await duplicates(this.#world), []);
    const everywhere = [await this.#files(), await this.#pages(), await this.#objects()].join('\n');
    assert.deepEqual(
      [...this.#model.owed].filter((token) => !everywhere.includes(token)),
      [],
      'texts that are nowhere any more',
    );
    for (let n = 0; n < PAGES; n++) {
      const found = await this.#world.page(keyOf(n));
      if (!found || !(await this.#isSame(n, found))) continue;
      this.#model.agreed(keyOf(n));
      this.#takenBack.delete(n);
    }
  }

  #fileText(n: number): Promise<string> {
    return readFile(join(this.#world.folder, fileOf(n)), 'utf8').catch(() => '');
  }

  async #fileBody(n: number): Promise<string> {
    const { draft, published } = bodiesOf(parsePageFile(await this.#fileText(n)));
    return draft ?? published ?? '';
  }

  async #files(): Promise<string> {
    return texts(join(this.#world.folder, 'docs'), () => true);
  }

  async #pages(): Promise<string> {
    const pages = await this.#world.platform.admin.pages();
    return pages.map(textsOf).join('\n');
  }

  /** Texts that the tool kept, and told of. */
  async #objects(): Promise<string> {
    return texts(join(this.#world.folder, '.docs-cli/objects'), (name) =>
      this.#output.includes(name),
    );
  }

  async #run(argv: readonly string[]): Promise<Run> {
    const run = await this.#world.runAs(
      { env: { DOCS_BASE_URL: this.#proxy.baseUrl }, clock: impatientClock(this.#proxy.quiet) },
      ...argv,
      '--yes',
      '--timeout',
      '1s',
    );
    this.#output += run.stdout + run.stderr;
    return run;
  }
}

const textsOf = ({ title, draft, published }: StoredPage): string =>
  `${title}\n${draft}\n${published}`;

/** All texts below a folder whose file names `wanted` takes. */
async function texts(folder: string, wanted: (name: string) => boolean): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && wanted(entry.name));
  const read = files.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8'));
  return (await Promise.all(read)).join('\n');
}
