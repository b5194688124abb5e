import { MOST_FINDINGS } from '../model/input-limits.ts';
import { findCircle } from './circle.ts';
import { loadLibrary, type Library } from './library.ts';
import type { TextPosition } from '../findings/place.ts';
import { withPlaces } from './places/definition-places.ts';
import type { Problem } from './problem.ts';
import type { Definition } from './read.ts';
import { isRemote, type ReferencedFiles } from './referenced-files.ts';
import { partOrigin, type BundleParts } from './places/origins.ts';
import { createResolver, documentOf, withoutPatterns } from './resolver.ts';
import type { Ruleset } from './ruleset.ts';
import type { OpenedDocument } from './refs.ts';
import { DEFINITION_RULES } from './rules/rules.ts';
import { walk, type RuleFinding } from './rules/walk.ts';
import type { Tree } from './tree.ts';

/** What the rules say of a definition. */
export interface Validated {
  /** Sorted by file and place. */
  readonly problems: readonly Problem[];
  /** What was not checked, one sentence each. */
  readonly notes: readonly string[];
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
  const own = await problemsOf(definition, findings, ruleset, files);
  const more = ruleset.library === null ? [] : await lint(definition, ruleset.library, files);
  const notes = Array.from(dialects, (dialect) => `schemas in ${dialect} are not checked`);
  return { problems: [...own, ...more].toSorted(byPlace), notes };
}

async function problemsOf(
  definition: Definition,
  findings: readonly RuleFinding[],
  ruleset: Ruleset,
  files: ReferencedFiles,
): Promise<Problem[]> {
  const meant = findings.filter(
    ({ rule, document, pointer }) => !ruleset.isIgnored(document, rule.name, pointer),
  );
  const severityOf = ({ rule }: RuleFinding): Problem['severity'] =>
    ruleset.severityOf(rule.name) === 'error' ? 'error' : 'warning';
  // RuleFinding a place takes the longer, the longer the file is.
  if (meant.length > MOST_FINDINGS) {
    meant.sort((a, b) => Number(severityOf(a) === 'warning') - Number(severityOf(b) === 'warning'));
  }
  const placed = withPlaces(meant.slice(0, MOST_FINDINGS), definition, files);
  const problems = placed.map((each): Problem => {
    const { rule, message, document, line, column } = each;
    const { name, why } = rule;
    return { severity: severityOf(each), rule: name, message, why, file: document, line, column };
  });
  if (meant.length > MOST_FINDINGS) problems.push(tooMany(definition, meant.length));
  return problems;
}

const tooMany = ({ file }: Definition, count: number): Problem => ({
  severity: 'warning',
  rule: 'too-many-findings',
  message: `${count.toLocaleString('en')} findings: at most ${MOST_FINDINGS.toLocaleString('en')} are listed, errors first`,
  why: null,
  file,
  line: 1,
  column: 1,
});

/** The rules whose findings in a bundle are something that was lost. */
const LOSSES = DEFINITION_RULES.filter(
  ({ name, severity }) => severity === 'error' || name === 'unresolved-uri',
);

/**
 * The errors that a bundle has and its source does not, at their places in the source: what the bundler cannot carry over.
 *
 * @param source the definition, and with `files` its files, read again: bundling has changed the values from which it was made
 * @param online the documents on the network, which the bundle still refers to
 */
