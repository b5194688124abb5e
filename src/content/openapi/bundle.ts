import { stringify } from 'yaml';
import { loadLibrary } from './library.ts';
import { componentsOf, partOrigins, type BundleParts } from './places/origins.ts';
import type { Problem } from './problem.ts';
import type { Definition } from './read.ts';
import type { ReferencedFiles } from './referenced-files.ts';
import { createResolver, documentOf } from './resolver.ts';
import { noRules } from './ruleset.ts';
import { isTree, type Tree } from './tree.ts';
import { outOfBounds } from './bounds.ts';

/** A definition in one document, or what is in the way of that. */
export type Bundling =
  | {
      readonly ok: true;
      readonly content: Tree;
      /** The text that would be sent. */
      readonly print: () => string;
      readonly parts: BundleParts;
    }
  | { readonly ok: false; readonly problem: Problem };

/**
 * One document out of a definition and the files it refers to, in the definition's own format; recursive references
 * become named components. Changes `definition.content`: to be called last.
 */
export async function bundle(definition: Definition, files: ReferencedFiles): Promise<Bundling> {
  const had = new Set(componentsOf(definition.content).map(([pointer]) => pointer));
  const content = await bundled(definition, files);
  if (!isTree(content) || outOfBounds(content) !== undefined) {
    const message =
      'its files refer to each other in circles, or too deep, to make one document of them';
    const { file } = definition;
    return {
      ok: false,
      problem: { severity: 'error', rule: 'bundle', message, why: null, file, line: 1, column: 1 },
    };
  }
  const parts = {
    documents: [...files.loaded.keys()],
    components: partOrigins(content, had, files.contents),
  };
  return { ok: true, content, print: () => print(content, definition.format), parts };
}

/** `undefined`: the library recurses through references, and these are chained too deep for its stack. */
async function bundled(definition: Definition, files: ReferencedFiles): Promise<unknown> {
  const library = await loadLibrary();
  const config = await noRules(library);
  try {
    const { bundle } = await library.bundle({
      doc: documentOf(library, definition),
      config,
      externalRefResolver: createResolver(library, definition, files),
      // An example's `externalValue` is a link for readers: it stays one.
      keepUrlRefs: true,
    });
    return bundle.parsed;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** YAML that readers of 1.1 understand alike: `no`, `2023-03-20` and the like are quoted. */
const print = (content: Tree, format: Definition['format']): string =>
  format === 'json'
    ? `${JSON.stringify(content, null, 2)}\n`
    : stringify(content, { aliasDuplicateObjects: false, lineWidth: 0, compat: 'yaml-1.1' });
