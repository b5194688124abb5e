import { stringify } from 'yaml';
import { loadLibrary } from './library.ts';
import { componentsOf, partOrigins, type BundleParts } from './places/origins.ts';
import { problemIn, type Problem } from './problem.ts';
import { losesDigits } from '../model/text/long-number.ts';
import { placeAt } from '../findings/place.ts';
import { shorten, type Definition } from './read.ts';
import type { ReferencedFiles } from './referenced-files.ts';
import { createResolver, documentOf } from './resolver.ts';
import { noRules } from './ruleset.ts';
import { isTree, type Tree } from './tree.ts';
import { outOfBounds } from './bounds.ts';

/** A definition in one document, or the problem that prevents it. */
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
 * Makes one document of a definition and the files that it refers to, in the definition's own format. Recursive references become named
 * components. Changes `definition.content`, so call it last.
 */
export async function bundle(definition: Definition, files: ReferencedFiles): Promise<Bundling> {
  const changed = await changedByPrinting(definition, files);
  if (changed !== undefined) return { ok: false, problem: changed };
  const had = new Set(componentsOf(definition.content).map(([pointer]) => pointer));
  const content = await bundled(definition, files);
  if (!isTree(content) || outOfBounds(content) !== undefined) {
    const message =
      'its files refer to each other in circles, or too deeply to be combined into one document';
    return { ok: false, problem: problemIn(definition.file, 'bundle', message) };
  }
  const parts = {
    documents: [...files.loaded.keys()],
    components: partOrigins(content, had, files.contents),
  };
  return { ok: true, content, print: () => print(content, definition.format), parts };
}

/** The first number that a bundle, which is printed from values, would have with other digits. */
async function changedByPrinting(
  { file, text, longNumbers }: Definition,
  { loaded }: ReferencedFiles,
): Promise<Problem | undefined> {
  for (const [document, source] of [[file, { text, longNumbers }] as const, ...loaded]) {
    const number = source.longNumbers.find(({ text: written }) => losesDigits(written));
    if (number === undefined) continue;
    const message = `the number ${shorten(number.text)} would become ${Number(number.text)} when the files are combined into one document`;
    return problemIn(document, 'long-number', message, placeAt(source.text, number.offset));
  }
  return undefined;
}

/** Returns `undefined` if the chains of references are too long for the library, which follows them recursively. */
async function bundled(definition: Definition, files: ReferencedFiles): Promise<unknown> {
  const library = await loadLibrary();
  const config = await noRules(library);
  try {
    const { bundle } = await library.bundle({
      doc: documentOf(library, definition),
      config,
      externalRefResolver: createResolver(library, definition, files),
      // The `externalValue` of an example is a link for readers, so it is kept.
      keepUrlRefs: true,
    });
    return bundle.parsed;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Prints YAML that YAML 1.1 readers understand in the same way: `no`, `2023-03-20` and similar values are quoted. */
const print = (content: Tree, format: Definition['format']): string =>
  format === 'json'
    ? `${JSON.stringify(content, null, 2)}\n`
    : stringify(content, { aliasDuplicateObjects: false, lineWidth: 0, compat: 'yaml-1.1' });
