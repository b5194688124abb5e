import { lstat, readFile, readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROWS } from '../commands/rows.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { isInside } from '../../src/files/inside.ts';
import { runDocs } from '../support/host.ts';
import { openWorld } from '../support/world.ts';
import type { World } from '../support/world.ts';
import { CANARY, CONTENT_LINKS, HOSTILE_FOLDERS, OUTSIDE } from './folders.ts';
import type { Ground, HostileFolder } from './folders.ts';
import { sampled } from './sampled.ts';

const FILES = {
  'docs-cli.config.yml':
    'content:\n  - path: docs\nreferences:\n  - file: openapi/petstore.yaml\n    version: v1.0\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\n',
  'docs/v1.0/guides/_settings.yaml': 'title: Guides\n',
  'docs/v1.0/guides/_nav.yaml': 'items:\n  - intro\n',
  'docs/v1.0/guides/intro.md': '---\ntitle: Intro\n---\n\nHow to begin, edited.\n',
  'docs/v1.0/tutorials/_settings.yaml': 'title: Tutorials\n',
  'openapi/petstore.yaml': 'openapi: 3.0.3\ninfo: { title: Petstore, version: 1.0.0 }\npaths: {}\n',
};

/** Each command as its row has it. */
const PLAIN = Object.values(ROWS).flatMap(({ argv, serves }) => (serves === true ? [] : [argv]));

/** What writes where a person says, or reads what may be a trap. */
const TELLING: readonly (readonly string[])[] = [
  ['pull', '--yes', '--force'],
  ['pull', 'v1.0/tutorials', '--yes', '--force'],
  ['sync', '--yes', '--pull', '--merge', '--force'],
  ['push', '--yes', '--force', '--publish', '--allow-listed'],
  ['push', '--dry-run'],
  ['push', '--out', 'out.md'],
  ['push', '--out', 'out/plan.json'],
  ['fmt', '--check'],
  ['fmt'],
  ['build', '--out', '.site'],
  ['review', '--out', 'out/review.html'],
  ['check', '--fix'],
  ['page', 'get', 'v1.0/guides/errors', '--output', 'out.md', '--force'],
  ['page', 'push', 'README.md', '--in', 'v1.0/guides', '--slug', 'readme', '--yes'],
  ['export', '--extract', 'out/pages'],
  ['export', '--output', 'out/pages.zip'],
  ['ref', 'get', 'petstore', '--in', 'v1.0', '--output', 'out.md'],
  ['ref', 'upload', '--create', '--yes'],
  ['ref', 'check'],
  ['complete', '--', 'page', 'get', ''],
  ['init', '--yes', '--force', '--ci', 'gitlab'],
  ['init', '--yes', '--force', '--publish', '--ci', 'gitlab'],
  ['version', 'list', '--json'],
  ['api', 'POST', '/page', '--input', 'out.md', '--yes'],
  ['access', 'grant', '--from', 'out.md', '--yes'],
  ['access', 'grant', 'ann@example.com', '--yes'],
  ['access', 'revoke', 'ann@example.com', '--yes'],
  ['push', '--plan', 'out.md', '--yes'],
];

const PAGES = [
  ['guides', 'errors', 'What goes wrong.\n'],
  ['tutorials', 'first-steps', 'How to walk.\n'],
] as const;

async function openPlatform(): Promise<World> {
  const world = await openWorld(FILES, { rateLimits: false });
  for (const [documentation, slug, text] of PAGES) {
    await world.write({
      [`docs/v1.0/${documentation}/${slug}.md`]: `---\ntitle: X\n---\n\n${text}`,
    });
  }
  const pushed = await world.run('push', '--yes', '--publish');
  if (pushed.exitCode !== 0) throw new Error(pushed.stderr);
  return world;
}

/** Where what is never content may lie in a project. */
const HIDDEN = ['.git/outside', '.env', 'node_modules/outside'];

/** A sound project and its surroundings, made hostile. `place` is where what nobody may read lies, seen from the project. */
async function build(hostile: HostileFolder, place: string): Promise<Ground> {
  const folder = await temporaryFolder();
  const project = join(folder, 'project');
  const ground = { project, outside: join(project, place) };
  await writeFiles(ground.project, { ...FILES, 'README.md': '# Read me\n' });
  await writeFiles(ground.outside, OUTSIDE);
  await hostile.build(ground);
  return ground;
}

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

/** Files and folders below, the folder itself included. */
async function pathsBelow(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return ['', ...names].toSorted();
}

async function age(folder: string): Promise<void> {
  for (const path of await pathsBelow(folder)) await utimes(join(folder, path), LONG_AGO, LONG_AGO);
}

/** What is there, and of each when it was last read and written. */
async function stateOf(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of await pathsBelow(folder)) {
    const { atime, mtime, mode } = await lstat(join(folder, path));
    found.push(`${path} read ${atime.toJSON()} written ${mtime.toJSON()} mode ${mode}`);
  }
  return found;
}

/** The text of a file, or nothing when it is gone: a database that is being closed takes its journal away. */
async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Files of the project that hold what only the outside had. */
async function copies({ project, outside }: Ground): Promise<string[]> {
  const entries = await readdir(project, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || isInside(path, outside)) continue;
    if ((await textOf(path)).includes(CANARY)) found.push(path);
  }
  return found;
}

describe.each(HOSTILE_FOLDERS)('in a folder with $name', (hostile) => {
  const turn = HOSTILE_FOLDERS.indexOf(hostile);
  const commands = [...sampled(PLAIN, turn), ...TELLING];

  const mayBeInside = CONTENT_LINKS.includes(hostile) || process.env['DOCS_FAULTS'] === 'all';
  const places = ['../outside', ...(mayBeInside ? HIDDEN : [])];

  test.each(places)('no command reads, writes or makes anything in %s', async (place) => {
    const { platform } = await openPlatform();
    const env = { DOCS_BASE_URL: platform.baseUrl, DOCS_API_KEY: platform.apiKey };
    const wrong: unknown[] = [];
    for (const argv of commands) {
      const ground = await build(hostile, place);
      const { project, outside } = ground;
      await age(outside);
      const before = await stateOf(outside);

      const run = await runDocs(argv, { cwd: project, env, stdin: 'KEY' });

      const after = await stateOf(outside);
      const changed = after.filter((line) => !before.includes(line));
      const gone = before.length - after.length;
      const said = [run.stdout, run.stderr].some((text) => text.includes(CANARY));
      const kept = await copies(ground);
      const isBug = run.stderr.includes('bug in docs');
      if (changed.length > 0 || gone > 0 || said || kept.length > 0 || isBug) {
        wrong.push({ argv: argv.join(' '), changed, gone, said, kept, ...run });
      }
      await rm(project, { recursive: true });
    }
    expect(wrong).toEqual([]);
    const pages = JSON.stringify(await platform.admin.pages());
    expect(pages).not.toContain(CANARY);
  });
});
