/** Texts that MDX exports by name. Code is never run: only literals are read. Pure. */
import { stringIn } from './element.ts';

const CONSTANT =
  /^export\s+(?:const|let|var)\s+(\w+)\s*(?::\s*\w+\s*)?=\s*("[^"\n]*"|'[^'\n]*'|`[^`]{0,4000}`|-?\d[\d.]*)[ \t]*;?[ \t]*$/gm;

/** The texts and numbers that are exported, by their names. */
export function constantsIn(source: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', code = ''] of source.matchAll(CONSTANT)) {
    const value = /^[-\d]/.test(code) ? code : stringIn(code);
    if (value !== undefined) found.set(name, value);
  }
  return found;
}

/**
 * The names in the braces of `import { a, b as c }`: each with its name in the other file and its
 * name here.
 */
export const importedNames = (names: string): readonly (readonly [theirs: string, own: string])[] =>
  names
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [theirs = '', own = theirs] = each.split(/\s+as\s+/);
      return [theirs, own] as const;
    });
