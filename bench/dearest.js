// The dearest of the inputs that test/hostile/generated.all.test.ts tries, each as long as its limit allows.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { DOCS, run } from './measure.js';

const MAX_SECONDS = 10;

/** Those that took longest when all were tried. */
const DEAREST = [
  ['docs/v1.0/_settings.yaml of keys', 'check'],
  ['docs/v1.0/guide/_nav.yaml of anchors', 'check'],
  ['a body of "{% x %}\\n\\n"', 'fmt'],
  ['a body of "![\\n"', 'build'],
  ['a docusaurus page of "<Tabs>\\n"', 'import'],
  ['a docusaurus page of "[\\n\\n"', 'import'],
  ['rewrites of VitePress', 'import'],
];

/** @returns {Promise<import('./measure.js').Row[]>} */
export async function dearestRows() {
  const built = await build({
    entryPoints: ['test/hostile/shapes.ts'],
    bundle: true,
    write: false,
    format: 'esm',
  });
  const code = Buffer.from(built.outputFiles[0]?.contents ?? []).toString('base64');
  /** @type {typeof import('../test/hostile/shapes.ts')} */
  const { shapes } = await import(`data:text/javascript;base64,${code}`);
  const all = shapes(1);
  const rows = [];
  for (const [name, command] of DEAREST) {
    const shape = all.find((each) => each.name === name);
    const args = shape?.commands.find(([word]) => word === command);
    if (shape === undefined || args === undefined) throw new Error(`no shape ${name}`);
    rows.push({ what: `docs ${args.join(' ')}: ${name}`, ms: await fastest(shape.files, args) });
  }
  const [{ what, ms } = { what: '', ms: 0 }] = rows.toSorted((a, b) => b.ms - a.ms);
  return [
    {
      what: `the dearest file, ${what}`,
      figure: `${(ms / 1000).toFixed(1)} s`,
      goal: `<= ${MAX_SECONDS} s`,
      ok: ms <= MAX_SECONDS * 1000,
    },
  ];
}

/**
 * @param {Readonly<Record<string, string>>} files
 * @param {readonly string[]} args
 */
async function fastest(files, args) {
  const folder = await mkdtemp(join(tmpdir(), 'docs-bench-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
    const times = [];
    for (let turn = 0; turn < 2; turn += 1) {
      await rm(join(folder, 'site'), { recursive: true, force: true });
      times.push((await run({ args: [DOCS, ...args], cwd: folder })).ms);
    }
    return Math.min(...times);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
