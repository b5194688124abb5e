/** A pipeline that keeps no lock never takes its own pushes for somebody's edits. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { git } from '../support/git.ts';
import { openWorkbench, pageFile } from './workbench.ts';

/** How many histories are played. */
const HISTORIES = Number(process.env['DOCS_HISTORIES'] ?? 6);

interface Page {
  readonly name: string;
  title: string;
  slug: string;
  folder: string;
  lines: string[];
  /** Names of pages that it links to. */
  links: string[];
}

const FOLDERS = ['', 'one/', 'two/', 'two/deep/'];
const pathOf = ({ folder, slug }: Page): string => `docs/v1/guide/${folder}${slug}.md`;

const step = fc.record({
  kind: fc.constantFrom(
    'edit',
    'move',
    'move',
    'rename',
    'retitle',
    'link',
    'add',
    'move and edit',
    'rename and edit',
  ),
  page: fc.nat(30),
  choice: fc.nat(30),
});
const history = fc.array(
  fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 4 }), pushed: fc.boolean() }),
  {
    minLength: 8,
    maxLength: 8,
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class Site {
  readonly pages: Page[] = [];
  #count = 0;
  /** Slugs that a page had at the last push: another page that takes one over is taken for it. */
  #had = new Set<string>();

  constructor() {
    for (let n = 0; n < 5; n += 1) this.#add(n);
  }

  pushed(): void {
    this.#had = new Set(this.pages.map(({ slug }) => slug));
  }

  do({ kind, page: at, choice }: Step): void {
    const page = this.pages[at % this.pages.length];
    if (!page) return;
    this.#count += 1;
    if (kind === 'add') this.#add(choice);
    if (kind.startsWith('move')) page.folder = FOLDERS[choice % FOLDERS.length] ?? '';
    if (kind.startsWith('rename')) this.#rename(page, choice);
    if (kind === 'retitle') page.title = `Title ${this.#count}`;
    if (kind.endsWith('edit'))
      page.lines[choice % page.lines.length] = `Edited ${this.#count} of ${page.name}.`;
    if (kind === 'link') page.links = [this.pages[choice % this.pages.length]?.name ?? ''];
  }

  #add(choice: number): void {
    const name = `p${this.#count}n${this.pages.length}`;
    const lines = Array.from({ length: 14 }, (_, n) => `Line ${n} of ${name}, and more of it.`);
    const folder = FOLDERS[choice % FOLDERS.length] ?? '';
    this.pages.push({ name, title: name, slug: name, folder, lines, links: [] });
  }

  #rename(page: Page, choice: number): void {
    const slug = `s${choice}`;
    const isTaken = this.#had.has(slug) || this.pages.some((other) => other.slug === slug);
    if (!isTaken) page.slug = slug;
  }

  files(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      this.pages.map((page) => {
        const links = page.links.flatMap((name) => {
          const to = this.pages.find((other) => other.name === name);
          if (!to) return [];
          const up = '../'.repeat(page.folder.split('/').length - 1);
          return [`See [${name}](${up}${to.folder}${to.slug}.md).`];
        });
        return [pathOf(page), pageFile(page.title, `${[...page.lines, ...links].join('\n\n')}\n`)];
      }),
    );
  }
}

test(
  'a pipeline without a lock reports no false conflict and creates no page twice, over generated histories',
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (commits) => {
        const site = new Site();
        const bench = await openWorkbench({}, { protection: 'none' });
        const { folder } = bench;
        git(folder, 'init', '-q');
        const commit = async (): Promise<void> => {
          await rm(join(folder, 'docs/v1/guide'), { recursive: true });
          await bench.write({ 'docs/v1/guide/settings.yaml': 'slug: guide\n', ...site.files() });
          git(folder, 'add', '-A', 'docs');
          git(folder, 'commit', '-q', '--allow-empty', '-m', 'Commit');
        };
        const push = async (): Promise<void> => {
          await rm(join(folder, '.docs-cli'), { recursive: true, force: true });
          await rm(join(folder, 'docs-cli.lock'), { force: true });
          const { prepared, outcome } = await bench.push({ force: true });
          expect(prepared.summary).toMatchObject({ conflict: 0, unplaced: 0 });
          expect(outcome).toMatchObject({ failed: [], skipped: [] });
          site.pushed();
          const pages = await bench.pages();
          expect([...pages.keys()].toSorted()).toEqual(
            site.pages.map(({ slug }) => `v1/guide/${slug}`).toSorted(),
          );
          for (const { slug, title, lines } of site.pages) {
            const page = pages.get(`v1/guide/${slug}`);
            expect(page).toMatchObject({ title });
            for (const line of lines) expect(page?.draft).toContain(line);
          }
        };
        await commit();
        await push();
        for (const { steps, pushed } of commits) {
          for (const each of steps) site.do(each);
          await commit();
          if (pushed) await push();
        }
        await push();
      }),
      { numRuns: HISTORIES, endOnFailure: true },
    );
  },
  60_000 + HISTORIES * 10_000,
);
