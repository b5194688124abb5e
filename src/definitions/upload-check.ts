/** The check before an upload: reads a definition, applies the rules, makes one document of it, and checks its size. */
import { basename } from 'node:path';
import { readRegular } from '../system/files/read.ts';
import { RefusedFile } from '../model/file-trouble.ts';
import { sizeProblem } from '../model/input-limits.ts';
import type { RuleSetting } from '../model/project.ts';
import { bundle, lostInBundle } from './bundle.ts';
import type { WrittenNumber } from './long-numbers.ts';
import type { BundleParts } from './places/origins.ts';
import type { Finding } from '../system/findings/finding.ts';
import { problemIn } from './problem.ts';
import { readDefinition, type Definition } from './read-definition.ts';
import { ReferencedFiles, type ReferencePolicy } from './referenced-files.ts';
import { loadRuleset, NO_RULES, type Ruleset } from './ruleset.ts';
import type { Tree } from './definition-tree.ts';
import { validate } from './validate.ts';

/** The rules for a definition. */
export interface Checks {
  /** Severities from the project's settings, by rule name. They override its `redocly.yaml`. */
  readonly rules: Readonly<Record<string, RuleSetting>>;
  /** Rules that are set in the same table but are not about definitions. */
  readonly others?: readonly string[];
  /** Applies no rules: the definition only has to be readable and small enough. */
  readonly none: boolean;
  /** Leaves out findings that the project accepts: they are not reported and stop nothing. */
  readonly fresh?: (problems: readonly Finding[]) => readonly Finding[];
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
  readonly problems: readonly Finding[];
  /** The number of findings that the project accepts. They are not among `problems`. */
  readonly known: number;
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
): Promise<CheckedDefinition> {
  const text = policy.open?.get(file);
  if (text !== undefined) return checkDefinition(Buffer.from(text), file, policy, checks);
  let bytes: Uint8Array;
  try {
    bytes = readRegular(file, 'definition');
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    const rule = error.code === 'EFBIG' ? 'size' : 'not-a-file';
    return refused(file, problemIn(file, rule, error.message));
  }
  return checkDefinition(bytes, file, policy, checks);
}

/** The same, for bytes that were read from `file`. */
export async function checkDefinition(
  bytes: Uint8Array,
  file: string,
  policy: ReferencePolicy,
  checks = STANDARD,
): Promise<CheckedDefinition> {
  const tooLarge = sizeProblem('definition', bytes.length);
  if (tooLarge !== undefined) return refused(file, problemIn(file, 'size', tooLarge));
  const reading = await readDefinition(bytes, file);
  if (!reading.ok) return refused(file, reading.problem);
  const { definition } = reading;

  const files = new ReferencedFiles(definition, policy);
  const ruleset = checks.none
    ? NO_RULES
    : await loadRuleset(definition, {
        root: policy.root,
        checks: checks.rules,
        others: checks.others ?? [],
      });
  const { problems: found, notes } = await validate(definition, ruleset, files);
  policy.signal.throwIfAborted();
  const problems = checks.fresh?.(found) ?? found;
  const result: CheckedDefinition = {
    file,
    problems,
    known: found.length - problems.length,
    notes: [...ruleset.notes, ...notes],
    upload: null,
  };
  if (problems.some(({ severity }) => severity === 'error')) return result;
  const { upload, problems: more } = await uploadOf(definition, bytes, files, ruleset);
  return { ...result, problems: [...problems, ...more], upload };
}

async function uploadOf(
  definition: Definition,
  bytes: Uint8Array,
  files: ReferencedFiles,
  ruleset: Ruleset,
): Promise<Pick<CheckedDefinition, 'upload' | 'problems'>> {
  const { file, title, specification, content, longNumbers } = definition;
  const own = { name: basename(file), title, specification };
  if (files.loaded.size === 0) {
    const upload = { ...own, bytes, content, longNumbers, bundled: false, parts: null };
    return { upload, problems: [] };
  }
  const bundling = await bundle(definition, files);
  if (!bundling.ok) return { upload: null, problems: [bundling.problem] };
  const again = await files.readAgain();
  const lost = await lostInBundle(again, bundling, files.opened, ruleset);
  if (lost.some(({ severity }) => severity === 'error')) return { upload: null, problems: lost };
  const { content: whole, parts } = bundling;
  const sent = Buffer.from(bundling.print());
  const all = [
    longNumbers,
    ...Array.from(files.loaded.values(), (each) => each.longNumbers),
  ].flat();
  const tooLarge = sizeProblem('definition', sent.length);
  return tooLarge !== undefined
    ? { upload: null, problems: [...lost, problemIn(file, 'size', tooLarge)] }
    : {
        upload: { ...own, bytes: sent, content: whole, longNumbers: all, bundled: true, parts },
        problems: lost,
      };
}

const refused = (file: string, problem: Finding): CheckedDefinition => ({
  file,
  problems: [problem],
  known: 0,
  notes: [],
  upload: null,
});
