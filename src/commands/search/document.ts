import * as v from 'valibot';
import type { SearchResult } from '../../model/resources.ts';
import { document, exactly, int, text } from '../shared/document.ts';

export const searchSchema = document(
  'search',
  'docs search --json',
  'What the platform found.',
  exactly<SearchResult>()(
    v.strictObject({
      hits: v.array(
        v.strictObject({
          content: text(),
          title: text(),
          sectionType: v.picklist(['doc', 'ref']),
          version: text(),
          section: text(),
          page: text(),
          pageId: v.nullable(v.number()),
          fragment: v.nullable(text()),
          path: text('/version/section/page#fragment'),
        }),
      ),
      nbHits: int(),
      page: int('From 0.'),
      nbPages: int(),
      hitsPerPage: int(),
      query: text(),
      basepath: text(),
      host: text(),
    }),
  ),
);
