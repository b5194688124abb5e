/**
 * Checks the file of redirect rules: rules that the platform would not apply as written, or that
 * would harm readers.
 */
import { documentationKey, documentationsOf, placeOf } from '../../model/ids.ts';
import type { PageKey } from '../../model/ids.ts';
import { decoded } from '../darkdown/address.ts';
import {
  fullPath,
  onlyPath,
  readRedirects,
  REDIRECTS_FILE,
  shortPath,
  targetFrom,
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
  const documentations = new Set(documentationsOf(keys));
  const versions = new Set(Array.from(keys, (key) => placeOf(key).version as string));
  const [only, other] = versions;
  const isDefault = defaultVersion ?? (other === undefined ? only : undefined);
  const live = new Map(
    Array.from(keys).flatMap((key) => pathsOf(key).map((path) => [path, key] as const)),
  );
  const found = unclear.map((line) =>
    wrong(line, 'This is not a redirect rule.', 'A rule is `^/v1/guide/old$ >> /v1/guide/new`'),
  );
  const sources = new Map(rules.map((rule) => [onlyPath(rule), rule]));
  for (const rule of rules) {
    const { target, line } = rule;
    const path = onlyPath(rule);
    const page =
      path === null ? [...live].find(([each]) => leads(rule, each))?.[1] : live.get(path);
    const next = sources.get(target);
    if (page !== undefined)
      found.push(
        wrong(line, `The rule leads readers away from ${page}, which has a file here.`, null),
      );
    if (next !== undefined && next !== rule)
      found.push(
        wrong(
          line,
          `${quoted(target)} is redirected itself, by line ${next.line}: the platform follows only one rule.`,
          `Lead to ${quoted(next.target)}`,
        ),
      );
    else if (isMissing(target))
      found.push(wrong(line, `There is no page at ${quoted(target)}.`, null));
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
      return documentations.has(documentationKey(key)) && !keys.has(key);
    }
    const homes = [...versions].filter((version) => documentations.has(`${version}/${first}`));
    const isSection = second === '' || versions.has(first);
    return (
      !isSection &&
      homes.length > 0 &&
      homes.every((version) => !keys.has(`${version}/${first}/${second}` as PageKey))
    );
  }
}

/**
 * Whether the rule redirects this path. A rule that leads back to the same path is for other paths.
 */
function leads(rule: PlacedRule, path: string): boolean {
  const target = targetFrom(path, rule);
  return target !== undefined && target !== path;
}

const wrong = (line: number, message: string, hint: string | null): CheckFinding =>
  finding('bad-redirect', { file: REDIRECTS_FILE, line, message, hint });
