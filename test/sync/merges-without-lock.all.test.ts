import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { samePage } from '../../src/content/darkdown/print/canonical.ts';
import type { Clock } from '../../src/model/time.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { git } from '../support/git.ts';
import { realClock, runDocs } from '../support/host.ts';
import { openWorld, type World } from '../support/world.ts';

/** DOCS_MERGES=100 plays them all. */
const MERGES = Number(process.env['DOCS_MERGES'] ?? 12);

/** A merge every ten minutes: `GET /all` is allowed thirty times an hour. */
const BETWEEN_MERGES_MS = 10 * 60_000;

const FIRST_PAGES = 8;

/** A new page comes with every so manieth merge. */
const ADDED_EVERY = 10;

test(`a pipeline that never commits the lock, over ${MERGES} merges`, async ({ annotate }) => {
  const team = await openTeam();
  expect(await team.push()).toMatchObject({ exitCode: 0 });
  const half = Math.floor(MERGES / 2);
  const totals = await expectMerges(team, 1, half);
  await expectConflict(team, half + 1);
  totals.push(...(await expectMerges(team, half + 2, MERGES)));
  await annotate(figures(totals, team.texts.size));
}, 1_800_000);

interface Document {
  readonly summary: Readonly<Record<string, number>>;
  readonly requests: { readonly total: number };
  readonly plan: readonly { readonly kind: string; readonly key: string }[];
}

interface Pushed {
  readonly exitCode: number;
  readonly document: Document;
  readonly requests: Readonly<Record<string, number>>;
}

const figures = (totals: readonly number[], pages: number): string => {
  const sum = totals.reduce((a, b) => a + b, 0);
  const mean = (sum / totals.length).toFixed(1);
  return `${totals.length} runs, ${pages} pages in the end, requests a run: ${Math.min(...totals)} to ${Math.max(...totals)}, ${mean} on average`;
};

const slugOf = (n: number): string => `page-${String(n).padStart(2, '0')}`;

/** A platform that re-prints writes these bullets, emphases and blanks in another way. */
const bodyOf = (slug: string, merge: number): string =>
  `## Text ${merge} of ${slug}\n\n* one\n* _two_\n\n\nSee [the first](page-01.md).  \n`;

const pathOf = (slug: string): string => `docs/v1.0/guide/${slug}.md`;

const fileOf = (slug: string, body: string): string =>
  `---\ntype: page\ntitle: About ${slug}\nlisted: true\n---\n\n${body}`;

/** What the links of these pages become on the platform. */
const sentOf = (body: string): string => body.replaceAll('page-01.md', '/guide/page-01');

/** A repository whose clones are pushed after each merge, and an editor on the platform. */
class Team {
  /** By slug: what the newest commit says. */
  readonly texts = new Map<string, string>();
  readonly world: World;
  readonly #repository: string;
  readonly #clock: Clock;
  readonly #advance: () => void;

  constructor(world: World, repository: string, clock: Clock, advance: () => void) {
    this.world = world;
    this.#repository = repository;
    this.#clock = clock;
    this.#advance = advance;
  }

