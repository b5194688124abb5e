// Darkdown to HTML beside markdown-it and Markdoc on the same text: real pages if DOCS_CORPUS names them, else generated ones.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const CORPUS = process.env['DOCS_CORPUS'] ?? '';
const ROUNDS = 7;
const GOAL = 1.2;

/** What is measured is what ships: bundled, not transformed on the fly. */
async function bundled() {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        export { toHtml } from './src/content/darkdown/convert.ts';
        export { NO_PROJECT } from './src/content/darkdown/write/resolver.ts';
        export { default as MarkdownIt } from 'markdown-it';
        export { default as Markdoc } from '@markdoc/markdoc';`,
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    logLevel: 'error',
  });
  /** @type {{ exports: any }} */
  const module = { exports: {} };
  const code = outputFiles[0]?.text ?? '';
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval -- the bundle just built, from this repository
  new Function('module', 'exports', 'require', code)(
    module,
    module.exports,
    createRequire(import.meta.url),
  );
  return module.exports;
}

/** @returns {string[]} */
function realBodies() {
  if (!existsSync(CORPUS)) return [];
  return readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => readFileSync(join(CORPUS, file), 'utf8'))
    .map((text) => text.replace(/^---\n[\s\S]*?\n---(?:published|draft)?\n/, ''));
}

const GENERATED = `Text with **strong** words, a [link](/guide/start) and {% badge text="New" /%}.

## A heading

{% callout type="warning" title="Take care" %}
- One
- Two with \`code\`
{% /callout %}

| a | b |
| --- | --- |
| 1 | 2 |

\`\`\`js
const answer = 42;
\`\`\`

`;

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * @param {string[]} bodies
 * @param {(body: string) => unknown} convert
 */
async function milliseconds(bodies, convert) {
  const start = performance.now();
  for (const body of bodies) await convert(body);
  return performance.now() - start;
}

const HOSTILE = [
  '[[',
  '![',
  '%a',
  '{% ',
  '\n{% callout %}',
  '\n{% a="',
  '\n$plugin[{"a":[',
  '`a``',
  '*a **b _',
  '<a ',
  '\n> - ',
  '[a](',
  '&a;',
  '\n[a]: <',
  '|',
  '~~a ',
  '\n```',
  '$inline[',
];
const HOSTILE_LENGTH = 10_000;
const HOSTILE_GOAL_MS = 100;

/**
 * The slowest of texts that were made to be slow, each at its best of three: a busy machine is not what is measured.
 *
 * @param {(body: string) => unknown} convert
 */
async function slowest(convert) {
  let worst = { piece: '', ms: 0 };
  for (const piece of HOSTILE) {
    const body = piece.repeat(HOSTILE_LENGTH / piece.length);
    const times = [];
    for (let run = 0; run < 3; run += 1) times.push(await milliseconds([body], convert));
    const ms = Math.min(...times);
    if (ms > worst.ms) worst = { piece, ms };
  }
  return worst;
}

/** Rows for the table of `npm run bench`. Peers take turns, so that a busy machine is busy for all. */
export async function darkdownRows() {
  const { toHtml, NO_PROJECT, MarkdownIt, Markdoc } = await bundled();
  const real = realBodies();
  const bodies = real.length > 0 ? real : Array.from({ length: 300 }, () => GENERATED.repeat(6));
  const plain = new MarkdownIt();
  /** @type {[string, (body: string) => unknown][]} */
  const peers = [
    ['docs', (body) => toHtml(body, NO_PROJECT, { highlight: false })],
    ['markdown-it', (body) => plain.render(body)],
    ['Markdoc', (body) => Markdoc.renderers.html(Markdoc.transform(Markdoc.parse(body)))],
  ];
  /** @type {number[][]} */
  const times = peers.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, [, convert]] of peers.entries()) {
      times[index]?.push(await milliseconds(bodies, convert));
    }
  }
  const [docs = 0, markdownIt = 1, markdoc = 1] = times.map((each) => median(each));
  const hostile = await slowest((body) => toHtml(body, NO_PROJECT, { highlight: false }));
  const kind = real.length > 0 ? 'real' : 'generated';
  const speed = (/** @type {number} */ ms) => `${Math.round((bodies.length / ms) * 1000)} pages/s`;
  return [
    {
      what: `darkdown to HTML, highlighting off, ${bodies.length} ${kind} pages (beside markdown-it: ${speed(markdownIt)})`,
      figure: `${(docs / markdownIt).toFixed(2)} × (${speed(docs)})`,
      goal: `<= ${GOAL} × markdown-it`,
      ok: docs <= GOAL * markdownIt,
    },
    {
      what: `darkdown to HTML (beside @markdoc/markdoc: ${speed(markdoc)})`,
      figure: `${(docs / markdoc).toFixed(2)} ×`,
      goal: '',
      ok: null,
    },
    {
      what: `darkdown to HTML, the worst of ${HOSTILE.length} hostile texts of 10 kB (${JSON.stringify(hostile.piece)} repeated)`,
      figure: `${hostile.ms.toFixed(1)} ms`,
      goal: `<= ${HOSTILE_GOAL_MS} ms`,
      ok: hostile.ms <= HOSTILE_GOAL_MS,
    },
  ];
}
