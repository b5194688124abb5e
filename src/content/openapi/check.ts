/** The gate that a definition passes on its way out: read, hold to the rules, make one document of it, weigh it. */
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { MAX_DEFINITION_BYTES } from '../../model/operations.ts';
import type { RuleSetting } from '../../model/project.ts';
import { bundle } from './bundle.ts';
import type { CheckKey, KeptChecks, FileWitness } from './kept-checks.ts';
import type { BundleParts } from './places/origins.ts';
import { keptTexts, type ComparableDefinition } from './places/definition-texts.ts';
import type { Problem } from './problem.ts';
import { readDefinition, type Definition } from './read.ts';
import { ReferencedFiles, type ReferencePolicy } from './referenced-files.ts';
import { loadRuleset, NO_RULES } from './ruleset.ts';
import type { Tree } from './tree.ts';
import { validate } from './validate.ts';

/** Which rules a definition is held to. */
export interface Checks {
  /** What the project's settings say, by name. They win over its `redocly.yaml`. */
  readonly rules: Readonly<Record<string, RuleSetting>>;
  /** Holds the definition to no rule: it has to be readable, and small enough, and nothing else. */
  readonly none: boolean;
}

const STANDARD: Checks = { rules: {}, none: false };

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
  /** What it was made of; `null` if that is one file. */
  readonly parts: BundleParts | null;
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
export async function checkFile(
  file: string,
  policy: ReferencePolicy,
  checks = STANDARD,
  kept?: KeptChecks,
): Promise<CheckedDefinition> {
  const { size } = await stat(file);
  if (size > MAX_DEFINITION_BYTES) return refused(file, tooLarge(file, size));
  const bytes = await readFile(file);
  if (kept === undefined) return checkDefinition(bytes, file, policy, checks);
  const key = keyOf(bytes, file, policy, checks);
  const known = kept.find(key);
  if (known !== undefined) return known;
  const { checked, witnesses } = await checkWitnessed(bytes, file, policy, checks);
  if (witnesses !== null) kept.keep(key, checked, witnesses);
  return checked;
}

/** What the definition in `file` says, and in which texts, if a check of it was kept that let it pass. */
export async function keptDefinition(
  file: string,
  policy: ReferencePolicy,
  checks: Checks,
  kept: KeptChecks,
): Promise<ComparableDefinition | undefined> {
  const { size } = await stat(file);
  if (size > MAX_DEFINITION_BYTES) return undefined;
  const bytes = await readFile(file);
  const upload = kept.find(keyOf(bytes, file, policy, checks))?.upload;
  if (upload === undefined || upload === null) return undefined;
  return { content: upload.content, texts: keptTexts(file, bytes, upload) };
}

const keyOf = (
  bytes: Uint8Array,
  file: string,
  { root, outside, network }: ReferencePolicy,
  checks: Checks,
): CheckKey => ({ file, bytes, told: [root, outside, network, checks] });

/** The same, for bytes that came from `file`. */
export async function checkDefinition(
  bytes: Uint8Array,
  file: string,
  policy: ReferencePolicy,
  checks = STANDARD,
): Promise<CheckedDefinition> {
  return (await checkWitnessed(bytes, file, policy, checks)).checked;
}

/** With all that was read beside the file; null if some of it may be there another time. */
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
  if (bytes.length > MAX_DEFINITION_BYTES) return without(tooLarge(file, bytes.length));
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
  const made = await uploadOf(definition, bytes, files);
  const checked =
    'problem' in made
      ? { ...result, problems: [...problems, made.problem] }
      : { ...result, upload: made.upload };
  return { checked, witnesses };
}

async function uploadOf(
  definition: Definition,
  bytes: Uint8Array,
  files: ReferencedFiles,
): Promise<{ readonly upload: Upload } | { readonly problem: Problem }> {
  const { file, title, specification, content } = definition;
  const own = { name: basename(file), title, specification };
  if (files.loaded.size === 0) {
    return { upload: { ...own, bytes, content, bundled: false, parts: null } };
  }
  const bundling = await bundle(definition, files);
  if (!bundling.ok) return bundling;
  const { content: whole, parts } = bundling;
  const sent = Buffer.from(bundling.print());
  return sent.length > MAX_DEFINITION_BYTES
    ? { problem: tooLarge(file, sent.length) }
    : { upload: { ...own, bytes: sent, content: whole, bundled: true, parts } };
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
  why: null,
  file,
  line: 1,
  column: 1,
});
