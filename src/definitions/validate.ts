import { grouped } from '../model/text/sentences.ts';
import { MAX_FINDINGS } from '../model/input-limits.ts';
import { loadLibrary, type Library } from './library.ts';
import { withPlaces, type WantedPlace } from './places/definition-places.ts';
import type { Finding } from '../system/findings/finding.ts';
import { problemIn } from './problem.ts';
import type { Definition } from './read-definition.ts';
import type { ReferencedFiles } from './referenced-files.ts';
import { createResolver, documentOf, withoutPatterns } from './resolver.ts';
import type { Ruleset } from './ruleset.ts';
import { DEFINITION_RULES } from './rules/rules.ts';
import { walk } from './rules/walk.ts';
import type { Tree } from './definition-tree.ts';

/** The result of applying the rules to a definition. */
export interface Validated {
  /** Sorted by file and place. */
  readonly problems: readonly Finding[];
  /** What was not checked, one sentence each. */
  readonly notes: readonly string[];
}

/** A finding before it has a line. */
export type UnplacedFinding = Omit<Finding, 'place' | 'fix'> & WantedPlace;

/** Applies the rules to a definition and everything that it refers to. Rejects if the run was stopped. */
export async function validate(
  definition: Definition,
  ruleset: Ruleset,
  files: ReferencedFiles,
): Promise<Validated> {
  const circle = circleIn(definition, files);
  if (circle !== undefined) return { problems: [circle], notes: [] };
  const rules = DEFINITION_RULES.filter(({ name }) => ruleset.severityOf(name) !== 'off');
  const { findings, dialects } = await walk(await loadLibrary(), definition, rules, files);
  const own = findings.map(
    ({ rule: { name, why }, message, document, pointer, onKey }): UnplacedFinding => {
      const severity = ruleset.severityOf(name) === 'error' ? 'error' : 'warning';
      return { severity, rule: name, message, hint: why, document, pointer, onKey };
    },
  );
  const { found, problems: more } = await lint(definition, ruleset.library, files);
  const meant = [...own, ...found].filter(
    ({ document, rule, pointer }) => !ruleset.isIgnored(document, rule, pointer),
  );
  const notes = Array.from(dialects, (dialect) => `schemas in ${dialect} are not checked`);
  return { problems: [...problemsOf(meant, definition, files), ...more].toSorted(byPlace), notes };
}

/**
 * Adds places to findings. Leaves out findings above a limit, because finding all their places
 * would take too long.
 */
export function problemsOf(
  found: readonly UnplacedFinding[],
  definition: Definition,
  files: Pick<ReferencedFiles, 'loaded'>,
): Finding[] {
  const { length } = found;
  const isTooMany = length > MAX_FINDINGS;
  const isWarning = ({ severity }: UnplacedFinding): number => Number(severity === 'warning');
  // Finding a place takes longer the longer the file is.
  const listed = isTooMany
    ? found.toSorted((a, b) => isWarning(a) - isWarning(b)).slice(0, MAX_FINDINGS)
    : found;
  const problems = withPlaces(listed, definition, files).map(
    ({ severity, rule, message, hint, place }): Finding => ({
      severity,
      rule,
      message,
      hint,
      place,
      fix: null,
    }),
  );
  if (isTooMany) {
    const message = `${grouped(length)} findings: at most ${grouped(MAX_FINDINGS)} are listed, errors first`;
    problems.push({
      ...problemIn(definition.file, 'too-many-findings', message),
      severity: 'warning',
    });
  }
  return problems.toSorted(byPlace);
}

/** The first reference within the definition itself whose chain returns to it. */
export function circleIn(definition: Definition, files: ReferencedFiles): Finding | undefined {
  const { file } = definition;
  const pointer = files.circleIn(file);
  if (pointer === undefined) return undefined;
  const message = 'this reference refers to itself';
  const at = { document: file, pointer, onKey: false };
  const circle: UnplacedFinding = { ...at, severity: 'error', rule: 'circle', message, hint: null };
  return problemsOf([circle], definition, { loaded: new Map() })[0];
}

/** Applies the rules of the project that only the library has. */
async function lint(
  definition: Definition,
  config: Ruleset['library'],
  files: ReferencedFiles,
): Promise<{ readonly found: readonly UnplacedFinding[]; readonly problems: readonly Finding[] }> {
  if (config === null) return { found: [], problems: [] };
  const library = await loadLibrary();
  const seen = { ...definition, content: withoutPatterns(definition.content) as Tree };
  const document = documentOf(library, seen);
  const resolver = createResolver(library, seen, files, withoutPatterns);
  try {
    const found = await library.lintDocument({ document, config, externalRefResolver: resolver });
    return { found: found.map(foundBy), problems: [] };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The library recurses through references: a chain of a thousand schemas is valid, but too long for its stack.
    const message =
      'its references are nested too deeply for the additional rules in redocly.yaml, which were not applied';
    const problem = problemIn(definition.file, 'nesting', message);
    return { found: [], problems: [{ ...problem, severity: 'warning' }] };
  }
}

type LibraryFinding = Awaited<ReturnType<Library['lintDocument']>>[number];

/** A finding of the library, with its pointer in our form. */
function foundBy({
  severity,
  ruleId,
  message,
  suggest,
  location,
}: LibraryFinding): UnplacedFinding {
  const [first] = location;
  const [suggestion] = suggest;
  const pointer = first?.pointer ?? '#/';
  return {
    severity: severity === 'error' ? 'error' : 'warning',
    rule: ruleId,
    message: suggestion === undefined ? message : `${message} Did you mean ${suggestion}?`,
    hint: null,
    document: first?.source.absoluteRef ?? '',
    pointer: pointer === '#/' ? '#' : pointer,
    onKey: first?.reportOnKey === true,
  };
}

const byPlace = ({ place: a }: Finding, { place: b }: Finding): number =>
  a.file.localeCompare(b.file, 'en') || a.line - b.line || a.column - b.column;
