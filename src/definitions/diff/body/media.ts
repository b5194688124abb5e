/** Bodies by media type, in the same form for all versions of OpenAPI. */
import { child, listAt, textAt } from '../../tree.ts';
import type { LocatedDefinition } from '../document.ts';
import { itemsUnder, nodesUnder, under, type Located } from '../located.ts';
import { schemaOf, serializationOf } from '../parameters.ts';
import type { Schema } from '../schemas/facets.ts';

/** Media types in lower case, without spaces. */
export type Content = ReadonlyMap<string, Media>;

/** The content of a body with one media type. */
export interface Media extends Located {
  readonly schema: Schema;
  /** 3.2: the schema of each item in a sequence. */
  readonly itemSchema: Schema;
  /** How the parts of forms and of multipart bodies are encoded, by name; for 3.2's parts by position, the names are `[0]` and `[]`. */
  readonly parts: ReadonlyMap<string, BodyPart>;
}

/** How one part is encoded. */
export interface BodyPart {
  readonly contentType: string | undefined;
  readonly serialization: string;
  readonly headers: ReadonlyMap<string, SentHeader>;
  readonly pointer: string;
}

/** A header of a response or part. */
export interface SentHeader extends Located {
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly serialization: string;
  readonly schema: Schema;
}

const NO_PARTS: Media['parts'] = new Map();

/** The media types of a body or response. */
export const readContent = (document: LocatedDefinition, node: Located): Content =>
  new Map(
    nodesUnder(node, 'content').map(([type, media]) => [
      normalType(type),
      readMedia(document, document.follow(media)),
    ]),
  );

/** A body of 2.0: one schema for all media types. */
export const plainContent = (types: readonly string[], schema: Located): Content =>
  new Map(
    types.map((type) => [
      type,
      {
        schema: [schema],
        itemSchema: [NOTHING],
        parts: NO_PARTS,
        value: undefined,
        pointer: schema.pointer,
      },
    ]),
  );

const NOTHING: Located = { value: undefined, pointer: '#' };

function readMedia(document: LocatedDefinition, node: Located): Media {
  return {
    schema: [under(node, 'schema')],
    itemSchema: [under(node, 'itemSchema')],
    parts: new Map(partsOf(node).map(([name, part]) => [name, readPart(document, name, part)])),
    ...node,
  };
}

function partsOf(node: Located): (readonly [string, Located])[] {
  const every = under(node, 'itemEncoding');
  return [
    ...nodesUnder(node, 'encoding'),
    ...itemsUnder(node, 'prefixEncoding').map((part, at) => [`[${at}]`, part] as const),
    ...(every.value === undefined ? [] : [['[]', every] as const]),
  ];
}

function readPart(document: LocatedDefinition, name: string, node: Located): BodyPart {
  return {
    contentType: textAt(node.value, 'contentType')?.toLowerCase().replaceAll(' ', ''),
    // If a style is stated, even the default one, the rules of `contentType` do not apply: 3.1, "Encoding Object".
    serialization: ['style', 'explode', 'allowReserved'].some(
      (key) => child(node.value, key) !== undefined,
    )
      ? serializationOf(document, node, 'query', undefined)
      : 'default',
    headers: readHeaders(document, node),
    pointer: node.pointer,
  };
}

/** The headers under `node`, by name in lower case. Without `Content-Type`, because the media types say the same. */
export const readHeaders = (document: LocatedDefinition, node: Located): Map<string, SentHeader> =>
  new Map(
    nodesUnder(node, 'headers')
      .filter(([name]) => name.toLowerCase() !== 'content-type')
      .map(([name, each]) => [name.toLowerCase(), readHeader(document, document.follow(each))]),
  );

function readHeader(document: LocatedDefinition, node: Located): SentHeader {
  const [media] = nodesUnder(node, 'content');
  return {
    required: child(node.value, 'required') === true,
    deprecated: child(node.value, 'deprecated') === true,
    serialization: serializationOf(document, node, 'header', media?.[0]),
    schema: [media === undefined ? schemaOf(node) : under(document.follow(media[1]), 'schema')],
    ...node,
  };
}

/** The normal form of a media type, for comparisons. */
const normalType = (type: string): string => type.toLowerCase().replaceAll(' ', '');

/** 2.0: the operation's own list, else that of the whole definition. */
export function mediaTypes(
  document: LocatedDefinition,
  node: Located,
  key: 'consumes' | 'produces',
): string[] {
  const own = child(node.value, key);
  const stated = Array.isArray(own) ? own : listAt(document.root.value, key);
  const types = stated.filter((type) => typeof type === 'string').map(normalType);
  return types.length === 0 ? ['application/json'] : types;
}
