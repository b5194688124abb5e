import { MOST_FINDINGS } from '../model/input-limits.ts';
import { findCircle } from './circle.ts';
import { loadLibrary, type Library } from './library.ts';
import { withPlaces } from './places/definition-places.ts';
import type { WantedPlace } from './places/text-places.ts';
import { problemIn, type Problem } from './problem.ts';
import type { Definition } from './read.ts';
import { isRemote, type ReferencedFiles } from './referenced-files.ts';
import { Origins, type BundleParts, type PartOrigin } from './places/origins.ts';
import { createResolver, documentOf, withoutPatterns } from './resolver.ts';
import type { Ruleset } from './ruleset.ts';
import { hasNames, type OpenedDocument } from './refs.ts';
import type { DefinitionRule } from './rules/rule.ts';
import { DEFINITION_RULES } from './rules/rules.ts';
import { walk } from './rules/walk.ts';
import { pointTo, type Tree } from './tree.ts';

/** What the rules say of a definition. */
export interface Validated {
  /** Sorted by file and place. */
  readonly problems: readonly Problem[];
  /** What was not checked, one sentence each. */
  readonly notes: readonly string[];
}

/** A finding before it has a line. */
interface Found extends WantedPlace {
  readonly severity: Problem['severity'];
  readonly rule: string;
  readonly message: string;
  readonly why: string | null;
  readonly document: string;
}

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
  const own = findings.map(({ rule: { name, why }, message, document, pointer, onKey }): Found => {
    const severity = ruleset.severityOf(name) === 'error' ? 'error' : 'warning';
    return { severity, rule: name, message, why, document, pointer, onKey };
  });
  const { found, problems: more } = await lint(definition, ruleset.library, files);
  const meant = [...own, ...found].filter(
    ({ document, rule, pointer }) => !ruleset.isIgnored(document, rule, pointer),
  );
  const notes = Array.from(dialects, (dialect) => `schemas in ${dialect} are not checked`);
  return { problems: [...problemsOf(meant, definition, files), ...more].toSorted(byPlace), notes };
}

/** Adds their places to findings: to so many that they can be found in time. */
function problemsOf(
  found: readonly Found[],
  definition: Definition,
  files: Pick<ReferencedFiles, 'loaded'>,
): Problem[] {
  const { length } = found;
  const isTooMany = length > MOST_FINDINGS;
  const isWarning = ({ severity }: Found): number => Number(severity === 'warning');
  // Finding a place takes longer the longer the file is.
  const listed = isTooMany
    ? found.toSorted((a, b) => isWarning(a) - isWarning(b)).slice(0, MOST_FINDINGS)
    : found;
  const problems = withPlaces(listed, definition, files).map(
    ({ severity, rule, message, why, document: file, line, column }): Problem => ({
      severity,
      rule,
      message,
      why,
      file,
      line,
      column,
    }),
  );
  if (isTooMany) {
    const message = `${length.toLocaleString('en')} findings: at most ${MOST_FINDINGS.toLocaleString('en')} are listed, errors first`;
    problems.push({
      ...problemIn(definition.file, 'too-many-findings', message),
      severity: 'warning',
    });
  }
  return problems.toSorted(byPlace);
}

/** The rules whose findings in a bundle are something that was lost. */
const LOSSES = DEFINITION_RULES.filter(
  ({ name, severity }) => severity === 'error' || name === 'unresolved-uri',
);

/** What to do about a loss, as a sentence without a period. */
function wayOutOf(rule: string): string {
  if (rule === 'anchor-unique') return 'Give the anchor another name in one of the files';
  if (rule === 'spec-components-invalid-map-name') {
    return 'The component would have this name, from its file or its place there: rename that';
  }
  return 'Name the target by its place, as file.yaml#/path/to/it, without an anchor or `$id`';
}

/** The rule about bundles that does not find losses. */
const OF_BUNDLES = DEFINITION_RULES.filter(({ name }) => name === 'external-value');

/** References from one file to another, by what they lead to. */
type Crossings = Map<string, PartOrigin>;

const crossingKey = (document: string, pointer: string): string =>
  JSON.stringify([document, pointer]);

/** Notes the references that lead to other files, and finds nothing. */
const noteCrossings = (crossings: Crossings): DefinitionRule => ({
  name: 'crossings',
  severity: 'warning',
  why: '',
  visitor: () => ({
    reference: ({ document, pointer }, { target }) => {
      if (target.kind !== 'found' || target.location.document === document) return;
      const key = crossingKey(target.location.document, target.location.pointer);
      crossings.set(key, { document, pointer: pointTo(pointer, '$ref') });
    },
  }),
});

