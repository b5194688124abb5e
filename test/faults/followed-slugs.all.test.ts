import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import type { PageId } from '../../src/model/ids.ts';
import { lockIn } from '../support/lock.ts';
import { builtTool } from '../support/built.ts';
import { openWorld, type World } from '../support/world.ts';
import { finishMove } from './finish-move.ts';
import { copyFolder, temporaryFolder } from '../support/folder.ts';

/** One trial in CI for so many moments. */
const [STRIDE, TIMEOUT_MS] = process.env['DOCS_FAULTS'] === 'all' ? [1, 3_600_000] : [23, 600_000];
const KILL_AT = resolve('test/faults/kill-at.js');

const tool = builtTool();

const TO_SEND = ['push', '--dry-run', '--json'];

const page = (title: string, body: string): string =>
  `---\ntype: page\ntitle: ${title}\n---\n\n${body}\n`;

const PAGES = {
  a: page('Page A', 'I am A. [B](b.md), [C](c.md#x), [myself](a.md).'),
  b: page('Page B', 'I am B. [A](a.md), [C](c.md).'),
  c: page('Page C', 'I am C. [A](a.md), [B](b.md).'),
  other: page('Other', 'To [A](a.md#one), [B](b.md), [C](c.md).'),
};

const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(Object.entries(PAGES).map(([name, text]) => [`${folder}/${name}.md`, text]));

const PLAIN = {
  'docs-cli.config.yml':
    'content:\n  - path: docs/v1/guide\n    version: v1\n    documentation: guide\n',
  ...filesIn('docs/v1/guide'),
};

const REPOSITORY = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1/_settings.yaml': 'name: v1\n',
  'docs/v1/guide/_settings.yaml': 'title: Guide\n',
  'docs/v1/guide/_nav.yaml': 'items: [a, b, c, other]\n',
  ...filesIn('docs/v1/guide'),
};

const NEW_SLUGS = [
  { what: 'two pages', slugs: { a: 'x', b: 'z' } },
  { what: 'one after the other', slugs: { a: 'b', b: 'd' } },
] as const;

const CASES = NEW_SLUGS.flatMap(({ what, slugs }) => [
  { what, slugs, where: 'names of files', files: REPOSITORY },
  { what, slugs, where: 'headers', files: PLAIN },
]);

async function permute(world: World, slugs: Readonly<Record<string, string>>): Promise<void> {
  const pages = await world.platform.admin.pages();
  const ids = Object.keys(slugs).map((was): [string, PageId | undefined] => [
    was,
    pages.find(({ slug }) => slug === was)?.id,
  ]);
  const editor = world.platform.admin.editor();
  for (const [was, id] of ids) if (id) await editor.edit(id, { slug: `away-from-${was}` });
  for (const [was, id] of ids) {
    const name = was.toUpperCase();
    const text = {
      title: `New title ${name}`,
      content: `New ${name}: [a](/guide/${slugs['a'] ?? 'a'}), [o](/guide/other).`,
    };
    const slug = slugs[was] ?? was;
    // One of them has a new text as well.
    if (id) await editor.edit(id, { slug, ...(was === 'b' ? text : {}) });
  }
}

/** A run that was killed may leave links as the platform has them: they lead to the same pages. */
const inOneSpelling = (text: string, fileOf: (slug: string) => string): string =>
  text.replaceAll(/\(\/guide\/(\w+)\)/g, (_, slug: string) => `(${fileOf(slug)})`);

/** What the lock says. A page still to be sent may have the line of the step before. */
const linesIn = async (folder: string): Promise<readonly unknown[]> =>
  [...(await lockIn(folder)).pages.values()]
    .map(({ id, title, sent, draft }) => ({ id, title, sent, draft }))
    .toSorted((a, b) => a.id - b.id);

interface Change {
  readonly kind: string;
  readonly key: string;
  readonly id: number;
  readonly file: string;
  readonly fields: readonly string[];
}

/** What is left to be done. Which notes are shown depends on what the folder looked like in between. */
const planOf = ({ stdout }: { readonly stdout: string }): readonly unknown[] =>
  (JSON.parse(stdout).plan as Change[])
    .filter(({ kind }) => kind !== 'unchanged')
    .map(({ kind, key, id, file, fields }) => ({ kind, key, id, file, fields }));

/** All files but those of the tool. */
async function contents(
  folder: string,
  fileOf: (slug: string) => string,
): Promise<Record<string, string>> {
  const names = await readdir(join(folder, 'docs'), { recursive: true, withFileTypes: true });
  const files = names
    .filter((name) => name.isFile())
    .map((name) => join(name.parentPath, name.name));
  const texts = files.map(async (file): Promise<[string, string]> => [
    file.slice(folder.length),
    inOneSpelling(await readFile(file, 'utf8'), fileOf),
  ]);
  return Object.fromEntries((await Promise.all(texts)).toSorted(([a], [b]) => a.localeCompare(b)));
}

/** Pulls until no file stays because another one has its new name. Resolves to the last run. */
async function pullAll(world: World) {
  for (let runs = 1; ; runs += 1) {
    const run = await world.run('pull', '--yes');
    if (runs > 3 || !/exists already|has that slug/.test(run.stdout)) return run;
  }
}

describe('a pull that follows new slugs', () => {
  test.each(CASES)(
    'killed at any moment is finished by later ones, or by a person: $what, in $where',
    async ({ slugs, files, where }) => {
      const world = await openWorld(files, { rateLimits: false });
      await world.run('push', '--yes');
      await permute(world, slugs);
      const before = await temporaryFolder({});
      copyFolder(world.folder, before);
      const isNamed = where === 'names of files';
      const fileOf = (slug: string): string => {
        const was = Object.entries(slugs).find(([, now]) => now === slug)?.[0] ?? slug;
        return `${isNamed ? slug : was}.md`;
      };
      const docs = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
        execa(process.execPath, ['--import', KILL_AT, tool.docs, ...argv], {
          cwd: world.folder,
          env: {
            DOCS_BASE_URL: world.platform.baseUrl,
            DOCS_API_KEY: world.platform.apiKey,
            ...env,
          },
          reject: false,
        });
      expect(await pullAll(world)).toMatchObject({ exitCode: 0 });
      const wanted = await contents(world.folder, fileOf);
      const lock = await linesIn(world.folder);
      const left = planOf(await world.run(...TO_SEND));

      let killed = 0;
      for (let moment = 1, over = false; !over; moment += STRIDE) {
        await rm(world.folder, { recursive: true });
        copyFolder(before, world.folder);
        const { signal } = await docs(['pull', '--yes'], { DOCS_KILL_AT: String(moment) });
        over = signal !== 'SIGKILL';
        if (!over) killed += 1;
        await finishMove(world);
        const between = JSON.parse((await world.run(...TO_SEND)).stdout).plan as Change[];
        expect({ moment, made: between.filter(({ kind }) => kind === 'create') }).toEqual({
          moment,
          made: [],
        });
        const { exitCode, stderr, stdout } = await pullAll(world);
        const found = await contents(world.folder, fileOf);
        expect({ moment, found, stderr, stdout }).toMatchObject({ moment, found: wanted });
        expect({ moment, exitCode }).toEqual({ moment, exitCode: 0 });
        expect({
          moment,
          lock: await linesIn(world.folder),
          left: planOf(await world.run(...TO_SEND)),
        }).toEqual({ moment, lock, left });
      }
      expect(killed).toBeGreaterThan(2);
    },
    TIMEOUT_MS,
  );
});
