/** The links of a version's texts in a copy of the version: those that lead into the version lead into the copy. Pure. */
import { decoded, parseAddress } from '../content/darkdown/address.ts';
import { PLUGIN_OPEN } from '../content/darkdown/read/plugin.ts';
import { regionsOf } from '../content/darkdown/read/regions.ts';
import { LINK_ATTRIBUTES, findLinks, unescaped } from '../content/links/find-links.ts';

export interface Repointing {
  /** Slug of the copied version. */
  readonly from: string;
  /** Slug of the copy. */
  readonly to: string;
  /** Slugs of the version's documentations and references. */
  readonly sections: ReadonlySet<string>;
}

/** Strings of which a text must contain one in order to name the version `slug`. Any other text stays as it is in the copy. */
export const signsOf = (slug: string): readonly string[] => [
  ...new Set([slug, encodeURIComponent(slug), PLUGIN_OPEN]),
];

/**
 * The address in the copy. Only an address that names the version changes:
 * `/version/documentation/page`, and `/version/documentation` if that is not a page. An address
 * without a version means the version that contains it, in the copy as well.
 */
export function repointAddress(target: string, { from, to, sections }: Repointing): string {
  const { kind, path } = parseAddress(unescaped(target));
  if (kind !== 'site') return target;
  const [first, second, ...others] = path.slice(1).split('/').map(decoded);
  const isVersion = first === from && (others.length > 0 || !sections.has(from));
  if (!isVersion || !second || !sections.has(second)) return target;
  // The first slash may be escaped: the backslash before it stays.
  const afterSlash = target.indexOf('/') + 1;
  const rest = target.slice(target.indexOf('/', afterSlash));
  return target.slice(0, afterSlash) + encodeURIComponent(to) + rest;
}

/** The body with its links in the copy. Every other byte stays as it is. */
export function repointBody(body: string, repointing: Repointing): string {
  if (!signsOf(repointing.from).some((sign) => body.includes(sign))) return body;
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text } of replacements(body, repointing)) {
    if (start < at) continue;
    parts.push(body.slice(at, start), text);
    at = end;
  }
  return parts.length === 0 ? body : parts.join('') + body.slice(at);
}

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function replacements(body: string, repointing: Repointing): Replacement[] {
  const found: Replacement[] = [];
  for (const { kind, start, end, target } of findLinks(body)) {
    const text = kind === 'link' ? repointAddress(target, repointing) : target;
    if (text !== target) found.push({ start, end, text });
  }
  if (!body.includes(PLUGIN_OPEN)) return found;
  for (const region of regionsOf(body)) {
    if (region.kind !== 'plugin' || SHOWN_AS_IT_IS.has(region.type)) continue;
    for (const { start, end, text } of inPlugin(body.slice(region.start, region.end), repointing)) {
      found.push({ start: region.start + start, end: region.start + end, text });
    }
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/** Plugins without Markdown. */
const SHOWN_AS_IT_IS: ReadonlySet<string> = new Set(['code-block', 'html']);

/** The strings of a plugin's JSON that change: texts with links, and addresses under names that hold addresses. */
function* inPlugin(source: string, repointing: Repointing): Generator<Replacement> {
  let key = '';
  for (let start = source.indexOf('"'); start !== -1;) {
    const end = stringEnd(source, start);
    const literal = source.slice(start, end);
    const value = JSON.parse(literal) as string;
    if (/^\s*:/.test(source.slice(end, end + 10))) key = value;
    else {
      const repoint = LINK_ATTRIBUTES.has(key) ? repointAddress : repointBody;
      const changed = repoint(value, repointing);
      if (changed !== value) yield { start, end, text: printed(changed, literal) };
    }
    start = source.indexOf('"', end);
  }
}

/** The offset at which the JSON string that begins at `start` ends. */
function stringEnd(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== '"') at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** As JSON, with escaped slashes if `before` has escaped ones. */
function printed(value: string, before: string): string {
  const json = JSON.stringify(value);
  return before.includes(String.raw`\/`) ? json.replaceAll('/', String.raw`\/`) : json;
}
