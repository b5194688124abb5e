/**
 * Converts changelog posts and synced blocks to the form that the checks of texts and links take.
 */
import type { FilePath, PageKey, Slug } from '../../../model/ids.ts';
import { parse } from '../../darkdown/read/parse.ts';
import { splitFrontMatter } from '../../settings/front-matter.ts';
import { normalBody } from '../../page/page-file.ts';
import type { FileSection } from '../../page/page-file.ts';
import { UNRESTRICTED } from '../../page/page-restriction.ts';
import type { CheckedBody, CheckedPage } from '../linkable-pages.ts';

/** The text after the front matter of a file, for checks of texts. */
export function bodyAfterHeader(text: string): CheckedBody {
  const source = text.replace(/^\u{feff}/u, '');
  return bodyAt(source, source.length - splitFrontMatter(source).body.length);
}

function bodyAt(text: string, start: number): CheckedBody {
  const [lead = ''] = /^[\r\n]*/.exec(text.slice(start)) ?? [];
  const source = text.slice(start + lead.length);
  const line = text.slice(0, start + lead.length).split('\n').length;
  const section: FileSection = { name: null, marker: '', lead, source, tail: '', line };
  return { section, document: parse(normalBody(source)) };
}

/** A text that is not a page, for checks of links. It belongs to no version. */
export const asPage = (
  file: FilePath,
  body: CheckedBody,
  synced: CheckedPage['synced'],
  variables: CheckedPage['variables'],
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
    version: '' as Slug,
    documentation: '' as Slug,
  },
  page: { bom: '', eol: '\n', header: null, sections: [body.section] },
  bodies: [body],
  restrictions: UNRESTRICTED,
  hasPublished: true,
  synced,
  variables,
});
