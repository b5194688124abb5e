/** One file of an export: a page, or an item between pages in the sidebar. Pure. */
import { normalBody, parsePageFile, printSection } from '../page/page-file.ts';
import type { PageFile, FileSection } from '../page/page-file.ts';
import type { PageTexts } from '../../model/local.ts';
import { restrictionsOf } from '../page/page-restriction.ts';
import { markerLines } from '../page/section-markers.ts';
import { slugOfTitle, slugProblem } from '../slug.ts';
import type { FilePath, Slug } from '../../model/ids.ts';

export interface ImportedMark {
  readonly kind: 'category' | 'label' | 'link' | 'separator';
  readonly title: string;
  readonly url: string;
}

export interface ImportedPage {
  readonly kind: 'page';
  /** Its path in the export. */
  readonly file: FilePath;
  readonly title: string;
  readonly slug: Slug;
  readonly listed: boolean;
  /** The other fields of the header, in their order. */
  readonly header: Readonly<Record<string, string>>;
  readonly draft: string | null;
  readonly published: string | null;
  readonly children: readonly (ImportedMark | ImportedPage)[];
}

/** Header keys with columns of their own. */
const COLUMNS: ReadonlySet<string> = new Set(['type', 'title', 'listed', 'slug']);

/** @param name the file's name without its number; the title if the header has none */
export function readItem(text: string, name: string, path: FilePath): ImportedMark | ImportedPage {
  const file = parsePageFile(text);
  const values = new Map<string, string>();
  for (const { key, value } of file.header?.entries ?? []) {
    if (!values.has(key)) values.set(key, value);
  }
  const title = values.get('title') ?? name;
  const type = values.get('type')?.trim();
  if (type === 'category' || type === 'label' || type === 'link' || type === 'separator') {
    return { kind: type, title: type === 'separator' ? '' : title, url: values.get('url') ?? '' };
  }
  const given = values.get('slug') ?? '';
  return {
    kind: 'page',
    file: path,
    title,
    slug: slugProblem(given) === null ? (given as Slug) : slugOfTitle(title),
    listed: restrictionsOf(file).listed,
    header: Object.fromEntries([...values].filter(([key]) => !COLUMNS.has(key))),
    ...bodies(file),
    children: [],
  };
}

function bodies({ sections }: PageFile): PageTexts {
  const [first, second] = sections;
  // An export has the draft first, so `---draft` below published text is part of that text.
  if (first.name !== 'draft') {
    const text = second ? stored(first, printSection(second)) : stored(first);
    return { draft: null, published: text };
  }
  return { draft: stored(first), published: second ? stored(second) : null };
}

/**
 * The stored body, byte for byte, without the empty lines that an export adds around it. An export
 * leaves a section unnamed only if one of its lines would be read as a marker below `---published`.
 */
function stored({ name, lead, source, tail }: FileSection, more = ''): string {
  const raw = lead + source + tail + more;
  const isExported = name !== null || holdsMarker(raw);
  const isFramed = raw.startsWith('\n') && raw.endsWith('\n\n');
  return isExported && isFramed ? raw.slice(1, Math.max(1, raw.length - 2)) : normalBody(raw);
}

const holdsMarker = (body: string): boolean =>
  (['draft', 'published'] as const).some((name) => !markerLines(body, 0, name).next().done);

/**
 * Whether a text of the page contains a line that looks like the start of a section but is read as
 * text.
 */
export const hasStrayMarker = ({ draft, published }: ImportedPage): boolean =>
  [draft, published].some((body) => body !== null && holdsMarker(body));

/** All pages among these items, each before its subpages. */
export function* pagesAmong(
  items: readonly (ImportedMark | ImportedPage)[],
): Generator<ImportedPage> {
  for (const item of items) {
    if (item.kind !== 'page') continue;
    yield item;
    yield* pagesAmong(item.children);
  }
}
