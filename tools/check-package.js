// Installs the packed tool as a user would, and runs it on the Nodes named on the command line.
//   node tools/check-package.js 20 22 24 latest
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { pack } from './pack.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const MAX_INSTALLED_MB = 30;
const STORE = /^(@libsql|libsql|@neon-rs|detect-libc)$/;

const folder = await mkdtemp(join(tmpdir(), 'docs-package-'));
try {
  await run('npx', ['publint', '--strict'], { cwd: root });
  const { file, sha256 } = await pack(folder);
  const again = await pack(join(folder, 'again'));
  if (again.sha256 !== sha256) throw new Error('packing twice made two different tarballs');
  console.log(`${basename(file)}: ${((await stat(file)).size / 1e6).toFixed(1)} MB`);

  const app = join(folder, 'app');
  await install(app, file);
  await checkManifest(join(app, 'node_modules/docs-cli/package.json'));
  const installed = (await sizeOf(join(app, 'node_modules'), STORE)) / 1e6;
  console.log(`installed without the platform's store: ${installed.toFixed(1)} MB`);
  if (installed > MAX_INSTALLED_MB) throw new Error(`more than ${MAX_INSTALLED_MB} MB installed`);

  const docs = join(app, 'node_modules/docs-cli/bin/docs.js');
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  for (const wanted of process.argv.slice(2)) await tryOn(await nodeOf(wanted), docs, version);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/**
 * Throws if the package would run something when it is installed, or could be published by accident.
 *
 * @param {string} path
 */
async function checkManifest(path) {
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  if ('scripts' in manifest) throw new Error('the packed manifest has scripts');
  if (manifest.private !== true) throw new Error('the packed manifest is not private');
}

/**
 * @param {string} node the executable
 * @param {string} docs the installed `bin/docs.js`
 * @param {string} version what `--version` must print
 */
async function tryOn(node, docs, version) {
  const options = { cwd: folder, env: { ...process.env, DOCS_API_KEY: '' }, maxBuffer: 2 ** 26 };
  const { stdout: name } = await run(node, ['--version']);
  const { stdout: printed } = await run(node, [docs, '--version'], options);
  if (printed.trim() !== version) throw new Error(`--version printed ${printed}`);
  await run(node, [docs, '--help'], options);
  await run(node, [docs, 'demo'], options);
  const server = process.env['DOCS_TEST_POSTGRES'] ?? '';
  if (server !== '') await serveFrom(server, node, docs);
  const also = server === '' ? '; no PostgreSQL to try' : ', and a platform on PostgreSQL';
  console.log(`${name.trim()}: --version, --help and demo run${also}`);
}

/**
 * Starts the platform on a database of its own, asks it, and stops it.
 *
 * @param {string} server where databases may be created
 * @param {string} node the executable
 * @param {string} docs the installed `bin/docs.js`
 */
async function serveFrom(server, node, docs) {
  const client = new Client({ connectionString: server });
  await client.connect();
  const name = `docs_package_${process.pid}`;
  try {
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
    const address = new URL(server);
    address.pathname = name;
    const argv = [docs, 'platform', 'start', '--json', '--database', address.href];
    const child = spawn(node, argv, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    const exit = once(child, 'exit');
    const [line] = await Promise.race([once(child.stdout, 'data'), exit]);
    const { baseUrl, apiKey } = JSON.parse(String(line));
    const { status } = await fetch(`${baseUrl}/users`, { headers: { 'X-Api-Key': apiKey } });
    if (status !== 200) throw new Error(`the platform on PostgreSQL answered ${status}`);
    child.kill('SIGTERM');
    const [code] = await exit;
    if (code !== 0) throw new Error(`the platform on PostgreSQL ended with ${code}`);
  } finally {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.end();
  }
}

/**
 * The executable of a Node version. Other majors than this process's come from the registry.
 *
 * @param {string} wanted
 */
async function nodeOf(wanted) {
  if (process.version.startsWith(`v${wanted}.`)) return process.execPath;
  const place = join(folder, `node-${wanted}`);
  await install(place, `node@${wanted}`);
  return join(place, 'node_modules/node/bin/node');
}

/**
 * @param {string} place
 * @param {string} what
 */
async function install(place, what) {
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'package.json'), '{"private":true}');
  await run('npm', ['install', '--omit=dev', '--no-audit', '--no-fund', '--silent', what], {
    cwd: place,
    maxBuffer: 2 ** 26,
  });
}

/**
 * The bytes of all files below a folder, without the entries that `except` names.
 *
 * @param {string} place
 * @param {RegExp} except
 * @returns {Promise<number>}
 */
async function sizeOf(place, except) {
  const entries = await readdir(place, { withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter(({ name }) => !except.test(name))
      .map(async (entry) => {
        const path = join(place, entry.name);
        if (entry.isDirectory()) return sizeOf(path, except);
        return entry.isFile() ? (await stat(path)).size : 0;
      }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
