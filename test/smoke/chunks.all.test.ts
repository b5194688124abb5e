import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { builtTool } from '../support/built.ts';

const tool = builtTool();

/** What a chunk exports, by the names that its text has for it. */
function exportsOf(text: string): string[] {
  const [, list = ''] = /^__export\(stdin_exports, \{\n(.*?)\n\}\);$/ms.exec(text) ?? [];
  return Array.from(list.matchAll(/: \(\) => ([\w$]+),?$/gm), ([, name = '']) => name);
}

/** The names that get another value in a statement of their own or as the result of an arrow function. */
const assignedIn = (text: string): ReadonlySet<string> =>
  new Set(
    Array.from(
      text.matchAll(
        /(?:^|[;)]|=>)\s*(?:([\w$]+)\s*(?:\+\+|--|(?:[-+*/%&|^]|\*\*|<<|>>>?|\?\?|&&|\|\|)?=(?![=>]))|(?:\+\+|--)([\w$]+))/gm,
      ),
      ([, before, after]) => before ?? after ?? '',
    ),
  );

test('no chunk changes what it exports: importers have the values of the moment when it was loaded', async () => {
  const dist = join(dirname(dirname(tool.docs)), 'dist');
  const chunks = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.cjs'));
  const changing: string[] = [];
  let exported = 0;
  for (const chunk of chunks) {
    const text = await readFile(join(dist, chunk), 'utf8');
    const names = exportsOf(text);
    exported += names.length;
    const assigned = assignedIn(text);
    for (const name of names) if (assigned.has(name)) changing.push(`${chunk}: ${name}`);
  }

  expect(exported).toBeGreaterThan(1_000);
  expect(changing).toEqual([]);
});
