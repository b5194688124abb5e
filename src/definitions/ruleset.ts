/**
 * The rules for definitions: those of the OpenAPI standard, changed by the project's
 * `redocly.yaml`. The file of a cloned repository may choose rules, but not load plugins or fetch
 * anything (ADR 70).
 */
import { devNull } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { placeIn } from '../system/files/path.ts';
import { readRegular } from '../system/files/read.ts';
import type { FailurePlace } from '../model/failure.ts';
import { fileReason, isMissing } from '../model/file-trouble.ts';
import { MAX_RULES } from '../model/input-limits.ts';
import { nearest } from '../model/text/nearest.ts';
import type { RuleSetting } from '../model/project.ts';
import { decodeText } from './decode.ts';
import { loadLibrary, type Library } from './library.ts';
import { parseText, type Definition } from './read-definition.ts';
import { isRuleName, DEFINITION_RULES } from './rules/rules.ts';
import { child, entriesAt, isTree, textAt, textsAt, type Tree } from './definition-tree.ts';

type LibraryConfig = Awaited<ReturnType<Library['createConfig']>>;

/** The rules that a definition is checked with. */
export interface Ruleset {
  readonly severityOf: (rule: string) => RuleSetting;
  /** Whether the project's ignore file lists this rule for this place. */
  readonly isIgnored: (file: string, rule: string, pointer: string) => boolean;
  /** Configuration for the rules that only the library has; null if none is on. */
  readonly library: LibraryConfig | null;
  /** Parts of the project's own ruleset that were ignored, one sentence each. */
  readonly notes: readonly string[];
}

const CONFIG = 'redocly.yaml';
const IGNORE = '.redocly.lint-ignore.yaml';

const GROUPS = ['rules', 'oas2Rules', 'oas3_0Rules', 'oas3_1Rules', 'oas3_2Rules'] as const;
const BUILT_IN = new Set(['minimal', 'spec', 'recommended', 'recommended-strict', 'all']);
/** The longest chain of rulesets that extend each other. No real project has more. */
const MAX_EXTENDS = 10;

type Rules = { extends: string[] } & Partial<
  Record<(typeof GROUPS)[number], Record<string, unknown>>
>;

/**
 * The library searches for plugins to run next to the configuration's path. This path is in a
 * folder that has none on any system.
 */
const NOWHERE = join(devNull, CONFIG);

/** The project's rules cannot be used. The message says why, and `place` where, if a file is the reason. */
export class RulesetError extends Error {
  override readonly name = 'RulesetError';
  readonly place: FailurePlace | undefined;

  constructor(
    message: string,
    { cause, place }: { readonly cause?: unknown; readonly place?: FailurePlace } = {},
  ) {
    super(message, { cause });
    this.place = place;
  }
}

/**
 * The rules for a definition: those of the standard, changed first by the project's `redocly.yaml`
 * and then by `checks`, its settings. Rejects with `RulesetError`.
 *
 * @param checks must have known names only: `unknownRule`
 * @param others rules that are set in the same table but are not about definitions
 */
