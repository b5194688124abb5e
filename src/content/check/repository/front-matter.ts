/** Changelog posts and synced blocks: texts whose header, unlike a page's, is YAML. */
import type { FilePath, PageKey, Slug } from '../../../model/ids.ts';
import { parse } from '../../darkdown/read/parse.ts';
import { normalBody } from '../../page/page-file.ts';
import type { FileSection } from '../../page/page-file.ts';
import type { CheckedBody, CheckedPage } from '../site.ts';

/** A file, split at its front matter. */
export interface FrontMatter {
  /** The text between the fences; null: the file has no front matter. */
  readonly yaml: string | null;
  readonly body: CheckedBody;
}

/** The fences are lines of `---`, and the first one is the file's first line. Time is linear in the length. */
export function splitFrontMatter(text: string): FrontMatter {
  const source = text.replace(/^\u{feff}/u, '');
  const open = /^---[ \t]*\r?\n/.exec(source);
  const from = open?.[0].length ?? 0;
  const close = open && /^---[ \t]*\r?$/m.exec(source.slice(from));
  if (!close) return { yaml: null, body: bodyAt(source, 0) };
  const end = from + close.index;
  const next = source.indexOf('\n', end);
  return {
    yaml: source.slice(from, end),
    body: bodyAt(source, next === -1 ? source.length : next + 1),
  };
}

function bodyAt(text: string, start: number): CheckedBody {
  const [lead = ''] = /^[\r\n]*/.exec(text.slice(start)) ?? [];
  const source = text.slice(start + lead.length);
  const line = text.slice(0, start + lead.length).split('\n').length;
  const section: FileSection = { name: null, marker: '', lead, source, tail: '', line };
  return { section, document: parse(normalBody(source)) };
}

/** A text that is not a page, in the form that the rules of links take: as seen from a version. */
export const asPage = (
  file: FilePath,
  body: CheckedBody,
  version: Slug,
  synced: CheckedPage['synced'],
): CheckedPage => ({
  key: '' as PageKey,
  file,
  place: {
    path: file,
    slug: '' as Slug,
    title: '',
    category: null,
    parent: null,
    ordered: false,
    version,
    documentation: '' as Slug,
  },
  page: { bom: '', eol: '\n', header: null, sections: [body.section] },
  bodies: [body],
  listed: true,
  synced,
  variables: null,
});
