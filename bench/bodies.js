// Texts for the benchmarks of pages, and the converter.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { lighter } from '../tools/lighter.js';

const CORPUS = process.env['DOCS_CORPUS'] ?? '';

/**
 * Bundles the converter and reviews as they ship, because code that is transformed on the fly is slower.
 *
 * @returns {Promise<typeof import('./bundle.ts')>}
 */
export async function bundled() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('bundle.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    plugins: [lighter],
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
export function realBodies() {
  if (!existsSync(CORPUS)) return [];
  return readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => readFileSync(join(CORPUS, file), 'utf8'))
    .map((text) => text.replace(/^---\n[\s\S]*?\n---(?:published|draft)?\n/, ''));
}

export const GENERATED = `Text with **strong** words, a [link](/guide/start) and {% badge text="New" /%}.

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

/** Texts that were made to be slow, if they are repeated. */
export const HOSTILE = [
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
