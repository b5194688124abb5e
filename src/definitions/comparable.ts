/** A definition as one document, bundled if it is in several files, for comparisons. */
import { bundle } from './bundle.ts';
import type { Comparable } from './long-numbers.ts';
import type { DefinitionSource } from './places/definition-places.ts';
import type { Finding } from '../system/findings/finding.ts';
import { readDefinition, type Definition } from './read-definition.ts';
import { ReferencedFiles, type ReferencePolicy } from './referenced-files.ts';
import { isTree } from './definition-tree.ts';
import { circleIn } from './validate.ts';

/** A definition as one document, and what it was read from. */
export interface ComparableDefinition extends Comparable {
  readonly source: DefinitionSource;
}

type ComparableResult =
  | { readonly ok: true; readonly definition: ComparableDefinition }
  | { readonly ok: false; readonly problem: Finding };

/**
 * The definition that was read from `file`, as one document, for comparisons: no rules are applied.
 * References to files that cannot be read stay references.
 */
export async function readAndBundle(
  bytes: Uint8Array,
  file: string,
  policy: ReferencePolicy,
): Promise<ComparableResult> {
  const reading = await readDefinition(bytes, file);
  if (!reading.ok) return reading;
  const { definition } = reading;
  if (!refersElsewhere(definition)) return { ok: true, definition: asOne(definition) };
  const { longNumbers } = definition;
  const files = new ReferencedFiles(definition, policy);
  const circle = circleIn(definition, files);
  if (circle !== undefined) return { ok: false, problem: circle };
  const bundling = await bundle(definition, files);
  if (!bundling.ok) return bundling;
  const { content, parts } = bundling;
  const source = { definition, bundle: { parts, files } };
  return { ok: true, definition: { content, longNumbers, source } };
}

/** The definition with this text, for comparisons. Returns undefined if it cannot be read, or if it is only a part: if it refers to other files. */
export async function readSingleDocument(
  text: string,
  file: string,
): Promise<ComparableDefinition | undefined> {
  const reading = await readDefinition(Buffer.from(text), file);
  if (!reading.ok || refersElsewhere(reading.definition)) return undefined;
  return asOne(reading.definition);
}

const asOne = (definition: Definition): ComparableDefinition => ({
  content: definition.content,
  longNumbers: definition.longNumbers,
  source: { definition, bundle: null },
});

/** Whether some `$ref` names another document. For JSON, searching the text is faster than walking the values. */
function refersElsewhere({ format, text, content }: Definition): boolean {
  if (format === 'json') return REFERENCE_ELSEWHERE.test(text);
  const open: unknown[] = [content];
  const seen = new Set<unknown>();
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const ref: unknown = isTree(value) ? value['$ref'] : undefined;
    if (typeof ref === 'string' && !ref.startsWith('#')) return true;
    for (const each of Object.values(value)) open.push(each);
  }
  return false;
}

/** Matches the key with any of its letters escaped. A match inside a string does no harm, it only costs time. */
const REFERENCE_ELSEWHERE =
  /"(?:\$|\\u0024)(?:r|\\u0072)(?:e|\\u0065)(?:f|\\u0066)"\s*:\s*"(?!#|\\u0023)/;
