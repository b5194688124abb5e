/**
 * Redirect rules of the platform: `^/v1\.0/guide/a$ >> /v1.0/guide/b`. The first rule whose regular
 * expression matches wins; no rule is applied to its target. Pure.
 */
import { placeOf } from '../../model/ids.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';

/** The rules of a project, committed with the content, and pasted into the hosting settings. */
export const REDIRECTS_FILE = 'docs-cli.redirects.txt' as FilePath;

/** An address that readers may use although no page has it any more. */
export interface MovedAddress {
  readonly from: PageKey;
  /** Null: the page was deleted, and a person must choose a target. */
  readonly to: PageKey | null;
}

/** The rules of a redirect. `null` as target: a person decides. */
export interface RedirectRules {
  /** For addresses with a version. */
  readonly versioned: string;
  /** For addresses without a version, which are those of the default version. */
  readonly short: string;
  readonly version: string;
}

export function rulesOf({ from, to }: MovedAddress): RedirectRules {
  const { version } = placeOf(from);
  const target = targetsOf({ from, to });
  return {
    versioned: printed({ source: sourceOf(fullPath(from)), target: target.versioned }),
    short: printed({ source: sourceOf(shortPath(from)), target: target.short }),
    version,
  };
}

/**
 * If the page moved to another version, the target has its version: a short address would lead to
 * the default version.
 */
function targetsOf({ from, to }: MovedAddress): Readonly<Record<'versioned' | 'short', string>> {
  if (to === null) return { versioned: '', short: '' };
  const isSame = placeOf(from).version === placeOf(to).version;
  return { versioned: fullPath(to), short: isSame ? shortPath(to) : fullPath(to) };
}

/** The address of a page for readers, encoded. */
export function fullPath(key: PageKey): string {
  const { version, documentation, slug } = placeOf(key);
  return pathOf(version, documentation, slug);
}

/** The same in the default version. */
export function shortPath(key: PageKey): string {
  const { documentation, slug } = placeOf(key);
  return pathOf(documentation, slug);
}

/** A lone surrogate cannot be encoded, and no address contains one. */
const pathOf = (...parts: readonly string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll(/\p{Cs}/gu, '\u{fffd}'))}`).join('');

const sourceOf = (path: string): string => `^${path.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}$`;

interface Rule {
  readonly source: string;
  readonly target: string;
}

const printed = ({ source, target }: Rule): string => `${source} >> ${target}`.trimEnd();

/**
 * A line of the file. `rule` is undefined for a comment, an empty line, or a line that cannot be
 * parsed.
 */
interface Line {
  readonly text: string;
  readonly rule?: Rule | undefined;
  /** If set, the rule is in a comment: it applies only if this is the default version. */
  readonly version?: string | undefined;
}

const RULE = /^(\S+) >> (\S+)$/;
const IF_DEFAULT = /^# if (\S+) is the default version: (.*)$/;
const DEFAULT = /^# Default version:[ \t]*(\S*)/m;

const HEAD = `# Redirect rules for the hosting settings of the platform: paste them whole. The first one that matches wins.
# With the slug of the default version in the next line, docs move and docs push write the rules for its short addresses, too.
# Default version:
`;

function linesOf(text: string): Line[] {
  return text.split(/\r?\n/).map((line) => {
    const [, version, short = line] = IF_DEFAULT.exec(line) ?? [];
    const [, source, target] = RULE.exec(short) ?? [];
    const isRule = source !== undefined && target !== undefined && !source.startsWith('#');
    return { text: line, rule: isRule ? { source, target } : undefined, version };
  });
}

/** A rule that counts, and its line in the file, from 1. */
export interface PlacedRule extends Rule {
  readonly line: number;
}

export interface ReadRedirects {
  readonly rules: readonly PlacedRule[];
  /** Lines that are neither a rule nor a comment. */
  readonly unclear: readonly number[];
  /** The version in the line "Default version" of the file. */
  readonly defaultVersion: string | null;
}

export function readRedirects(text: string): ReadRedirects {
  const lines = [...linesOf(text).entries()];
  return {
    rules: lines.flatMap(([at, { rule, version }]) =>
      rule && version === undefined ? [{ ...rule, line: at + 1 }] : [],
    ),
    unclear: lines.flatMap(([at, { rule, text: line }]) =>
      rule || line.trim() === '' || line.startsWith('#') ? [] : [at + 1],
    ),
    defaultVersion: DEFAULT.exec(text)?.[1] || null,
  };
}

/**
 * The text of the file with these redirects. A rule whose target is an old address gets the new
 * one, because the platform follows only one rule; a rule from an address that a page has again is
 * removed.
 */
export function withRedirects(text: string | null, redirects: readonly MovedAddress[]): string {
  const before = text ?? HEAD;
  const defaultVersion = DEFAULT.exec(before)?.[1] ?? '';
  let lines: readonly Line[] = linesOf(before.replace(/\s*$/, '')).map((line) =>
    line.rule && line.version === defaultVersion
      ? { text: printed(line.rule), rule: line.rule }
      : line,
  );
  for (const redirect of redirects) lines = withOne(lines, redirect, defaultVersion);
  return `${lines.map((line) => line.text).join('\n')}\n`;
}

function withOne(
  lines: readonly Line[],
  redirect: MovedAddress,
  defaultVersion: string,
): readonly Line[] {
  const { from, to } = redirect;
  const { version } = placeOf(from);
  const isDefault = version === defaultVersion;
  if (to === null) {
    const { versioned, short } = rulesOf(redirect);
    const rule = isDefault ? short : versioned;
    const line = `# ${from} was deleted; where should its readers go? ${rule}`;
    return lines.some(({ text }) => text === line) ? lines : [...lines, { text: line }];
  }
  const targets = targetsOf(redirect);
  const full = { path: fullPath(from), target: targets.versioned };
  const short = { path: shortPath(from), target: targets.short };
  const onlyIf = isDefault ? {} : { version };
  const asDefault = (line: Line): boolean => line.version === onlyIf.version;
  return [[full, () => true, {}] as const, [short, asDefault, onlyIf] as const].reduce<
    readonly Line[]
  >((all, [{ path, target }, isMeant, condition]) => {
    const own = new Set([sourceOf(path), sourceOf(target)]);
    const left = all.flatMap((line): Line[] => {
      const { rule } = line;
      if (!rule || !isMeant(line)) return [line];
      if (own.has(rule.source)) return [];
      return rule.target === path ? [lineOf({ ...rule, target }, line.version)] : [line];
    });
    return [...left, lineOf({ source: sourceOf(path), target }, condition.version)];
  }, lines);
}

