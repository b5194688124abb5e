// Slow: each run of the tool is a process that can be killed.
/** A pull killed between file and lock: an equal file is adopted, an edited one is a conflict. */
import { resolve } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { builtTool } from '../support/built.ts';
import { finishMove } from './finish-move.ts';
import { openWorld, type World } from '../support/world.ts';

const ALL = process.env['DOCS_FAULTS'] === 'all';
const KILL_AT = resolve('test/faults/kill-at.js');
const KEY = 'v1/guide/intro';

const tool = builtTool();

const file = (slug: string): string => `docs/v1/guide/${slug}.md`;
const pageFile = (text: string): string => `---\ntitle: Intro\n---\n\n${text}`;
const numbered = (what: string): string =>
  ['one', 'two', 'three', 'four', 'five'].map((n) => `${what}, line ${n}.\n`).join('\n');

const OLD = numbered('Of the team');
const EDITED = numbered('Of an editor');
const HERE = OLD.replace('Of the team, line one', 'Of the team, line one, edited here');
const THERE = OLD.replace('Of the team, line five', 'Of an editor, line five');

interface Scene {
  readonly what: string;
  /** What the editor does to the page, and what is done here meanwhile. */
  readonly meanwhile: (world: World) => Promise<void>;
  readonly argv: readonly string[];
  /** Where the text arrives. */
  readonly slug: string;
  /** What tells that it is there. */
  readonly mark: string;
  /** Its author removes the file in place of editing it. */
  readonly isRemoved?: true;
  /** The file has an edit of its own. */
  readonly isMerged?: true;
}

const inEditor = async (world: World, changes: { content?: string; slug?: string }) => {
  const page = await world.page(KEY);
  if (page) await world.platform.admin.editor().edit(page.id, changes);
};

const SCENES: readonly Scene[] = [
  {
    what: 'a text',
    meanwhile: (world) => inEditor(world, { content: EDITED }),
    argv: ['pull', '--yes'],
    slug: 'intro',
    mark: 'Of an editor, line five',
  },
  {
    what: 'a text and a slug',
    meanwhile: (world) => inEditor(world, { content: EDITED, slug: 'start' }),
    argv: ['pull', '--yes'],
    slug: 'start',
    mark: 'Of an editor, line five',
  },
  {
    what: 'a merged text',
    meanwhile: async (world) => {
      await inEditor(world, { content: THERE });
      await world.write({ [file('intro')]: pageFile(HERE) });
    },
    argv: ['pull', '--merge', '--yes'],
    slug: 'intro',
    mark: 'Of an editor, line five',
    isMerged: true,
  },
  {
    what: 'a new file',
    meanwhile: async (world) => {
      await world.remove(file('intro'));
      await world.remove('docs-cli.lock');
      await inEditor(world, { content: EDITED });
    },
    // Without the file and the lock, what links to the page differs.
    argv: ['pull', '--yes', '--skip-conflicts'],
    slug: 'intro',
    mark: 'Of an editor, line five',
  },
  {
    what: 'a text, and the file is removed',
    meanwhile: (world) => inEditor(world, { content: EDITED }),
    argv: ['pull', '--yes'],
    slug: 'intro',
    mark: 'Of an editor, line five',
    isRemoved: true,
  },
];

/** The so-manieth, of those around what is done to paths with this end. */
interface Moment {
  readonly at: number;
  readonly near: string;
}

class Trial {
  readonly world: World;
  readonly #slug: string;
  readonly #mark: string;

  private constructor(world: World, { slug, mark }: Scene) {
    this.world = world;
    this.#slug = slug;
    this.#mark = mark;
  }

  static async begin(scene: Scene): Promise<Trial> {
    const world = await openWorld(
      {
        'docs/v1/_settings.yaml': 'name: v1\n',
        'docs/v1/guide/_settings.yaml': 'title: Guide\n',
        'docs/v1/guide/_nav.yaml': 'items: [intro, other]\n',
        [file('intro')]: pageFile(OLD),
        [file('other')]: '---\ntitle: Other\n---\n\nSee [the intro](intro.md).\n',
      },
      { rateLimits: false, reprint: true },
    );
    const { exitCode, stderr } = await world.run('push', '--yes');
    if (exitCode !== 0) throw new Error(stderr);
    await scene.meanwhile(world);
    return new Trial(world, scene);
  }

  /** What the run printed if it was not killed; null if it was. */
  async overAt({ at, near }: Moment, argv: readonly string[]): Promise<string | null> {
    const { all, signal } = await execa(
      process.execPath,
      ['--import', KILL_AT, tool.docs, ...argv],
      {
        cwd: this.world.folder,
        env: {
          DOCS_BASE_URL: this.world.platform.baseUrl,
          DOCS_API_KEY: this.world.platform.apiKey,
          DOCS_KILL_AT: String(at),
          DOCS_KILL_NEAR: near,
        },
        all: true,
        reject: false,
      },
    );
    return signal === 'SIGKILL' ? null : all;
  }

