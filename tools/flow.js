// npm run flow [-- --list | --pairs]: how many files one edited page passes between the command and the lock's line, and how many of sync its write does.
// Fails if either is more than the limits below. `--list` prints the way, `--pairs` between which files it leads most often, and how much of it is in
// each folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { ALIASES } from './aliases.js';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const DOCS = join(root, 'bin/docs.js');
const PAGE = '---\ntype: page\ntitle: Start\nlisted: true\n---\n\nHere it begins.\n';
/** What declares commands and shows results is on everybody's way. */
const BELOW_COMMANDS = /^src\/(?:api|content|model|move|sync|system)\//;
/** As many as there are today. Lower them with each step that makes the way shorter. */
const MAX_FILES = 129;
const MAX_WRITE_FILES = 12;
/** The write begins and ends here. */
const WRITE = 'src/sync/write/push-page.ts';
/** Its other workers begin while the write waits. */
const POOL = 'src/sync/pool.ts';
const CONFIG = 'content:\n  - path: docs\n';

/** The name by which each function tells the tracer which file it is in. */
const ENTER = '__flowEnter';

/**
 * A module whose functions first call `ENTER` with their file. Others' functions are not followed.
 *
 * @param {string} text
 * @param {string} file
 */
function traced(text, file) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const call = `${ENTER}(${JSON.stringify(relative(root, file))})`;
  /** @type {[number, string][]} */
  const insertions = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const { body } = /** @type {{ body: ts.Node }} */ (node);
      if (!ts.isBlock(body)) insertions.push([body.getStart(), `(${call},`], [body.end, ')']);
      else if (!ts.isConstructorDeclaration(node) || !derives(node))
        insertions.push([body.getStart() + 1, `${call};`]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  insertions.sort(([a], [b]) => b - a);
  let out = text;
  for (const [at, what] of insertions) out = out.slice(0, at) + what + out.slice(at);
  return out;
}

/** Nothing may come before `super()`. @param {ts.ConstructorDeclaration} node */
const derives = ({ parent }) =>
  parent.heritageClauses?.some(({ token }) => token === ts.SyntaxKind.ExtendsKeyword) === true;

/** The tool with the tracer in it. @param {string} folder */
async function bundleTraced(folder) {
  await build({
    absWorkingDir: root,
    entryPoints: ['src/main.ts'],
    outfile: join(folder, 'dist/main.cjs'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    external: ['libsql', 'typescript'],
    define: {
      'import.meta.url': 'ownUrl',
      'import.meta.filename': '__filename',
      'import.meta.dirname': '__dirname',
    },
    alias: ALIASES,
    banner: { js: TRACER },
    logLevel: 'error',
    plugins: [
      {
        name: 'trace',
        setup: (builder) =>
          builder.onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => ({
            contents: traced(await readFile(path, 'utf8'), path),
            loader: 'ts',
          })),
      },
    ],
  });
}

/** Keeps the way of the run, and writes it where the environment says. */
const TRACER = `
const ownUrl = require('node:url').pathToFileURL(__filename).href;
const way = [];
globalThis.${ENTER} = (file) => { if (way.at(-1) !== file) way.push(file); };
process.once('exit', () => {
  if (process.env.FLOW_FILE) require('node:fs').writeFileSync(process.env.FLOW_FILE, JSON.stringify(way));
});
`;

/**
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<void>}
 */
function run(args, { cwd, env }) {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`docs ${args.slice(1).join(' ')}: ${code}\n${said}`)),
    );
  });
}

/**
 * The embedded platform, with places for the pages of the folder.
 *
 * @param {string} folder
 * @returns {Promise<{ baseUrl: string, apiKey: string, stop: () => void }>}
 */
async function startPlatform(folder) {
  const args = [DOCS, 'platform', 'start', '--from', 'docs', '--json'];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { ...JSON.parse(String(line)), stop: () => child.kill() };
}

/** The way of `docs push` after one page was edited: files in the order of their first calls. */
async function wayOfOnePage() {
  const folder = await mkdtemp(join(tmpdir(), 'docs-flow-'));
  const tool = join(folder, 'tool');
  const project = join(folder, 'project');
  const page = join(project, 'docs/v1.0/guide/start.md');
  const wayFile = join(folder, 'way.json');
  try {
    await mkdir(join(project, 'docs/v1.0/guide'), { recursive: true });
    await writeFile(join(project, 'docs-cli.config.yml'), CONFIG);
    await writeFile(page, PAGE);
    await cp(join(root, 'bin'), join(tool, 'bin'), { recursive: true });
    await cp(join(root, 'package.json'), join(tool, 'package.json'));
    await bundleTraced(tool);
    const { baseUrl, apiKey, stop } = await startPlatform(project);
    try {
      const env = {
        PATH: process.env['PATH'],
        HOME: folder,
        DOCS_BASE_URL: baseUrl,
        DOCS_API_KEY: apiKey,
      };
      const push = [join(tool, 'bin/docs.js'), 'push', '--yes'];
      await run(push, { cwd: project, env });
      await writeFile(page, `${PAGE}And continues.\n`);
      await run(push, { cwd: project, env: { ...env, FLOW_FILE: wayFile } });
    } finally {
      stop();
    }
    /** @type {string[]} */
    const way = JSON.parse(await readFile(wayFile, 'utf8'));
    return way;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * How often each name occurs, those that occur most first.
 *
 * @param {string[]} names
 * @param {number} most
 */
function printCounts(names, most) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, most);
  for (const [name, count] of sorted) console.log(`${String(count).padStart(5)}  ${name}`);
  console.log();
}

const way = (await wayOfOnePage())
  .filter((file) => BELOW_COMMANDS.test(file))
  .filter((file, index, all) => file !== all[index - 1]);
const files = new Set(way);
if (process.argv.includes('--list')) for (const file of way) console.log(file);
if (process.argv.includes('--pairs')) {
  const steps = way.slice(1).map((file, index) => [way[index] ?? '', file].toSorted().join('  '));
  printCounts(steps, 40);
  printCounts(way.map(dirname), Infinity);
}
const write = new Set(
  way
    .slice(way.indexOf(WRITE), way.lastIndexOf(WRITE) + 1)
    .filter((file) => file.startsWith('src/sync/') && file !== POOL),
);
console.log(
  `${files.size} files (at most ${MAX_FILES}), its write ${write.size} of sync (at most ${MAX_WRITE_FILES})`,
);
if (files.size > MAX_FILES || write.size > MAX_WRITE_FILES || write.size === 0)
  process.exitCode = 1;
