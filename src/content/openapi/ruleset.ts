/**
 * The rules that definitions are held to: the project's `redocly.yaml`, else what the OpenAPI standard itself says.
 * A cloned repository's file may choose rules and nothing more: no plugin is loaded, nothing is fetched (ADR 70).
 */
import { readFile, stat } from 'node:fs/promises';
import { devNull } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { placeIn } from '../../files/limit.ts';
import { isMissing } from '../../model/file-trouble.ts';
import { decodeText } from './decode.ts';
import type { Library } from './library.ts';
import { parseText } from './read.ts';
import { child, isTree, textAt, textsAt, type Tree } from './tree.ts';

/** The rules that definitions are checked with. */
export interface Ruleset {
  readonly config: Awaited<ReturnType<Library['createConfig']>>;
  /** What of the project's own was left out, a sentence each. */
  readonly notes: readonly string[];
}

const CONFIG = 'redocly.yaml';
const IGNORE = '.redocly.lint-ignore.yaml';

const GROUPS = ['rules', 'oas2Rules', 'oas3_0Rules', 'oas3_1Rules', 'oas3_2Rules'] as const;
const BUILT_IN = new Set(['minimal', 'spec', 'recommended', 'recommended-strict', 'all']);
/** A ruleset that extends another that extends another …: nobody has more. */
const MAX_EXTENDS = 10;

type Rules = { extends: string[] } & Partial<
  Record<(typeof GROUPS)[number], Record<string, unknown>>
>;

/** `nullable` without `type` is against the letter of 3.0 and in half of the definitions in the world. */
const STANDARD: Rules = {
  extends: ['spec'],
  oas3_0Rules: { 'nullable-type-sibling': 'warn' },
};

/**
 * The library looks for plugins to run beside the configuration's path: this is a folder that has none, on no system.
 */
const NOWHERE = join(devNull, CONFIG);

/** The project's rules cannot be used; the message says why. */
export class RulesetError extends Error {
  override readonly name = 'RulesetError';
}

/** Reads the project's rules. Rejects with `RulesetError`. */
export async function loadRuleset(
  library: Library,
  root: string,
  definition: string,
): Promise<Ruleset> {
  try {
    return await readRuleset(library, root, definition);
  } catch (cause) {
    throw new RulesetError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

async function readRuleset(library: Library, root: string, definition: string): Promise<Ruleset> {
  const file = join(root, CONFIG);
  const own = await readTree(root, file);
  const notes: string[] = [];
  const rules =
    own === undefined ? STANDARD : await collect(own, { root, file, definition, notes });
  // Rules alone are meant as changes to something.
  if (rules.extends.length === 0) rules.extends.push('spec');
  const config = await library.createConfig(rules as Parameters<Library['createConfig']>[0], {
    configPath: NOWHERE,
    ignore: await readIgnored(root),
  });
  return { config, notes };
}

/** A configuration without any rules, for bundling. */
export const noRules = (library: Library): Promise<Ruleset['config']> =>
  library.createConfig({ rules: {} }, { configPath: NOWHERE });

interface Collecting {
  readonly root: string;
  readonly file: string;
  readonly definition: string;
  readonly notes: string[];
}

/** What a file says of rules, with the files that it extends and its section for this definition. */
async function collect(tree: Tree, collecting: Collecting, depth = 0): Promise<Rules> {
  const { root, file, notes } = collecting;
  const name = relative(root, file);
  const result: Rules = { extends: [] };
  if (textsAt(tree, 'plugins').length > 0) notes.push(`${name}: its plugins are not loaded`);
  for (const base of textsAt(tree, 'extends')) {
    if (BUILT_IN.has(base)) result.extends.push(base);
    else if (!/\.(ya?ml|json)$/.test(base) || base.includes('://') || depth >= MAX_EXTENDS) {
      notes.push(`${name}: "${base}" is neither a built-in ruleset nor a file: left out`);
    } else {
      const extended = resolve(dirname(file), base);
      const inner = await readTree(root, extended);
      if (inner === undefined) throw new Error(`${name} extends ${base}, which is not there`);
      merge(result, await collect(inner, { ...collecting, file: extended }, depth + 1));
    }
  }
  merge(result, ownRules(tree, collecting));
  const section = sectionFor(tree, collecting);
  if (section !== undefined) merge(result, await collect(section, collecting, MAX_EXTENDS));
  return result;
}

function ownRules(tree: Tree, { root, file, notes }: Collecting): Rules {
  const rules: Rules = { extends: [] };
  for (const group of GROUPS) {
    for (const [name, setting] of Object.entries(child(tree, group) ?? {})) {
      if (name.includes('/') && !name.startsWith('rule/')) {
        notes.push(`${relative(root, file)}: the rule ${name} is a plugin's: left out`);
      } else (rules[group] ??= {})[name] = setting;
    }
  }
  return rules;
}

function merge(into: Rules, from: Rules): void {
  into.extends.push(...from.extends);
  for (const group of GROUPS) {
    if (from[group] !== undefined) into[group] = { ...into[group], ...from[group] };
  }
}

/** The entry of `apis` whose `root` is this definition. */
function sectionFor(tree: Tree, { file, definition }: Collecting): Tree | undefined {
  const apis = child(tree, 'apis');
  if (!isTree(apis)) return undefined;
  return Object.values(apis)
    .filter(isTree)
    .find((api) => resolve(dirname(file), textAt(api, 'root') ?? '') === definition);
}

/** Problems that the project chose to live with: file, rule, pointers. */
async function readIgnored(root: string): Promise<Record<string, Record<string, Set<string>>>> {
  const tree = (await readTree(root, join(root, IGNORE))) ?? {};
  const byRule = (rules: unknown): [string, Set<string>][] =>
    isTree(rules) ? Object.keys(rules).map((rule) => [rule, new Set(textsAt(rules, rule))]) : [];
  return Object.fromEntries(
    Object.entries(tree).map(([name, rules]) => [
      resolve(root, name),
      Object.fromEntries(byRule(rules)),
    ]),
  );
}

/** Bytes. Rules that people write are a few kB. */
const LARGEST = 4 * 1024 * 1024;

/** `undefined` if there is no such file. Throws for one that lies or leads out of the project, a device, or a very large one: they are not opened. */
async function readTree(root: string, file: string): Promise<Tree | undefined> {
  const name = relative(root, file);
  const place = placeIn(root, name);
  if ('problem' in place) throw new Error(`${name} ${place.problem}`);
  const stats = await stat(file).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (stats === undefined) return undefined;
  if (!stats.isFile() || stats.size > LARGEST) {
    throw new Error(`${name} is not a file of at most ${LARGEST / 1024 ** 2} MB`);
  }
  const bytes = await readFile(file);
  const decoded = decodeText(bytes);
  if (!decoded.ok) throw new Error(`${file}: ${decoded.message}`);
  const parsed = await parseText(decoded.text, file);
  if (!parsed.ok) throw new Error(`${file}:${parsed.problem.line}: ${parsed.problem.message}`);
  return isTree(parsed.value) ? parsed.value : {};
}
