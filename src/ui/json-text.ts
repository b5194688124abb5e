/** JSON as text for people and programs. */

/** DEL, C1, direction, line separators, old workflow commands: in JSON, only strings have them. */
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|(?<=##)\[/g;

/** `JSON.stringify`, with what a terminal or a pipeline might interpret escaped as `\u009b`. */
export const safeJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const CHARACTERS_AT_ONCE = 64 * 1024;

/**
 * `safeJson(value, 2)` and a line end, in pieces. The items of lists, in the value or in a field of
 * it, are printed one by one: the text of a large plan takes more memory than the plan.
 */
export function* jsonText(value: unknown): Generator<string> {
  let piece = '';
  for (const part of partsOf(value)) {
    piece += part;
    if (piece.length < CHARACTERS_AT_ONCE) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}\n`;
}

function* partsOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    yield* listParts(value, '');
    return;
  }
  let before = '{';
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined) continue;
    yield `${before}\n  ${safeJson(key)}: `;
    yield* listParts(field, '  ');
    before = ',';
  }
  yield before === '{' ? '{}' : '\n}';
}

/** A list item by item, any other value whole. */
function* listParts(value: unknown, indent: string): Generator<string> {
  if (!Array.isArray(value) || value.length === 0) {
    yield whole(value, indent);
    return;
  }
  const inside = `${indent}  `;
  let before = '[';
  for (const item of value as readonly unknown[]) {
    yield `${before}\n${inside}${whole(item, inside)}`;
    before = ',';
  }
  yield `\n${indent}]`;
}

const whole = (value: unknown, indent: string): string =>
  safeJson(value ?? null, 2).replaceAll('\n', `\n${indent}`);