export async function loadRuleset(
  { file: definition, specification }: Pick<Definition, 'file' | 'specification'>,
  {
    root,
    checks,
    others = [],
  }: {
    readonly root: string;
    readonly checks: Readonly<Record<string, RuleSetting>>;
    readonly others?: readonly string[];
  },
): Promise<Ruleset> {
  try {
    const file = join(root, CONFIG);
    const notes: string[] = [];
    const config = await readTree(root, file);
    const rules = config && (await collect(config, { root, file, definition, notes }));
    const foreign = foreignIn(Object.keys(checks), others);
    const chosen =
      rules === undefined && foreign.length === 0
        ? undefined
        : await choose(rules ?? { extends: [] }, specification, checks, foreign);
    const ignored = await readIgnored(root);
    return {
      severityOf: (rule) => checks[rule] ?? chosen?.severities.get(rule) ?? defaultOf(rule),
      isIgnored: (document, rule, pointer) =>
        // The form in which the library writes the pointer to the whole document.
        ignored[document]?.[rule]?.has(pointer === '#' ? '#/' : pointer) ?? false,
      library: chosen?.library ?? null,
      notes,
    };
  } catch (cause) {
    if (cause instanceof RulesetError) throw cause;
    throw new RulesetError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

const defaultOf = (name: string): RuleSetting =>
  DEFINITION_RULES.find((rule) => rule.name === name)?.severity ?? 'off';

/** The names of rules that only the library may have. */
const foreignIn = (names: readonly string[], others: readonly string[]): readonly string[] =>
  names.filter((name) => !isRuleName(name) && !others.includes(name));

/** A configuration of the library, which must not look for files. */
const configOf = (library: Library, raw: Rules): Promise<LibraryConfig> =>
  library.createConfig(raw as Parameters<Library['createConfig']>[0], { configPath: NOWHERE });

/** The severities that rulesets give to our rules, and the library's configuration for all others: null if none is on. */
async function choose(
  rules: Rules,
  specification: string,
  checks: Readonly<Record<string, RuleSetting>>,
  foreign: readonly string[],
): Promise<{
  readonly severities: ReadonlyMap<string, RuleSetting>;
  readonly library: LibraryConfig | null;
}> {
  const config = await configOf(await loadLibrary(), rules);
  const settings: Record<string, unknown> =
    config.rules[VERSIONS[specification.slice(0, 3)] ?? 'oas3_1'];
  const named = new Set(GROUPS.flatMap((group) => Object.keys(rules[group] ?? {})));
  const severities = new Map<string, RuleSetting>();
  for (const [name, setting] of Object.entries(settings)) {
    if (!isRuleName(name)) continue;
    const severity = severityIn(setting);
    // A ruleset that sets all its rules to "error" means its own rules, which are stricter than the standard's. So only rules that the project names, or that
    // a ruleset turns off, count here.
    if (named.has(name) || severity === 'off') severities.set(name, severity);
    delete settings[name];
  }
  for (const name of foreign) settings[name] = checks[name] === 'warning' ? 'warn' : checks[name];
  const isAnyOn = Object.values(settings).some((setting) => severityIn(setting) !== 'off');
  return { severities, library: isAnyOn ? config : null };
}

/**
 * The first name that is neither a rule of definitions nor one of `others`, rules that share the
 * table of settings, and the rule that is most similar. Undefined if all are known. Loads the
 * library only for names that are not the tool's own.
 */
export async function unknownRule(
  names: readonly string[],
  others: readonly string[],
): Promise<{ readonly name: string; readonly near: string | undefined } | undefined> {
  const foreign = foreignIn(names, others);
  if (foreign.length === 0) return undefined;
  const { rules } = await configOf(await loadLibrary(), { extends: ['all'] });
  const known = new Set(Object.values(VERSIONS).flatMap((version) => Object.keys(rules[version])));
  const name = foreign.find((each) => !known.has(each));
  if (name === undefined) return undefined;
  const all = [...others, ...DEFINITION_RULES.map((rule) => rule.name), ...known];
  return { name, near: nearest(name, all) };
}

const VERSIONS: Readonly<Record<string, 'oas2' | 'oas3_0' | 'oas3_1' | 'oas3_2'>> = {
  '2.0': 'oas2',
  '3.0': 'oas3_0',
  '3.1': 'oas3_1',
  '3.2': 'oas3_2',
};

/** A setting of the library is a severity, or an object that has one; the assertions of a project are a list. */
function severityIn(setting: unknown): RuleSetting {
  if (Array.isArray(setting)) return setting.length > 0 ? 'error' : 'off';
  const severity = isTree(setting) ? (setting['severity'] ?? 'error') : setting;
  if (severity === 'warn') return 'warning';
  return severity === 'error' ? 'error' : 'off';
}

/** For a run without checks. */
export const NO_RULES: Ruleset = {
  severityOf: () => 'off',
  isIgnored: () => false,
  library: null,
  notes: [],
};

/** A configuration without any rules, for bundling. */
export const noRules = (library: Library): Promise<LibraryConfig> =>
  library.createConfig({ rules: {} }, { configPath: NOWHERE });

interface Collecting {
  readonly root: string;
  readonly file: string;
  readonly definition: string;
  readonly notes: string[];
}

/** The rules in a file, with those of the files that it extends and its section for this definition. */
async function collect(tree: Tree, collecting: Collecting, depth = 0): Promise<Rules> {
  const { root, file, notes } = collecting;
  const name = relative(root, file);
  const result: Rules = { extends: [] };
  if (textsAt(tree, 'plugins').length > 0) notes.push(`${name}: its plugins are not loaded`);
  for (const base of textsAt(tree, 'extends')) {
    if (BUILT_IN.has(base)) result.extends.push(base);
    else if (!/\.(ya?ml|json)$/.test(base) || base.includes('://') || depth >= MAX_EXTENDS) {
      notes.push(`${name}: "${base}" is neither a built-in ruleset nor a file, so it is ignored`);
    } else {
      const extended = resolve(dirname(file), base);
      const inner = await readTree(root, extended);
      if (inner === undefined) throw new Error(`${name} extends ${base}, which does not exist`);
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
    const named = entriesAt(tree, group);
    if (named.length > MAX_RULES) {
      const message = `\`${group}\` has ${named.length} entries; at most ${MAX_RULES} are read.`;
      throw new RulesetError(message, { place: { file: relative(root, file) } });
    }
    for (const [name, setting] of named) {
      if (name.includes('/') && !name.startsWith('rule/')) {
        notes.push(
          `${relative(root, file)}: the rule ${name} belongs to a plugin, so it is ignored`,
        );
      } else if (hasPattern(setting)) {
        notes.push(
          `${relative(root, file)}: the rule ${name} has a pattern, and patterns are not run, so it is ignored`,
        );
      } else (rules[group] ??= {})[name] = setting;
    }
  }
  return rules;
}

/**
 * The options of rules from which the library creates regular expressions: a short pattern may take
 * exponential time.
 */
const PATTERNS = new Set(['pattern', 'notPattern', 'ref', 'matchParentKeys']);

function hasPattern(setting: unknown): boolean {
  if (typeof setting !== 'object' || setting === null) return false;
  return Object.entries(setting).some(
    ([key, value]) =>
      key === 'patternProperties' ||
      (PATTERNS.has(key) && typeof value === 'string') ||
      (key === 'prefixes' && !textsAt(setting, key).every((prefix) => /^\w*$/.test(prefix))) ||
      hasPattern(value),
  );
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

/** The ignored problems: by file, then by rule, the pointers. */
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

/** Returns `undefined` if the file does not exist. Throws if it is outside the project, or a link that leads out, or cannot be read. */
async function readTree(root: string, file: string): Promise<Tree | undefined> {
  const name = relative(root, file);
  const place = placeIn(root, name);
  if ('problem' in place) throw new Error(`${name} ${place.problem}`);
  let bytes: Uint8Array;
  try {
    bytes = readRegular(file, 'ruleset');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new Error(`${name} cannot be read: ${fileReason(error)}`, { cause: error });
  }
  const decoded = decodeText(bytes);
  if (!decoded.ok) throw new RulesetError(decoded.message, { place: { file: name } });
  const parsed = await parseText(decoded.text, file);
  if (!parsed.ok) {
    const { place, message } = parsed.problem;
    throw new RulesetError(message, { place: { ...place, file: name } });
  }
  return isTree(parsed.value) ? parsed.value : {};
}
