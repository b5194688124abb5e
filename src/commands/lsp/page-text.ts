/** Links, headings and other places in the text of a page file, as an editor counts them. */
import type { Range } from 'vscode-languageserver-protocol';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { Anchors } from '../../content/darkdown/anchor.ts';
import { regionsOf } from '../../content/darkdown/read/regions.ts';
import { findLinks, unescaped } from '../../content/links/find-links.ts';
import type { Link } from '../../content/links/find-links.ts';
import { parsePageFile } from '../../content/page/page-file.ts';
import { printHeader } from '../../content/page/page-header.ts';

/** A range of the text from one offset to another. */
export const rangeOf = (document: TextDocument, start: number, end: number): Range => ({
  start: document.positionAt(start),
  end: document.positionAt(end),
});

/** The offset of the end of the header; 0 if there is none. */
export function headerEnd(text: string): number {
  const { bom, header } = parsePageFile(text);
  return header === null ? 0 : bom.length + printHeader(header).length;
}

/** The bodies of a page file, with the offsets at which they begin. */
function bodiesIn(text: string): { readonly start: number; readonly body: string }[] {
  let at = headerEnd(text);
  return parsePageFile(text).sections.map(({ marker, lead, source, tail }) => {
    const start = at + marker.length + lead.length;
    at = start + source.length + tail.length;
    return { start, body: source };
  });
}

/** The links of a page file, with offsets in the file, and targets without escapes. */
const linksIn = (text: string): readonly Link[] =>
  bodiesIn(text).flatMap(({ start, body }) =>
    findLinks(body).map(({ kind, target, ...span }) => ({
      kind,
      target: unescaped(target),
      start: start + span.start,
      end: start + span.end,
    })),
  );

export const linkAt = (text: string, offset: number): Link | undefined =>
  linksIn(text).find(({ start, end }) => start <= offset && offset <= end);

/** A heading of a page. `start` and `end` are those of its title in the file. */
export interface Heading {
  readonly level: number;
  readonly title: string;
  readonly anchor: string;
  readonly start: number;
  readonly end: number;
}

const HEADING = /^( {0,3})(#{1,6})([ \t]+)(\S.*)$/;
const MARKUP = /[*_`~]|!?\[([^\]]*)\]\([^)]*\)/g;
const LONGEST = 1000;

/** The headings that begin with `#`, outside code. The first body counts, which is the newest. */
export function headingsIn(text: string): readonly Heading[] {
  const [first] = bodiesIn(text);
  if (first === undefined) return [];
  const { start: from, body } = first;
  const anchors = new Anchors();
  const found: Heading[] = [];
  for (const region of regionsOf(body)) {
    if (region.kind !== 'text') continue;
    let at = region.start;
    for (const line of body.slice(region.start, region.end).split('\n')) {
      const [, indent = '', marks = '', space = '', rest = ''] =
        HEADING.exec(line.slice(0, LONGEST)) ?? [];
      if (marks !== '') {
        const title = rest.trimEnd().replace(/[ \t]#{1,6}$/, '');
        const start = from + at + indent.length + marks.length + space.length;
        const anchor = anchors.take(title.replaceAll(MARKUP, '$1'));
        found.push({ level: marks.length, title, anchor, start, end: start + title.length });
      }
      at += line.length + 1;
    }
  }
  return found;
}
