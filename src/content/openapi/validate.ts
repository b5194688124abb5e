import { findCircle } from './circle.ts';
import type { Library } from './library.ts';
import type { Problem } from './problem.ts';
import type { Definition } from './read.ts';
import { documentOf, type Resolver } from './resolver.ts';
import type { Ruleset } from './ruleset.ts';

/** Holds a definition and all that it refers to to the rules. Sorted by file and place. */
export async function validate(
  library: Library,
  definition: Definition,
  { config }: Ruleset,
  resolver: Resolver,
): Promise<Problem[]> {
  const document = documentOf(library, definition);
  const circle = circleIn(library, definition, resolver);
  if (circle !== undefined) return [circle];
  try {
    const found = await library.lintDocument({ document, config, externalRefResolver: resolver });
    return toProblems(library, definition, found);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The library recurses through references: a chain of a thousand schemas is sound, and too long for its stack.
    const message = 'its references are chained too deep for the rules: they were not applied';
    return [
      { severity: 'warning', rule: 'nesting', message, file: definition.file, line: 1, column: 1 },
    ];
  }
}

/** A reference within the definition itself that leads back to itself. */
export function circleIn(
  library: Library,
  definition: Definition,
  resolver: Resolver,
): Problem | undefined {
  const { file, content } = definition;
  const contents = new Map([[file, content]]);
  const resolve = (base: string, each: string): string => resolver.resolveExternalRef(base, each);
  const pointer = findCircle({ contents, resolve }, file);
  if (pointer === undefined) return undefined;
  const { source } = documentOf(library, definition);
  const { start } = library.getLineColLocation({ source, pointer, reportOnKey: false });
  const message = 'this reference leads back to itself';
  return { severity: 'error', rule: 'circle', message, file, line: start.line, column: start.col };
}

const toProblems = (library: Library, { file }: Definition, found: readonly Found[]): Problem[] =>
  found
    .filter(({ ignored }) => ignored !== true)
    .map((each) => toProblem(library, file, each))
    .toSorted(byPlace);

type Found = Awaited<ReturnType<Library['lintDocument']>>[number];

function toProblem(library: Library, file: string, found: Found): Problem {
  const [location] = found.location;
  const place = location && library.getLineColLocation(location);
  return {
    severity: found.severity === 'error' ? 'error' : 'warning',
    rule: found.ruleId,
    message: [found.message, ...hints(found.suggest)].join(' '),
    file: location?.source.absoluteRef ?? file,
    line: place?.start.line ?? 1,
    column: place?.start.col ?? 1,
  };
}

const hints = ([first]: readonly string[]): string[] =>
  first === undefined ? [] : [`Did you mean ${first}?`];

const byPlace = (a: Problem, b: Problem): number =>
  a.file.localeCompare(b.file, 'en') || a.line - b.line || a.column - b.column;
