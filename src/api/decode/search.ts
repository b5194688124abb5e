import type { SearchHit, SearchResult } from '../../model/resources.ts';
import {
  asInteger,
  asNumber,
  asList,
  asObject,
  asText,
  asTextOrEmpty,
  asTextOrNull,
  asWord,
} from './shape.ts';

/** Notes, "Search content". */
export function decodeSearch(json: unknown): SearchResult {
  const result = asObject(json, 'search');
  return {
    hits: asList(result['hits'], 'search.hits', hitAt),
    nbHits: asInteger(result['nbHits'], 'search.nbHits'),
    page: asInteger(result['page'], 'search.page'),
    nbPages: asInteger(result['nbPages'], 'search.nbPages'),
    hitsPerPage: asInteger(result['hitsPerPage'], 'search.hitsPerPage'),
    query: asTextOrEmpty(result['query'], 'search.query'),
    basepath: asTextOrEmpty(result['basepath'], 'search.basepath'),
    host: asTextOrEmpty(result['host'], 'search.host'),
  };
}

function hitAt(json: unknown, name: string): SearchHit {
  const hit = asObject(json, name);
  const pageId = hit['pageId'];
  return {
    content: asTextOrEmpty(hit['content'], `${name}.content`),
    title: asText(hit['title'], `${name}.title`),
    sectionType: asWord(hit['sectionType'], `${name}.sectionType`) as SearchHit['sectionType'],
    version: asTextOrEmpty(hit['version'], `${name}.version`),
    section: asTextOrEmpty(hit['section'], `${name}.section`),
    page: asTextOrEmpty(hit['page'], `${name}.page`),
    pageId: pageId === undefined || pageId === null ? null : asNumber(pageId, `${name}.pageId`),
    fragment: asTextOrNull(hit['fragment'], `${name}.fragment`),
    path: asTextOrEmpty(hit['path'], `${name}.path`),
  };
}
