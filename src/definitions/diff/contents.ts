/** Bodies by media type, in the same form for all versions of OpenAPI: 2.0's forms become bodies. */
import { child, listAt, textAt, type Tree } from '../definition-tree.ts';
import {
  type LocatedDefinition,
  itemsUnder,
  nodesUnder,
  under,
  type Located,
} from './compared-definition.ts';
import { isRequired, schemaOf, sentValue, serializationOf, type SentValue } from './parameters.ts';
import type { Schema } from './schemas/facets.ts';

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
export interface SentHeader extends SentValue {
  readonly required: boolean;
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

const readHeader = (document: LocatedDefinition, node: Located): SentHeader => ({
  required: isRequired(node),
  ...sentValue(document, node, 'header'),
});

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

// 2.0 describes a form with one parameter for each field, 3.x with a body that has a schema. Both become a body.

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** Whether the parameter is a field of a form. */
export const isFormField = ({ value }: Located): boolean => textAt(value, 'in') === 'formData';

/** The content of a form with these fields, at least one. `operation`: the operation that has them. */
export function formContent(
  document: LocatedDefinition,
  operation: Located,
  fields: readonly Located[],
): Content {
  const stated = mediaTypes(document, operation, 'consumes');
  const forms = stated.filter((type) => type === URLENCODED || type === MULTIPART);
  const hasFile = fields.some(({ value }) => textAt(value, 'type') === 'file');
  const types = forms.length > 0 ? forms : [hasFile ? MULTIPART : URLENCODED];
  const pointer = `${operation.pointer}/parameters`;
  const media = {
    schema: [{ value: objectOf(fields), pointer }],
    itemSchema: [{ value: undefined, pointer: '#' }],
    parts: formParts(document, fields),
    value: undefined,
    pointer,
  };
  return new Map(types.map((type) => [type, media]));
}

function objectOf(fields: readonly Located[]): Tree {
  const named = fields.map((field) => [textAt(field.value, 'name') ?? '', field] as const);
  return {
    type: 'object',
    required: named.filter(([, field]) => isRequired(field)).map(([name]) => name),
    properties: Object.fromEntries(named.map(([name, field]) => [name, fieldSchema(field)])),
  };
}

/** The field's schema. A converter writes its description there, and 3.x has no other place for `allowEmptyValue`. */
function fieldSchema(field: Located): Tree {
  const kept = ['description', 'allowEmptyValue'].flatMap((key) => {
    const value = child(field.value, key);
    return value === undefined || value === false ? [] : [[key, value] as const];
  });
  return { ...Object.fromEntries(kept), ...(schemaOf(field).value as Tree | undefined) };
}

/** The parts with encodings. A list that is sent as several fields has none, because that is the default of 3.x. */
function formParts(
  document: LocatedDefinition,
  fields: readonly Located[],
): ReadonlyMap<string, BodyPart> {
  const parts = new Map<string, BodyPart>();
  for (const field of fields) {
    const serialization = serializationOf(document, field, 'query', undefined);
    if (!serialization.includes('explode=false')) continue;
    const { pointer } = field;
    const part = { contentType: undefined, serialization, headers: new Map(), pointer };
    parts.set(textAt(field.value, 'name') ?? '', part);
  }
  return parts;
}
