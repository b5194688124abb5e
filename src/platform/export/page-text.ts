/** A page of the project as the text of its file. Pure. */

import type { Bodies } from '../../content/page-file.ts';
import { continuesValue } from '../../content/page-header.ts';
import type { PageFileRow } from '../store/statements/export.ts';
import type { NavMarkRow } from '../store/statements/structure.ts';

type HeaderFields = readonly (readonly [key: string, value: string])[];

/** @param bodies the page's texts in the format of the export */
export function pageText(page: PageFileRow, { draft, published }: Bodies): string {
  const { title, listed, slug } = page;
  const header = printHeader([
    ['type', 'page'],
    ['title', title],
    ['listed', listed === 1 ? 'true' : 'false'],
    ['slug', slug],
    ...Object.entries(JSON.parse(page.header) as Record<string, string>),
  ]);
  const sections = [
    ...(draft === null ? [] : [`---draft\n\n${draft}\n\n`]),
    ...(published === null ? [] : [`---published\n\n${published}\n\n`]),
  ];
  return header + sections.join('');
}

/** A category, link or separator: a header and nothing else. */
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

/** A value may go on over several lines, unless one of them would be read as something else. */
function inHeader(value: string): string {
  const [, ...more] = value.split(/\r\n|\r|\n/);
  return more.every(continuesValue) ? value : value.replace(/\s*[\r\n]\s*/g, ' ');
}
