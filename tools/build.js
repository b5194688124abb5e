// Builds dist/: one small entry, and a chunk for whatever is imported lazily. Beside it, what is made of the sources for readers and editors.
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { buildInfo } from './build-info.js';
import { CREDIT, iconLines } from './icons.js';
import { ALIASES } from './aliases.js';
import { writeGenerated } from './generated.js';
import { lighter } from './lighter.js';
import { stagesOf } from './stages.js';
import { swaggerUi } from './swagger-ui.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const TARGET = 'node20.19';

/** Not bundled: native binaries, a driver that few need, a compiler that cosmiconfig can spare. */
const EXTERNAL = ['libsql', 'pg', 'typescript'];

/** What a chunk that asks for its own place is given instead. */
const OWN_URL = {
  'import.meta.url': 'ownUrl',
  'import.meta.filename': '__filename',
  'import.meta.dirname': '__dirname',
};
const OWN_URL_LINE = `const ownUrl = require('node:url').pathToFileURL(__filename).href;\n`;

/**
 * Bundles the tool. The metafile tells which chunk holds which module.
 *
 * @param {{ write: boolean, outdir?: string }} options
 */
export async function bundle({ write, outdir = 'dist' }) {
  const draft = await buildWith([lighter], outdir);
  const { metafile, outputFiles } = await buildWith([lighter, stagesOf(draft.metafile)], outdir);
  if (!write) return { metafile };
  for (const { path, text } of outputFiles) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await commonJs(text));
  }
  const site = await siteAssets(outdir);
  return { metafile: { ...metafile, inputs: { ...metafile.inputs, ...site.inputs } } };
}

/** What browsers run on pages of the reader site, by the names that pages ask for. */
const SITE = 'src/site/assets';
const SITE_ENTRIES = [
  'early.ts',
  'site.ts',
  'live.ts',
  'reference.ts',
  'site.css',
  'reference.css',
];

/**
 * Bundles scripts and style of the reader site. They are files because its pages allow no inline ones.
 *
 * @param {string} outdir
 */
async function siteAssets(outdir) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: SITE_ENTRIES.map((name) => `${SITE}/${name}`),
    outdir: `${outdir}/site`,
    bundle: true,
    minify: true,
    // A build may be read from a disk, and browsers load no modules from there.
    format: 'iife',
    platform: 'browser',
    // The first browsers with `light-dark()` and popovers, which the two themes and the menu use.
    target: ['chrome123', 'firefox125', 'safari17.5'],
    tsconfig: `${SITE}/tsconfig.json`,
    plugins: [swaggerUi],
    banner: { css: `/* ${CREDIT} */` },
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  });
  for (const name of ['icon.svg', 'frame.html'])
    await copyFile(`${root}/${SITE}/${name}`, join(resolve(root, outdir), 'site', name));
  await writeFile(join(resolve(root, outdir), 'site/icons.txt'), iconLines());
  return metafile;
}

/**
 * Exports as plain values. esbuild makes getters of them, because a module may change what it
 * exports; ours never do, and most calls of a run are of another chunk's functions (ADR 61).
 */
const PLAIN_EXPORTS =
  'module.exports = Object.defineProperty({ ...module.exports }, "__esModule", { value: true });\n';

/**
 * A chunk as CommonJS, which Node starts faster (ADR 61). esbuild only splits ES modules.
 *
 * @param {string} text
 */
async function commonJs(text) {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: TARGET,
    supported: { 'dynamic-import': false },
    define: OWN_URL,
  });
  return (code.includes('ownUrl') ? OWN_URL_LINE : '') + code + PLAIN_EXPORTS;
}

/**
 * @param {import('esbuild').Plugin[]} plugins
 * @param {string} outdir
 */
function buildWith(plugins, outdir) {
  return build({
    absWorkingDir: root,
    entryPoints: ['src/main.ts'],
    outdir,
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: TARGET,
    chunkNames: 'chunks/[name]-[hash]',
    outExtension: { '.js': '.cjs' },
    external: EXTERNAL,
    plugins,
    alias: ALIASES,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
}

/**
 * The notices of all packages whose code is in the bundle, as their licences ask.
 *
 * @param {import('esbuild').Metafile} metafile
 */
async function notices(metafile) {
  const folders = new Set(
    Object.keys(metafile.inputs).flatMap(
      (path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
    ),
  );
  const parts = await Promise.all(
    [...folders].toSorted().map(async (folder) => {
      const { name, version, license } = JSON.parse(
        await readFile(`${root}/${folder}/package.json`, 'utf8'),
      );
      return `## ${name} ${version} (${license})\n\n${await licenceText(`${root}/${folder}`)}\n`;
    }),
  );
  return `# Third-party code in this package\n\n${parts.join('\n')}`;
}

/**
 * The package's licence and notice, and those of packages that it has bundled itself.
 *
 * @param {string} folder
 */
async function licenceText(folder) {
  const more = ['NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'].map((name) =>
    readFile(`${folder}/${name}`, 'utf8').catch(() => ''),
  );
  const texts = [await ownLicence(folder), ...(await Promise.all(more))];
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n');
}

/** @param {string} folder */
async function ownLicence(folder) {
  for (const name of ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'license.md', 'LICENCE']) {
    const text = await readFile(`${folder}/${name}`, 'utf8').catch(() => undefined);
    if (text !== undefined) return text.trim();
  }
  return 'The package ships no licence text; its package.json names the licence above.';
}

/** Writes `dist/` and the generated files. */
export async function writeBuild() {
  await rm(`${root}/dist`, { recursive: true, force: true });
  const [{ metafile }] = await Promise.all([bundle({ write: true }), writeGenerated()]);
  await writeFile(`${root}/dist/THIRD-PARTY.md`, await notices(metafile));
  const info = await buildInfo(root, `${root}/dist`);
  await writeFile(`${root}/dist/build.json`, `${JSON.stringify(info)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeBuild();
