/** Files that pages include. Never reads outside the source folder. */
import { posix } from 'node:path';
import { splitFrontMatter } from '../../content/settings/front-matter.ts';
import { SampledFile } from '../../content/snippets/sampled-file.ts';
import { PRESS } from '../anchors.ts';
import type { SourceFolder } from '../model.ts';

interface Around {
  readonly folder: SourceFolder;
  readonly roots: readonly string[];
}

/** The file that `path` names in `from`, or why there is none. */
export function fileNamed(
  path: string,
  from: string,
  { folder, roots }: Around,
): string | { readonly problem: string } {
  const clean = path.replace(/^@(?:site)?\//, '/').replace(/[?#].*$/, '');
  if (/^[a-z][a-z\d+.-]*:/i.test(clean)) return { problem: 'it is not in the folder' };
  const bases = clean.startsWith('/') ? roots : [posix.dirname(from), ...roots];
  let leaves = false;
  for (const base of bases) {
    const whole = posix.join(base, clean);
    if (whole.startsWith('../') || whole === '..') {
      leaves = true;
      continue;
    }
    const candidates = [whole, `${whole}.md`, `${whole}.mdx`, posix.join(whole, 'index.md')];
    const found = candidates.find((candidate) => folder.has(candidate));
    if (found !== undefined) return found;
  }
  return { problem: leaves ? 'it is outside the folder' : 'there is no such file' };
}

/** The text of an included file, without its front matter, which is not shown. */
export function withoutFrontMatter(text: string): string {
  const whole = text.replace(/^\u{feff}/u, '').replaceAll(/\r\n?/g, '\n');
  const { header, body } = splitFrontMatter(whole);
  return header !== null && /^(?:[\w-]+:|$)/.test(header) ? body : whole;
}

/**
 * The lines of a file that `{1,5}` or `#region` selects, or all lines if nothing is selected; null
 * if there are none.
 */
export function partOf(text: string, lines: string): string | null {
  const range = /^\{(\d*),?(\d*)\}/.exec(lines);
  if (range) {
    const [first, last] = [Number(range[1] || 1), range[2] === '' ? undefined : Number(range[2])];
    const all = text.split('\n');
    return (lines.includes(',') ? all.slice(first - 1, last) : all.slice(first - 1, first)).join(
      '\n',
    );
  }
  const region = /^#([\w-]+)/.exec(lines)?.[1];
  if (region === undefined) return text;
  const marked = regionIn(text, region);
  if (marked !== null) return marked;
  // The heading with that anchor, and its section.
  const all = text.split('\n');
  const at = all.findIndex(
    (each) => /^#{1,6}\s/.test(each) && PRESS.slug(each.replace(/^#+\s+/, '')) === region,
  );
  if (at === -1) return null;
  const level = /^#+/.exec(all[at] ?? '')?.[0].length ?? 1;
  const rest = all.slice(at + 1);
  const end = rest.findIndex((each) => (/^(#{1,6})\s/.exec(each)?.[1]?.length ?? 9) <= level);
  return [all[at], ...(end === -1 ? rest : rest.slice(0, end))].join('\n');
}

/**
 * The text between `#region` and `#endregion`, or `[start:]` and `[end:]`, with that name; null if
 * there is none.
 */
export function regionIn(text: string, name: string): string | null {
  const { lines, regions } = new SampledFile(text);
  const [region] = regions.get(name) ?? [];
  if (region === undefined) return null;
  return lines
    .slice(region.from, region.to ?? lines.length)
    .map((line) => `${line}\n`)
    .join('');
}
