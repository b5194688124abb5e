// Fewer files at start-up: `docs version list` reads 16 of them instead of 34 (ADR 61).
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** @typedef {import('esbuild').Metafile['outputs']} Outputs */

/** What is loaded one after the other by nearly every command. */
const STAGES = ['src/main.ts', 'src/ui/terminal.ts', 'src/config/load.ts'];

/**
 * A plugin that puts what a stage shares with others into one chunk. esbuild makes a chunk of the
 * modules that exactly the same entry points reach, and every lazily imported module is an entry
 * point here: a stage falls into a dozen tiny files. With this, a module that reaches a part of a
 * stage reaches all of it, which was loaded before it anyway.
 *
 * @param {import('esbuild').Metafile} metafile of the same bundle without the plugin
 * @returns {import('esbuild').Plugin}
 */
export function stagesOf({ outputs }) {
  const entries = Object.entries(outputs).flatMap(([chunk, { entryPoint }]) =>
    entryPoint === undefined ? [] : [{ chunk, module: entryPoint, reached: reach(chunk, outputs) }],
  );
  /** @type {Map<string, string[]>} The chunks of each. */
  const stages = new Map();
  /** @type {Set<string>} */
  const taken = new Set();
  for (const stage of STAGES) {
    const entry = entries.find(({ module }) => module === stage);
    if (entry === undefined) throw new Error(`${stage} is not imported lazily any more`);
    const { chunk: own, reached } = entry;
    const shared = [...reached].filter((chunk) => chunk !== own && !taken.has(chunk));
    for (const chunk of shared) taken.add(chunk);
    stages.set(`stage:${stage}`, shared);
  }
  /** @param {string} module the stages of which it needs a part */
  const neededBy = (module) => {
    const reached = entries.find((entry) => entry.module === module)?.reached;
    return [...stages].flatMap(([name, shared]) =>
      shared.some((chunk) => reached?.has(chunk)) ? [name] : [],
    );
  };

  return {
    name: 'stages',
    setup(build) {
      const root = build.initialOptions.absWorkingDir ?? process.cwd();
      build.onResolve({ filter: /^stage:/ }, ({ path }) => ({ path, namespace: 'stage' }));
      build.onLoad({ filter: /./, namespace: 'stage' }, ({ path }) => ({
        contents: (stages.get(path) ?? [])
          .flatMap((chunk) => Object.keys(outputs[chunk]?.inputs ?? {}))
          .filter((module) => module.startsWith('src/'))
          .map((module) => importOf(join(root, module)))
          .join('\n'),
        resolveDir: root,
      }));
      build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
        const needed = neededBy(relative(root, path).replaceAll('\\', '/'));
        if (needed.length === 0) return undefined;
        const contents = [await readFile(path, 'utf8'), ...needed.map(importOf)].join('\n');
        return { contents, loader: 'ts' };
      });
    },
  };
}

/**
 * The chunk and all that it imports, other than lazily.
 *
 * @param {string} chunk
 * @param {Outputs} outputs
 * @param {Set<string>} seen
 */
function reach(chunk, outputs, seen = new Set()) {
  if (seen.has(chunk)) return seen;
  seen.add(chunk);
  for (const { path, kind } of outputs[chunk]?.imports ?? []) {
    if (kind === 'import-statement' && path in outputs) reach(path, outputs, seen);
  }
  return seen;
}

/** @param {string} module */
const importOf = (module) => `import ${JSON.stringify(module)};`;
