/** The check before an upload: reads a definition, applies the rules, makes one document of it, and checks its size. */
import { basename } from 'node:path';
import { readRegular } from '../files/read-file.ts';
import { RefusedFile } from '../model/file-trouble.ts';
import { sizeProblem } from '../model/input-limits.ts';
import type { RuleSetting } from '../model/project.ts';
import { bundle } from './bundle.ts';
import type { CheckKey, KeptChecks, FileWitness } from './kept-checks.ts';
import type { WrittenNumber } from './long-numbers.ts';
import type { BundleParts } from './places/origins.ts';
import { keptTexts, type ComparableDefinition } from './places/definition-texts.ts';
import type { Problem } from './problem.ts';
import { readDefinition, type Definition } from './read.ts';
import { ReferencedFiles, type ReferencePolicy } from './referenced-files.ts';
import { loadRuleset, NO_RULES } from './ruleset.ts';
import type { Tree } from './tree.ts';
import { lostInBundle, validate } from './validate.ts';

/** The rules for a definition. */
export interface Checks {
  /** Severities from the project's settings, by rule name. They override its `redocly.yaml`. */
  readonly rules: Readonly<Record<string, RuleSetting>>;
  /** Applies no rules: the definition only has to be readable and small enough. */
  readonly none: boolean;
}

const STANDARD: Checks = { rules: {}, none: false };

/** What would be sent. */
export interface Upload {
  /** File name without folders: the platform derives the format from it. */
  readonly name: string;
  /** The author's own file, byte for byte, unless several files were bundled. */
  readonly bytes: Uint8Array;
  readonly content: Tree;
  readonly longNumbers: readonly WrittenNumber[];
  readonly title: string;
  readonly specification: string;
  readonly bundled: boolean;
  /** The parts that were bundled; `null` if the definition is one file. */
  readonly parts: BundleParts | null;
}

/** The findings of a check in one file, and what an upload of the file would send. */
export interface CheckedDefinition {
  readonly file: string;
  readonly problems: readonly Problem[];
  /** The parts of the project's ruleset that were ignored. */
  readonly notes: readonly string[];
  /** `null` if a problem is an error. */
  readonly upload: Upload | null;
}

/** Checks the definition in `file`, an absolute path. Rejects with `RulesetError`, or if the file cannot be read. */
export async function checkFile(
  file: string,
  policy: ReferencePolicy,
  checks = STANDARD,
  kept?: KeptChecks,
): Promise<CheckedDefinition> {
  let bytes: Uint8Array;
  try {
    bytes = readRegular(file, 'definition');
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    const rule = error.code === 'EFBIG' ? 'size' : 'not-a-file';
    return refused(file, { ...sizeError(file, error.message), rule });
  }
  if (kept === undefined) return checkDefinition(bytes, file, policy, checks);
  const key = keyOf(bytes, file, policy, checks);
  const known = kept.find(key);
  if (known !== undefined) return known;
  const { checked, witnesses } = await checkWitnessed(bytes, file, policy, checks);
  if (witnesses !== null) kept.keep(key, checked, witnesses);
  return checked;
}

/** The definition that was read from `file`, and its texts, if a check without errors of it is in the cache. */
export function keptDefinition(
  bytes: Uint8Array,
  file: string,
  policy: ReferencePolicy,
  checks: Checks,
  kept: KeptChecks,
): ComparableDefinition | undefined {
  if (sizeProblem('definition', bytes.length) !== undefined) return undefined;
  const upload = kept.find(keyOf(bytes, file, policy, checks))?.upload;
  if (upload === undefined || upload === null) return undefined;
  const { content, longNumbers } = upload;
  return { content, longNumbers, texts: keptTexts(file, bytes, upload) };
}

const keyOf = (
  bytes: Uint8Array,
  file: string,
  { root, outside, network }: ReferencePolicy,
  checks: Checks,
): CheckKey => ({ file, bytes, settings: [root, outside, network, checks] });

/** The same, for bytes that were read from `file`. */
export async function checkDefinition(
  bytes: Uint8Array,
  file: string,
  policy: ReferencePolicy,
  checks = STANDARD,
): Promise<CheckedDefinition> {
  return (await checkWitnessed(bytes, file, policy, checks)).checked;
}

/** The same, with all other files that were read; `witnesses` is null if some could not be read but may be readable another time. */
async function checkWitnessed(
  bytes: Uint8Array,
  file: string,
  policy: ReferencePolicy,
  checks: Checks,
): Promise<{
  readonly checked: CheckedDefinition;
  readonly witnesses: readonly FileWitness[] | null;
}> {
  const without = (problem: Problem) => ({ checked: refused(file, problem), witnesses: null });
  const tooLarge = sizeProblem('definition', bytes.length);
  if (tooLarge !== undefined) return without(sizeError(file, tooLarge));
  const reading = await readDefinition(bytes, file);
  if (!reading.ok) return without(reading.problem);
  const { definition } = reading;

  const files = new ReferencedFiles(definition, policy);
  const ruleset = checks.none
    ? NO_RULES
    : await loadRuleset(definition, { root: policy.root, checks: checks.rules });
  const problems = await validate(definition, ruleset, files);
  policy.signal.throwIfAborted();
  const witnesses = files.witnesses(ruleset.files);
  const result: CheckedDefinition = { file, problems, notes: ruleset.notes, upload: null };
  if (problems.some(({ severity }) => severity === 'error')) return { checked: result, witnesses };
  const made = await uploadOf(definition, bytes, files, policy);
  const checked =
    'problems' in made
      ? { ...result, problems: [...problems, ...made.problems] }
      : { ...result, upload: made.upload };
  return { checked, witnesses };
}

async function uploadOf(
  definition: Definition,
  bytes: Uint8Array,
  files: ReferencedFiles,
  policy: ReferencePolicy,
): Promise<{ readonly upload: Upload } | { readonly problems: readonly Problem[] }> {
  const { file, title, specification, content, longNumbers } = definition;
  const own = { name: basename(file), title, specification };
  if (files.loaded.size === 0) {
    return { upload: { ...own, bytes, content, longNumbers, bundled: false, parts: null } };
  }
  const bundling = await bundle(definition, files);
  if (!bundling.ok) return { problems: [bundling.problem] };
  const again = await readDefinition(bytes, file);
  if (!again.ok) return { problems: [again.problem] };
  const source = again.definition;
  const fresh = new ReferencedFiles(source, policy);
  const lost = await lostInBundle(source, fresh, bundling, files.opened);
  if (lost.length > 0) return { problems: lost };
  const { content: whole, parts } = bundling;
  const sent = Buffer.from(bundling.print());
  const tooLarge = sizeProblem('definition', sent.length);
  return tooLarge !== undefined
    ? { problems: [sizeError(file, tooLarge)] }
    : { upload: { ...own, bytes: sent, content: whole, longNumbers, bundled: true, parts } };
}

const refused = (file: string, problem: Problem): CheckedDefinition => ({
  file,
  problems: [problem],
  notes: [],
  upload: null,
});

const sizeError = (file: string, message: string): Problem => ({
  severity: 'error',
  rule: 'size',
  message,
  why: null,
  file,
  line: 1,
  column: 1,
});