  /** The file that has the platform's text; undefined: none has it. */
  async arrivedIn(): Promise<string | undefined> {
    for (const path of new Set([file(this.#slug), file('intro')])) {
      const text = await this.world.read(path).catch(() => '');
      if (text.includes(this.#mark)) return path;
    }
    return undefined;
  }
}

const AUTHOR = 'Of the author, line two';

async function editHere(world: World, path: string): Promise<void> {
  const text = await world.read(path);
  await world.write({ [path]: text.replace(/^Of .*, line two/m, AUTHOR) });
}

const draftOf = async (world: World): Promise<string> => {
  const pages = await world.platform.admin.pages();
  const page = pages.find(({ title }) => title === 'Intro');
  return page?.draft ?? page?.published ?? '';
};

/** Whether the text had arrived as the pull was killed; over: nothing killed it. */
type Result = 'arrived' | 'missing' | 'over';

interface Found {
  readonly result: Result;
  /** What is wrong, one sentence each; what was printed, if nothing killed it. */
  readonly faults: readonly string[];
}

/** Kills a pull at a moment, and the push after it; then the author edits the file if `isEdited`. */
async function tryAt(moment: Moment, scene: Scene, isEdited: boolean): Promise<Found> {
  const trial = await Trial.begin(scene);
  const { world } = trial;
  const over = await trial.overAt(moment, scene.argv);
  if (over !== null) return { result: 'over', faults: [over] };
  const push = moment.at % 3 === 0 ? null : 1 + ((moment.at * 5) % 24);
  if (push !== null)
    await trial.overAt({ at: push, near: '' }, ['push', '--yes', '--skip-conflicts']);
  await finishMove(world);
  const path = await trial.arrivedIn();
  const result = path === undefined ? 'missing' : 'arrived';
  const found = await faultsIn({ world, scene, path, isEdited });
  const killed = `killed at ${moment.at}, the push at ${push}`;
  return { result, faults: found.map((fault) => `${killed}: ${fault}`) };
}

interface Aftermath {
  readonly world: World;
  readonly scene: Scene;
  /** The file that has the platform's text; undefined: none. */
  readonly path: string | undefined;
  readonly isEdited: boolean;
}

/** What is wrong once the author worked on. */
async function faultsIn({ world, scene, path, isEdited }: Aftermath): Promise<readonly string[]> {
  if (scene.isRemoved) {
    await world.remove(file('intro'));
    await world.run('push', '--prune', '--yes', KEY);
    const isKept = (await world.page(KEY)) !== undefined;
    return path === undefined && !isKept ? ['a page with a text that nobody saw is gone'] : [];
  }
  const here = path ?? file('intro');
  if (!(await world.exists(here))) return [];
  const before = await draftOf(world);
  if (isEdited) await editHere(world, here);
  const { exitCode, stderr } = await world.run('push', '--yes');
  const sent = await draftOf(world);
  if (sent !== before) {
    const wanted = [scene.mark, ...(isEdited ? [AUTHOR] : [])];
    return wanted.filter((part) => !sent.includes(part)).map((part) => `the page lacks "${part}"`);
  }
  if (isEdited && exitCode !== 5) return [`the edit was neither sent nor told: ${exitCode}`];
  const isSame = path !== undefined && !isEdited && scene.isMerged !== true;
  return exitCode === 0 || (exitCode === 5 && !isSame) ? [] : [stderr];
}

test.each(SCENES)(
  'killed just before the file gets it, or just after, also if the next run is killed as well: $what',
  async (scene) => {
    const near = '/intro.md';
    for (const isEdited of [false, true]) {
      const before = await tryAt({ at: 1, near }, scene, isEdited);
      expect(before).toEqual({ result: 'missing', faults: [] });
      const after = await tryAt({ at: 2, near }, scene, isEdited);
      expect(after).toEqual({ result: 'arrived', faults: [] });
    }
  },
  120_000,
);

test.runIf(ALL).each(SCENES)(
  'killed at any moment, also if the next run is killed as well: $what',
  async (scene) => {
    const results = new Set<Result>();
    for (let at = 1; !results.has('over'); at += 1) {
      const { result, faults } = await tryAt({ at, near: '' }, scene, at % 2 === 0);
      expect(result === 'over' ? [] : faults).toEqual([]);
      results.add(result);
    }
    expect(results).toContain('arrived');
  },
  3_600_000,
);