export async function lostInBundle(
  source: Definition,
  files: ReferencedFiles,
  { content, parts }: { readonly content: Tree; readonly parts: BundleParts },
  online: (document: string) => OpenedDocument | undefined,
): Promise<Problem[]> {
  const { resolve } = files;
  const alone: OpenedDocument = { ok: false, why: 'it still names another file' };
  const opened = (document: string): OpenedDocument =>
    (isRemote(document) ? online(document) : undefined) ?? alone;
  const reading = { resolve, opened, open: () => Promise.resolve() };
  const library = await loadLibrary();
  const { findings } = await walk(library, { ...source, content }, LOSSES, reading);
  if (findings.length === 0) return [];

  const keyOf = (rule: string, document: string, pointer: string): string =>
    JSON.stringify([rule, document, pointer]);
  const known = new Set(
    (await walk(library, source, LOSSES, files)).findings.map(({ rule, document, pointer }) =>
      keyOf(rule.name, document, pointer),
    ),
  );
  const documents = {
    own: source.file,
    contentOf: async (document: string) => files.contents.get(document),
    resolve,
  };
  const lost = new Map<string, RuleFinding>();
  for (const finding of findings) {
    const { document, pointer } = await partOrigin(finding.pointer, parts, documents);
    const key = keyOf(finding.rule.name, document, pointer);
    if (!known.has(key) && !lost.has(key)) lost.set(key, { ...finding, document, pointer });
  }
  const why = 'Name the target by its place, as file.yaml#/path/to/it, without an anchor or `$id`';
  return withPlaces([...lost.values()], source, files)
    .map(({ rule, message, document, line, column }): Problem => {
      const said = `when the files are combined into one document, ${message}`;
      return {
        severity: 'error',
        rule: rule.name,
        message: said,
        why,
        file: document,
        line,
        column,
      };
    })
    .toSorted(byPlace);
}

/** The first reference within the definition itself that leads back to itself. */
export function circleIn(
  definition: Definition,
  { contents, resolve }: ReferencedFiles,
): Problem | undefined {
  const { file } = definition;
  const pointer = findCircle({ contents, resolve }, file);
  if (pointer === undefined) return undefined;
  const item = { document: file, pointer, onKey: false };
  const [{ line, column } = { line: 1, column: 1 }] = withPlaces([item], definition, {
    loaded: new Map(),
  });
  const message = 'this reference refers to itself';
  return { severity: 'error', rule: 'circle', message, why: null, file, line, column };
}

/** Applies the rules of the project that only the library has. */
async function lint(
  definition: Definition,
  config: NonNullable<Ruleset['library']>,
  files: ReferencedFiles,
): Promise<Problem[]> {
  const library = await loadLibrary();
  const seen = { ...definition, content: withoutPatterns(definition.content) as Tree };
  const document = documentOf(library, seen);
  const resolver = createResolver(library, seen, files, withoutPatterns);
  try {
    const found = await library.lintDocument({ document, config, externalRefResolver: resolver });
    const meant = found.filter(({ ignored }) => ignored !== true);
    return withPlaces(meant.map(inDocument), definition, files).map(foundProblem);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The library recurses through references: a chain of a thousand schemas is valid, but too long for its stack.
    const message =
      'its references are nested too deeply for the additional rules in redocly.yaml, which were not applied';
    const { file } = definition;
    return [{ severity: 'warning', rule: 'nesting', message, why: null, file, line: 1, column: 1 }];
  }
}

type Found = Awaited<ReturnType<Library['lintDocument']>>[number];

/** A finding of the library, with its pointer as ours are. */
function inDocument(found: Found) {
  const [location] = found.location;
  const pointer = location?.pointer ?? '#/';
  return {
    found,
    document: location?.source.absoluteRef ?? '',
    pointer: pointer === '#/' ? '#' : pointer,
    onKey: location?.reportOnKey === true,
  };
}

const foundProblem = ({
  found: { severity, ruleId, message, suggest },
  document,
  line,
  column,
}: ReturnType<typeof inDocument> & TextPosition): Problem => ({
  severity: severity === 'error' ? 'error' : 'warning',
  rule: ruleId,
  message: [message, ...hints(suggest)].join(' '),
  why: null,
  file: document,
  line,
  column,
});

const hints = ([first]: readonly string[]): string[] =>
  first === undefined ? [] : [`Did you mean ${first}?`];

const byPlace = (a: Problem, b: Problem): number =>
  a.file.localeCompare(b.file, 'en') || a.line - b.line || a.column - b.column;