/** The reference that leads to a place in another file, or to what it is a part of: two files have the same anchor, and only there one is chosen. */
function crossingTo(
  { document, pointer }: PartOrigin,
  crossings: Crossings,
): PartOrigin | undefined {
  for (let at = pointer; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const found = crossings.get(crossingKey(document, at));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * What a bundle has and its source does not, at its place in the source. Errors: the bundler cannot carry it over.
 *
 * @param source the definition, and with `files` its files, read again: bundling has changed the values from which it was made
 * @param online the documents on the network, which the bundle still refers to
 */
export async function lostInBundle(
  source: Definition,
  files: ReferencedFiles,
  { content, parts }: { readonly content: Tree; readonly parts: BundleParts },
  online: (document: string) => OpenedDocument | undefined,
  { severityOf, isIgnored }: Ruleset,
): Promise<Problem[]> {
  const { resolve } = files;
  const alone: OpenedDocument = { ok: false, why: 'it still names another file' };
  const opened = (document: string): OpenedDocument =>
    (isRemote(document) ? online(document) : undefined) ?? alone;
  const reading = { resolve, opened, open: () => Promise.resolve() };
  const library = await loadLibrary();
  const rules = [...LOSSES, ...OF_BUNDLES.filter(({ name }) => severityOf(name) !== 'off')];
  // A part that the bundle has twice is one value here, whose names are there twice once it is printed.
  const printed = hasNames(content) ? (JSON.parse(JSON.stringify(content)) as Tree) : content;
  const { findings } = await walk(library, { ...source, content: printed }, rules, reading, true);
  if (findings.length === 0) return [];

  const keyOf = (rule: string, document: string, pointer: string): string =>
    JSON.stringify([rule, document, pointer]);
  const crossings: Crossings = new Map();
  const inSource = await walk(library, source, [...LOSSES, noteCrossings(crossings)], files);
  const known = new Set(
    inSource.findings.map(({ rule, document, pointer }) => keyOf(rule.name, document, pointer)),
  );
  const origins = new Origins(source.file, parts, files);
  const lost = new Map<string, Found>();
  for (const { rule, onKey, ...found } of findings) {
    const origin = await origins.of(found.pointer);
    const key = keyOf(rule.name, origin.document, origin.pointer);
    if (known.has(key) || lost.has(key)) continue;
    const message = `when the files are combined into one document, ${found.message}`;
    const isLoss = !OF_BUNDLES.includes(rule);
    if (!isLoss && isIgnored(origin.document, rule.name, origin.pointer)) continue;
    const severity = isLoss || severityOf(rule.name) === 'error' ? 'error' : 'warning';
    const crossing = rule.name === 'anchor-unique' ? crossingTo(origin, crossings) : undefined;
    const at = crossing === undefined ? { ...origin, onKey } : { ...crossing, onKey: false };
    lost.set(key, {
      ...at,
      severity,
      rule: rule.name,
      message,
      why: isLoss ? wayOutOf(rule.name) : rule.why,
    });
  }
  return problemsOf([...lost.values()], source, files);
}

/** The first reference within the definition itself that leads back to itself. */
export function circleIn(
  definition: Definition,
  { contents, resolve }: ReferencedFiles,
): Problem | undefined {
  const { file } = definition;
  const pointer = findCircle({ contents, resolve }, file);
  if (pointer === undefined) return undefined;
  const message = 'this reference refers to itself';
  const at = { document: file, pointer, onKey: false };
  const circle: Found = { ...at, severity: 'error', rule: 'circle', message, why: null };
  return problemsOf([circle], definition, { loaded: new Map() })[0];
}

/** Applies the rules of the project that only the library has. */
async function lint(
  definition: Definition,
  config: Ruleset['library'],
  files: ReferencedFiles,
): Promise<{ readonly found: readonly Found[]; readonly problems: readonly Problem[] }> {
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

/** A finding of the library, with its pointer as ours are. */
function foundBy({ severity, ruleId, message, suggest, location }: LibraryFinding): Found {
  const [first] = location;
  const [suggestion] = suggest;
  const pointer = first?.pointer ?? '#/';
  return {
    severity: severity === 'error' ? 'error' : 'warning',
    rule: ruleId,
    message: suggestion === undefined ? message : `${message} Did you mean ${suggestion}?`,
    why: null,
    document: first?.source.absoluteRef ?? '',
    pointer: pointer === '#/' ? '#' : pointer,
    onKey: first?.reportOnKey === true,
  };
}

const byPlace = (a: Problem, b: Problem): number =>
  a.file.localeCompare(b.file, 'en') || a.line - b.line || a.column - b.column;
