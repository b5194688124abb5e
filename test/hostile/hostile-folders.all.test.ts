import { cpSync, lstatSync, readFileSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROWS } from '../commands/rows.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { isInside } from '../../src/system/files/path.ts';
import { runDocs } from '../support/host.ts';
import { openWorld } from '../support/world.ts';
import type { World } from '../support/world.ts';
import { CANARY, CONTENT_LINKS, HOSTILE_FOLDERS, OUTSIDE } from './folders.ts';
import type { Ground, HostileFolder } from './folders.ts';
import { sampled } from '../support/sampled.ts';

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

/**
 * A sound project and its surroundings, made hostile. `place`: where, seen from the project, lies
 * what nobody may read. Each call of the result lays them out as if nothing had run there: about a
 * thousand times, so without promises.
 */
async function groundOf(hostile: HostileFolder, place: string): Promise<() => Ground> {
  const folder = await temporaryFolder();
  const [sample, used] = [join(folder, 'sample'), join(folder, 'used')];
  const ground = { project: join(used, 'project'), outside: join(used, 'project', place) };
  const project = join(sample, 'project');
  await writeFiles(project, { ...FILES, 'README.md': '# Read me\n' });
  await writeFiles(join(project, place), OUTSIDE);
  await hostile.build({ ...ground, project });
  return () => {
    rmSync(used, { recursive: true, force: true });
    cpSync(sample, used, { recursive: true, verbatimSymlinks: true });
    return ground;
  };
}

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

/** Files and folders below, the folder itself included. */
const pathsBelow = (folder: string): string[] =>
  ['', ...(readdirSync(folder, { recursive: true }) as string[])].toSorted();

function age(folder: string): void {
  for (const path of pathsBelow(folder)) utimesSync(join(folder, path), LONG_AGO, LONG_AGO);
}

/** What is there, and of each when it was last read and written. */
const stateOf = (folder: string): readonly string[] =>
  pathsBelow(folder).map((path) => {
    const { atime, mtime, mode } = lstatSync(join(folder, path));
    return `${path} read ${atime.toJSON()} written ${mtime.toJSON()} mode ${mode}`;
  });

/** The text of a file, or nothing when it is gone: a database that is being closed takes its journal away. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Files of the project that hold what only the outside had. */
const copies = ({ project, outside }: Ground): string[] =>
  readdirSync(project, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !isInside(path, outside) && textOf(path).includes(CANARY));

describe.each(HOSTILE_FOLDERS)('in a folder with $name', (hostile) => {
  const turn = HOSTILE_FOLDERS.indexOf(hostile);
  const commands = sampled([...PLAIN, ...TELLING], turn, 12);

  const mayBeInside = CONTENT_LINKS.includes(hostile) || process.env['DOCS_FAULTS'] === 'all';
  const places = ['../outside', ...(mayBeInside ? HIDDEN : [])];

  test.each(places)('no command reads, writes or makes anything in %s', async (place) => {
    const { platform } = await openPlatform();
    const env = { DOCS_BASE_URL: platform.baseUrl, DOCS_API_KEY: platform.apiKey };
    const wrong: unknown[] = [];
    const layOut = await groundOf(hostile, place);
    for (const argv of commands) {
      const ground = layOut();
      const { project, outside } = ground;
      age(outside);
      const before = stateOf(outside);

      const run = await runDocs(argv, { cwd: project, env, stdin: 'KEY' });

      const after = stateOf(outside);
      const changed = after.filter((line) => !before.includes(line));
      const gone = before.length - after.length;
      const said = [run.stdout, run.stderr].some((text) => text.includes(CANARY));
      const kept = copies(ground);
      const isBug = run.stderr.includes('bug in docs');
      if (changed.length > 0 || gone > 0 || said || kept.length > 0 || isBug) {
        wrong.push({ argv: argv.join(' '), changed, gone, said, kept, ...run });
      }
    }
    expect(wrong).toEqual([]);
    const pages = JSON.stringify(await platform.admin.pages());
    expect(pages).not.toContain(CANARY);
  });
});
