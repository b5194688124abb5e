/** The gate that a definition passes on its way out: read, hold to the rules, make one document of it, weigh it. */
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { MAX_DEFINITION_BYTES } from '../../model/operations.ts';
import { bundle } from './bundle.ts';
import { loadLibrary } from './library.ts';
import type { Problem } from './problem.ts';
import { readDefinition } from './read.ts';
import { createResolver, type ReferencePolicy } from './resolver.ts';
import { loadRuleset } from './ruleset.ts';
import type { Tree } from './tree.ts';
import { validate } from './validate.ts';

/** What would be sent. */
export interface Upload {
  /** File name without folders: the platform tells the format by it. */
  readonly name: string;
  /** The author's own, to the byte, unless it took several files. */
  readonly bytes: Uint8Array;
  readonly content: Tree;
  readonly title: string;
  readonly specification: string;
  readonly bundled: boolean;
}

/** What a check found in one file, and what an upload of it would send. */
export interface CheckedDefinition {
  readonly file: string;
  readonly problems: readonly Problem[];
  /** What was left out of the project's ruleset. */
  readonly notes: readonly string[];
  /** `null` if a problem is an error. */
  readonly upload: Upload | null;
}

/** Checks the definition in `file`, an absolute path. Rejects with `RulesetError`, or if the file cannot be read. */
export async function checkFile(file: string, policy: ReferencePolicy): Promise<CheckedDefinition> {
  const { size } = await stat(file);
  return size > MAX_DEFINITION_BYTES
    ? refused(file, tooLarge(file, size))
    : checkDefinition(await readFile(file), file, policy);
}

/** The same, for bytes that came from `file`. */
export async function checkDefinition(
  bytes: Uint8Array,
  file: string,
  policy: ReferencePolicy,
): Promise<CheckedDefinition> {
  if (bytes.length > MAX_DEFINITION_BYTES) return refused(file, tooLarge(file, bytes.length));
  const reading = await readDefinition(bytes, file);
  if (!reading.ok) return refused(file, reading.problem);
  const { definition } = reading;

  const library = await loadLibrary();
  const resolver = createResolver(library, definition, policy);
  const ruleset = await loadRuleset(library, policy.root, file);
  const problems = await validate(library, definition, ruleset, resolver);
  policy.signal.throwIfAborted();
  const result: CheckedDefinition = { file, problems, notes: ruleset.notes, upload: null };
  if (problems.some(({ severity }) => severity === 'error')) return result;

  const { title, specification, content } = definition;
  const own = { name: basename(file), title, specification };
  if (resolver.loaded.size === 0)
    return { ...result, upload: { ...own, bytes, content, bundled: false } };
  const bundling = await bundle(library, definition, resolver);
  if (!bundling.ok) return { ...result, problems: [...problems, bundling.problem] };
  const sent = Buffer.from(bundling.text);
  return sent.length > MAX_DEFINITION_BYTES
    ? { ...result, problems: [...problems, tooLarge(file, sent.length)] }
    : { ...result, upload: { ...own, bytes: sent, content: bundling.content, bundled: true } };
}

const refused = (file: string, problem: Problem): CheckedDefinition => ({
  file,
  problems: [problem],
  notes: [],
  upload: null,
});

const tooLarge = (file: string, size: number): Problem => ({
  severity: 'error',
  rule: 'size',
  message: `${(size / 2 ** 20).toFixed(1)} MB, and the platform takes 8 MB`,
  file,
  line: 1,
  column: 1,
});
