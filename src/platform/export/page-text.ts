/** A page of the project as the text of its file. Pure. */
import { type SectionName, continuesValue } from '../../content/page/page-header.ts';
import { markerLines, unclosedFence } from '../../content/page/section-markers.ts';
import type { PageTexts } from '../../model/local.ts';
import type { NavMarkRow } from '../resources/documentations.ts';
import type { PageRow } from '../resources/pages.ts';

type HeaderFields = readonly (readonly [key: string, value: string])[];

/**
 * @param bodies the page's texts in the format of the export
 * @param listed as in every other answer about the page
 */
export function pageText(
  page: Pick<PageRow, 'title' | 'slug' | 'header'>,
  { draft, published }: PageTexts,
  listed: boolean,
): string {
  const { title, slug } = page;
  const header = printHeader([
    ['type', 'page'],
    ['title', title],
    ['listed', String(listed)],
    ['slug', slug],
    ...Object.entries(JSON.parse(page.header) as Record<string, string>),
  ]);
  return header + sectionsOf(draft, published);
}

/**
 * The sections of the file, written so that they read back as these two bodies. A line of the draft
 * that would begin the other section is escaped, and a fence that is open at the draft's end is
 * closed: readers see no difference. A published text without a draft needs neither.
 */
function sectionsOf(draft: string | null, published: string | null): string {
  if (draft === null) {
    if (published === null) return '';
    const holdsMarker = !markerLines(published, 0, 'draft').next().done;
    return section(holdsMarker ? '---' : '---published', published);
  }
  if (published === null) return section('---draft', escaped(draft, 'published'));
  const first = closed(escaped(draft, 'published'));
  return section('---draft', first) + section('---published', published);
}

const section = (marker: string, body: string): string => `${marker}\n\n${body}\n\n`;

/** In text, a backslash does not change what readers see. If escapes do not work here, a space at the line's end is the least visible change. */
function escaped(body: string, name: SectionName): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, isRaw } of markerLines(body, 0, name)) {
    const end = start + `---${name}`.length;
    const line = body.slice(start, end);
    parts.push(body.slice(from, start), isRaw ? `${line} ` : `\\${line}`);
    from = end;
  }
  return from === 0 ? body : parts.join('') + body.slice(from);
}

function closed(body: string): string {
  const fence = unclosedFence(body);
  if (fence === null) return body;
  return `${body}${body.endsWith('\n') ? '' : '\n'}${fence.mark}`;
}

/** A category, link or separator: a header without a body. */
export function markText({ kind, title, url }: NavMarkRow): string {
  const fields: HeaderFields = [
    ['type', kind],
    ...(kind === 'separator' ? [] : [['title', title] as const]),
    ...(kind === 'link' ? [['url', url] as const] : []),
  ];
  return `${printHeader(fields)}---`;
}

const printHeader = (fields: HeaderFields): string =>
  `---\n${fields.map(([key, value]) => `${key}: ${inHeader(value)}\n`).join('')}`;

/** A value may have several lines, unless one of them would be read as something else. */
function inHeader(value: string): string {
  const [, ...more] = value.split(/\r\n|\r|\n/);
  return more.every(continuesValue) ? value : value.replace(/\s*[\r\n]\s*/g, ' ');
}
