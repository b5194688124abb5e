/** The SQL of the store, as its modules state it. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Statement } from '../../../src/platform/store/database/sql.ts';

/** By the databases that they are for. */
export interface StatementTexts {
  readonly both: readonly string[];
  readonly sqlite: readonly string[];
  readonly postgresql: readonly string[];
}

const ONE_LINE = /\s+/g;

function groupOf(module: string): keyof StatementTexts {
  if (/sqlite/.test(module)) return 'sqlite';
  return /postgres/.test(module) ? 'postgresql' : 'both';
}

/** Two, and so is each of its fields: a number of values, or numbers of several kinds of values. */
const TWO: unknown = new Proxy(
  {},
  { get: (_, name) => (name === Symbol.toPrimitive ? () => 2 : 2) },
);

/**
 * All statements that modules export in their tables of statements; those that take the number of their values are asked for two. What makes tables is left out.
 * @param modules by their paths
 */
function statementsOf(modules: Readonly<Record<string, object>>): StatementTexts {
  const groups = {
    both: new Set<string>(),
    sqlite: new Set<string>(),
    postgresql: new Set<string>(),
  };
  for (const [path, exported] of Object.entries(modules)) {
    for (const [name, value] of Object.entries(exported)) {
      if (!/^[A-Z][A-Z\d_]+$/.test(name)) continue;
      for (const each of Object.values(value as Record<string, unknown>)) {
        const made =
          typeof each === 'function' ? (each as (...counts: unknown[]) => unknown)(TWO, TWO) : each;
        const text = (made as Partial<Statement> | null)?.text?.trim().replace(ONE_LINE, ' ');
        if (text !== undefined && !text.startsWith('CREATE')) groups[groupOf(path)].add(text);
      }
    }
  }
  return {
    both: [...groups.both],
    sqlite: [...groups.sqlite],
    postgresql: [...groups.postgresql],
  };
}

/** Those of the store in this folder. */
export async function storeStatements(store: string): Promise<StatementTexts> {
  const statements = await readdir(join(store, 'statements'));
  const search = await readdir(join(store, 'search'));
  const paths = [
    'database/schema.ts',
    ...search.filter((name) => name.endsWith('-sections.ts')).map((name) => `search/${name}`),
    ...statements.map((name) => `statements/${name}`),
  ].toSorted((a, b) => (a < b ? -1 : 1));
  const modules: Record<string, object> = {};
  for (const path of paths) modules[path] = (await import(join(store, path))) as object;
  return statementsOf(modules);
}

const HEADING = /^-- (both|sqlite|postgresql)$/;

/** One statement a line, under a heading for each group. */
export const writtenStatements = (texts: StatementTexts): string =>
  Object.entries(texts)
    .map(([group, lines]) => [`-- ${group}`, (lines as string[]).join('\n'), ''].join('\n'))
    .join('\n');

/** What `writtenStatements` wrote. */
export function readStatements(text: string): StatementTexts {
  const groups: Record<keyof StatementTexts, string[]> = { both: [], sqlite: [], postgresql: [] };
  let group: keyof StatementTexts = 'both';
  for (const line of text.split('\n')) {
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) group = heading as keyof StatementTexts;
    else if (line !== '') groups[group].push(line);
  }
  return groups;
}