const lineOf = (rule: Rule, version: string | undefined): Line =>
  version === undefined
    ? { text: printed(rule), rule }
    : { text: `# if ${version} is the default version: ${printed(rule)}`, rule, version };

const ATOM = String.raw`(?:\\.|[\w/~%@:!'.-]|\[(?:\\.|[^\]\\[])+\])`;
const PIECE = String.raw`${ATOM}(?:[*+?]\??|\{\d\})?`;
/**
 * Expressions in which nothing is repeated that has a choice in it. A repository could contain one
 * that takes exponential time. Each text has one way through this pattern.
 */
const SIMPLE = new RegExp(String.raw`^\^(?:${PIECE}|\((?:\?:)?(?:${PIECE}|[|$])*\)\??)*\$?$`);
/** Each multiplies the time: the first ones by the length of the address. */
const LIMITS = [
  { choices: /[*+]/g, max: 3 },
  { choices: /[*+?|{]/g, max: 4 },
];

/** Whether the rule's expression is understood here. */
function isSimple({ source }: Rule): boolean {
  if (!SIMPLE.test(source)) return false;
  const signs = source.replaceAll(/\\.|\(\?:/g, '');
  return LIMITS.every(({ choices, max }) => (signs.match(choices)?.length ?? 0) <= max);
}

/** The rule's expression. Undefined if it is not valid. */
export function expressionOf({ source }: Rule): RegExp | undefined {
  try {
    return new RegExp(source);
  } catch {
    return undefined;
  }
}

/**
 * Returns the target of the rule for a path: undefined if the rule does not match. Undefined if its
 * expression is not understood.
 */
export function targetsFrom(rule: Rule): ((path: string) => string | undefined) | undefined {
  const expression = isSimple(rule) ? expressionOf(rule) : undefined;
  if (expression === undefined) return undefined;
  return (path) => {
    const match = expression.exec(path);
    return match ? rule.target.replaceAll(/\$(\d)/g, (_, n) => match[Number(n)] ?? '') : undefined;
  };
}

/** The target of the first rule that matches. Undefined if none does. */
export function redirected(path: string, rules: readonly Rule[]): string | undefined {
  for (const rule of rules) {
    const target = targetsFrom(rule)?.(path);
    if (target !== undefined) return target;
  }
  return undefined;
}

/** The only path that a rule matches. Null if it matches several. */
export function onlyPath({ source }: Rule): string | null {
  const path = source.slice(1, -1).replaceAll(/\\(.)/g, '$1');
  return sourceOf(path) === source ? path : null;
}