  async write(slug: string, body: string): Promise<void> {
    this.texts.set(slug, body);
    await writeFiles(this.#repository, { [pathOf(slug)]: fileOf(slug, body) });
  }

  /** Commits one page's text without a branch. */
  async commit(slug: string, body: string): Promise<void> {
    await this.write(slug, body);
    git(this.#repository, 'commit', '--quiet', '--all', '--message', `Say it anew in ${slug}`);
    this.#advance();
  }

  /** Edits one to three pages on a branch, adds one now and then, and merges the branch. */
  async merge(merge: number): Promise<{ edited: readonly string[]; added: readonly string[] }> {
    const slugs = [...this.texts.keys()];
    const edited = Array.from({ length: 1 + (merge % 3) }, (_, n) => {
      return slugs[(merge * 5 + n * 3) % slugs.length] as string;
    });
    const added = merge % ADDED_EVERY === 0 ? [slugOf(slugs.length + 1)] : [];
    git(this.#repository, 'checkout', '--quiet', '-b', `work-${merge}`);
    for (const slug of new Set([...edited, ...added])) await this.write(slug, bodyOf(slug, merge));
    git(this.#repository, 'add', '--all');
    git(this.#repository, 'commit', '--quiet', '--message', `Work ${merge}`);
    git(this.#repository, 'checkout', '--quiet', 'main');
    git(this.#repository, 'merge', '--quiet', '--no-ff', '--no-edit', `work-${merge}`);
    this.#advance();
    return { edited: [...new Set(edited)], added };
  }

  /** What a pipeline does: a fresh clone, and from there a push. */
  async push(...argv: readonly string[]): Promise<Pushed> {
    const clone = await mkdtemp(join(tmpdir(), 'docs-clone-'));
    try {
      git(clone, 'clone', '--quiet', `file://${this.#repository}`, '.');
      const { platform } = this.world;
      platform.requests.reset();
      const env = { CI: 'true', DOCS_BASE_URL: platform.baseUrl, DOCS_API_KEY: platform.apiKey };
      const options = { cwd: clone, env, clock: this.#clock };
      const run = await runDocs(['push', '--publish', '--json', '--yes', ...argv], options);
      return {
        exitCode: run.exitCode,
        document: JSON.parse(run.stdout || '{}') as Document,
        requests: platform.requests.byOperation(),
      };
    } finally {
      await rm(clone, { recursive: true });
    }
  }
}

/** Merges and pushes that find nothing in their way. Resolves to the requests of each. */
async function expectMerges(team: Team, from: number, to: number): Promise<number[]> {
  const totals: number[] = [];
  for (let merge = from; merge <= to; merge += 1) {
    const before = team.texts.size;
    const { edited, added } = await team.merge(merge);
    const { exitCode, requests, document } = await team.push();
    expect({ merge, exitCode, summary: document.summary, requests }).toMatchObject({
      merge,
      exitCode: 0,
      summary: { conflict: 0, update: edited.length, create: added.length, unplaced: 0 },
    });
    const created: Record<string, number> = added.length === 0 ? {} : { createPage: added.length };
    expect(requests).toEqual({
      listAll: 1,
      readPage: before,
      updatePage: edited.length,
      publishPage: edited.length + added.length,
      ...created,
    });
    await expectAllRight(team);
    totals.push(document.requests.total);
  }
  return totals;
}

/** An editor changed a merged page: a conflict, until the edit is taken into the repository. */
async function expectConflict(team: Team, merge: number): Promise<void> {
  const { edited } = await team.merge(merge);
  const slug = edited[0] ?? '';
  const edit = '## Edited\n\nIn the browser.\n';
  await team.world.edit(`v1.0/guide/${slug}`, edit);
  const before = await team.world.platform.admin.pages();

  expect(await team.push()).toMatchObject({ exitCode: 5 });
  expect(await team.world.platform.admin.pages()).toEqual(before);

  const { exitCode, document } = await team.push('--skip-conflicts');
  expect(exitCode).toBe(7);
  expect(document.plan.filter(({ kind }) => kind === 'conflict')).toMatchObject([
    { key: `v1.0/guide/${slug}` },
  ]);
  const after = await team.world.platform.admin.pages();
  const isIt = (page: { readonly slug: string }): boolean => page.slug === slug;
  expect(after.find(isIt)).toEqual(before.find(isIt));
  await expectAllRight(team, slug);

  await team.commit(slug, edit);
  expect(await team.push()).toMatchObject({
    exitCode: 0,
    document: { summary: { conflict: 0, update: 0, create: 0, publish: 1 } },
  });
  await expectAllRight(team);
}

/** Each page is there once, published, with the text of the newest commit: all of them but these. */
async function expectAllRight({ world, texts }: Team, ...but: readonly string[]): Promise<void> {
  const pages = await world.platform.admin.pages();
  expect(pages.map(({ slug }) => slug).toSorted()).toEqual([...texts.keys()].toSorted());
  const wrong = pages.filter(({ slug, draft, published }) => {
    const text = sentOf(texts.get(slug) ?? '');
    return draft !== null || published === null || !samePage(published, text);
  });
  expect(wrong.map(({ slug }) => slug)).toEqual(but);
}

async function openTeam(): Promise<Team> {
  let ahead = 0;
  const clock: Clock = {
    now: () => realClock.now() + ahead,
    elapsed: () => realClock.elapsed() + ahead,
    sleep: (ms, signal) => realClock.sleep(ms, signal),
  };
  const repository = await temporaryFolder({
    'docs-cli.config.yml': 'content:\n  - path: docs\n',
    'docs/v1.0/settings.yaml': 'name: v1.0\nslug: v1.0\npublished: true\n',
    'docs/v1.0/guide/settings.yaml': 'slug: guide\n',
  });
  const world = await openWorld({}, { seedFolder: repository, reprint: true, clock });
  const team = new Team(world, repository, clock, () => {
    ahead += BETWEEN_MERGES_MS;
  });
  for (let n = 1; n <= FIRST_PAGES; n += 1) await team.write(slugOf(n), bodyOf(slugOf(n), 0));
  await writeFile(join(repository, '.gitignore'), '.docs-cli/\ndocs-cli.lock\n');
  git(repository, 'init', '--quiet', '--initial-branch', 'main');
  git(repository, 'add', '--all');
  git(repository, 'commit', '--quiet', '--message', 'Begin');
  return team;
}
