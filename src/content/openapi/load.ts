import { readFile } from 'node:fs/promises';
import { bundle } from './bundle.ts';
import { loadedTexts, type ComparableDefinition } from './places/definition-texts.ts';
import type { Problem } from './problem.ts';
import { readDefinition, type Definition } from './read.ts';
import { ReferencedFiles, type ReferencePolicy } from './referenced-files.ts';
import { isTree } from './tree.ts';
import { circleIn } from './validate.ts';

type ComparableResult =
  | { readonly ok: true; readonly definition: ComparableDefinition }
  | { readonly ok: false; readonly problem: Problem };

/**
 * What the definition in `file` says, as one document, without holding it to any rule: for comparing. What its references
 * name and cannot be read stays a reference.
 */
export async function readAndBundle(
  file: string,
  policy: ReferencePolicy,
): Promise<ComparableResult> {
  const reading = await readDefinition(await readFile(file), file);
  if (!reading.ok) return reading;
  const { definition } = reading;
  const { content } = definition;
  if (!refersElsewhere(definition)) {
    return { ok: true, definition: { content, texts: loadedTexts(definition, new Map(), null) } };
  }
  const files = new ReferencedFiles(definition, policy);
  const circle = await circleIn(definition, files);
  if (circle !== undefined) return { ok: false, problem: circle };
  const bundling = await bundle(definition, files);
  if (!bundling.ok) return bundling;
  const texts = loadedTexts(definition, files.loaded, bundling.parts);
  return { ok: true, definition: { content: bundling.content, texts } };
}

/** Whether some `$ref` names another document. Of JSON the text tells it, in less time than its values do. */
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

/** However its letters are escaped. What only looks like it, in a string, costs nothing but time. */
const REFERENCE_ELSEWHERE =
  /"(?:\$|\\u0024)(?:r|\\u0072)(?:e|\\u0065)(?:f|\\u0066)"\s*:\s*"(?!#|\\u0023)/;
