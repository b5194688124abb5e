/**
 * Checks the file of redirect rules: rules that the platform would not apply as written, or that
 * would harm readers.
 */
import { documentationKey, documentationsOf, placeOf } from '../../model/ids.ts';
import type { PageKey } from '../../model/ids.ts';
import { decoded } from '../darkdown/address.ts';
import {
  expressionOf,
  fullPath,
  onlyPath,
  readRedirects,
  REDIRECTS_FILE,
  shortPath,
  targetsFrom,
} from '../redirects/redirects.ts';
import type { PlacedRule } from '../redirects/redirects.ts';
import { finding, quoted } from './finding.ts';
import type { CheckFinding } from './finding.ts';

/**
 * @param keys all pages of the folders; documentations that are not in the folders may have any
 * page
 */
export function checkRedirects(text: string, keys: ReadonlySet<PageKey>): CheckFinding[] {
  const { rules, unclear, defaultVersion } = readRedirects(text);
  const documentations = new Set(Array.from(documentationsOf(keys), folded));
  const versions = new Set(Array.from(keys, (key) => placeOf(key).version as string));
  const [only, other] = versions;
  const isDefault = defaultVersion ?? (other === undefined ? only : undefined);
  const live = new Map(
    Array.from(keys).flatMap((key) => pathsOf(key).map((path) => [path, key] as const)),
  );
  const found = unclear.map((line) =>
    wrong(line, 'This is not a redirect rule.', 'A rule is `^/v1/guide/old$ >> /v1/guide/new`'),
  );
  const sources = new Map<string | null, PlacedRule>();
  for (const rule of rules) {
    const path = onlyPath(rule);
    if (!sources.has(path)) sources.set(path, rule);
  }
  const bySource = new Map<string, PlacedRule>();
  const earlier: Pattern[] = [];
  for (const rule of rules) {
    const { source, target, line } = rule;
    if (expressionOf(rule) === undefined && !OTHER_DIALECT.test(source)) {
      found.push(wrong(line, 'The left side is not a valid regular expression.', null));
      continue;
    }
    const path = onlyPath(rule);
    const first =
      bySource.get(source) ??
      (path === null ? undefined : earlier.find(({ leads }) => leads(path))?.rule);
    if (first !== undefined) {
      const message = `No address gets to this rule: line ${first.line} matches all of them.`;
      found.push(wrong(line, message, 'Remove one of the rules, or move this one up'));
      continue;
    }
    bySource.set(source, rule);
    const pattern = path === null ? patternOf(rule) : undefined;
    if (pattern) earlier.push(pattern);
    const page =
      path === null
        ? pattern && [...live].find(([each]) => pattern.leads(each))?.[1]
        : live.get(path);
    const next = sources.get(target);
    if (page !== undefined)
      found.push(
        wrong(line, `The rule leads readers away from ${page}, which has a file here.`, null),
      );
    if (!ADDRESS.test(target)) {
      const message = `${quoted(target)} is not an address: it does not begin with a slash.`;
      found.push(wrong(line, message, `Lead to ${quoted(`/${target}`)}`));
    } else if (next !== undefined && next !== rule)
      found.push(
        wrong(
          line,
          `${quoted(target)} is redirected itself, by line ${next.line}: the platform follows only one rule.`,
          `Lead to ${quoted(next.target)}`,
        ),
      );
    else if (isMissing(target)) {
      const near = [...live.keys()].find((each) => folded(each) === folded(target));
      const hint = near === undefined ? null : `Lead to ${quoted(near)}`;
      found.push(wrong(line, `There is no page at ${quoted(target)}.`, hint));
    }
  }
  return found;

  function pathsOf(key: PageKey): readonly string[] {
    return placeOf(key).version === isDefault ? [fullPath(key), shortPath(key)] : [fullPath(key)];
  }

  function isMissing(target: string): boolean {
    const parts = target.split(/[?#]/)[0]?.split('/') ?? [];
    const [, first = '', second = '', third, ...more] = parts.map((part) => decoded(part) ?? part);
    if (more.length > 0 || target.includes('$')) return false;
    if (third !== undefined) {
      const key = `${first}/${second}/${third}` as PageKey;
      return documentations.has(folded(documentationKey(key))) && !keys.has(key);
    }
    const homes = [...versions].filter((version) =>
      documentations.has(folded(`${version}/${first}`)),
    );
    const isSection = second === '' || versions.has(first);
    return (
      !isSection &&
      homes.length > 0 &&
      homes.every((version) => !keys.has(`${version}/${first}/${second}` as PageKey))
    );
  }
}

/** `(?i)`, `(?P<name>`, `(?>` and `a++`, which the platform may read and JavaScript does not. */
const OTHER_DIALECT = /\(\?(?:[a-z-]+[:)]|[P>])|[*+?}]\+/i;

/** The beginning of an address, here or on another site; or of what the left side matches. */
const ADDRESS = /^(?:\/|\$\d|[a-z][a-z\d+.-]*:)/i;

/** Addresses that differ only in letter case look alike to people, but not to the platform. */
const folded = (address: string): string => address.toLowerCase();

/** A rule for several paths. */
interface Pattern {
  readonly rule: PlacedRule;
  /** Whether it redirects this path. A rule that leads back to the same path is for other paths. */
  readonly leads: (path: string) => boolean;
}

/** Undefined if the rule's expression is not understood. */
function patternOf(rule: PlacedRule): Pattern | undefined {
  const targetOf = targetsFrom(rule);
  if (targetOf === undefined) return undefined;
  const leads = (path: string): boolean => {
    const target = targetOf(path);
    return target !== undefined && target !== path;
  };
  return { rule, leads };
}

const wrong = (line: number, message: string, hint: string | null): CheckFinding =>
  finding('bad-redirect', { file: REDIRECTS_FILE, line, message, hint });
