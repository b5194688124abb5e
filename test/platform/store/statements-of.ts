/** The SQL of the store, as its modules state it. */
import * as postgresSections from '../../../src/platform/database/postgres-sections.ts';
import * as schema from '../../../src/platform/database/schema.ts';
import * as sqliteSections from '../../../src/platform/database/sqlite-sections.ts';
import * as exports from '../../../src/platform/export/export.ts';
import * as audit from '../../../src/platform/resources/audit.ts';
import * as changelogs from '../../../src/platform/resources/changelogs.ts';
import * as clones from '../../../src/platform/resources/clones.ts';
import * as documentations from '../../../src/platform/resources/documentations.ts';
import * as keys from '../../../src/platform/resources/keys.ts';
import * as pages from '../../../src/platform/resources/pages.ts';
import * as people from '../../../src/platform/resources/people.ts';
import * as references from '../../../src/platform/resources/references.ts';
import * as reports from '../../../src/platform/resources/reports.ts';
import * as sections from '../../../src/platform/resources/sections.ts';
import * as shared from '../../../src/platform/resources/shared.ts';
import * as surroundings from '../../../src/platform/resources/surroundings-queries.ts';
import * as versions from '../../../src/platform/resources/versions.ts';
import * as storeSite from '../../../src/platform/site/store-site.ts';
import type { Statement } from '../../../src/platform/database/sql.ts';

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
 * All statements in modules' tables, with two values if they take any number. Not those that make
 * tables.
 * @param modules by their names
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

/** Those of the platform. */
export const storeStatements = (): StatementTexts =>
  statementsOf({
    postgresSections,
    schema,
    sqliteSections,
    exports,
    audit,
    changelogs,
    clones,
    documentations,
    keys,
    pages,
    people,
    references,
    reports,
    sections,
    shared,
    surroundings,
    versions,
    storeSite,
  });

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
