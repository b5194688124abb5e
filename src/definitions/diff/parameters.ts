/** Parameters, and what they have in common with headers. */
import { child, textAt, type Tree } from '../definition-tree.ts';
import { type LocatedDefinition, nodesUnder, under, type Located } from './compared-definition.ts';
import type { Schema } from './schemas/facets.ts';

/** The value of a parameter or header, in the same form for all versions of OpenAPI. */
export interface SentValue extends Located {
  readonly deprecated: boolean;
  /** How values are written in the URL or header; equal texts mean equal encodings. */
  readonly serialization: string;
  readonly schema: Schema;
}

export interface Parameter extends SentValue {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  /** A value may be left empty: `?name=`. */
  readonly mayBeEmpty: boolean;
}

/** Identifies a parameter: the operation's own overrides the path item's with the same identity. */
export const parameterIdentity = ({ value }: Located): string =>
  `${textAt(value, 'in')} ${nameOf(textAt(value, 'in'), textAt(value, 'name'))}`;

/** Names of headers are not case-sensitive. */
const nameOf = (place = '', name = ''): string => (place === 'header' ? name.toLowerCase() : name);

/** Headers that OpenAPI says to ignore: other parts of the definition describe them. */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization']);

/** 2.0: where a parameter is the body, or a field of it. */
const BODIES = new Set(['body', 'formData']);

export const isRequired = ({ value }: Located): boolean => child(value, 'required') === true;

/** The parameter at `node`, in a list: empty if there is none. */
export function readParameter(document: LocatedDefinition, node: Located): Parameter[] {
  const { value } = node;
  const place = textAt(value, 'in');
  const name = textAt(value, 'name');
  if (place === undefined || name === undefined || BODIES.has(place)) return [];
  if (place === 'header' && IGNORED_HEADERS.has(name.toLowerCase())) return [];
  return [
    {
      name: nameOf(place, name),
      in: place,
      required: isRequired(node) || place === 'path',
      mayBeEmpty: child(value, 'allowEmptyValue') === true,
      ...sentValue(document, node, place),
    },
  ];
}

/** The value at `node`, which is a parameter or header. */
export function sentValue(document: LocatedDefinition, node: Located, place: string): SentValue {
  const [media] = nodesUnder(node, 'content');
  return {
    deprecated: child(node.value, 'deprecated') === true,
    serialization: serializationOf(document, node, place, media?.[0]),
    schema: [media === undefined ? schemaOf(node) : under(document.follow(media[1]), 'schema')],
    ...node,
  };
}

/** Keywords that describe the parameter, not its value. */
const OWN_KEYS = new Set(
  (
    'name in required description deprecated allowEmptyValue ' +
    'collectionFormat style explode allowReserved example examples'
  ).split(' '),
);

/** In 2.0 a parameter or header is its own schema. */
export function schemaOf(node: Located): Located {
  if (child(node.value, 'schema') !== undefined) return under(node, 'schema');
  if (child(node.value, 'type') === undefined) return under(node, 'schema');
  const entries = Object.entries(node.value as Tree).filter(([key]) => !OWN_KEYS.has(key));
  return { value: Object.fromEntries(entries), pointer: node.pointer };
}

const STYLES: Readonly<Record<string, string>> = { query: 'form', cookie: 'form' };

/** How values are written, with defaults filled in: OpenAPI 3.0.4, "Parameter Object", and 2.0's `collectionFormat`. */
export function serializationOf(
  document: LocatedDefinition,
  node: Located,
  place: string,
  media: string | undefined,
): string {
  if (media !== undefined) return media;
  const { value } = node;
  if (document.isSwagger) return collectionOf(node, place);
  const style = textAt(value, 'style') ?? STYLES[place] ?? 'simple';
  const explode = child(value, 'explode') ?? style === 'form';
  // The encoding of a single value does not depend on `explode`.
  const single = isSingle(document.follow(schemaOf(node)).value);
  const reserved = child(value, 'allowReserved') === true ? ' reserved' : '';
  return `${style}${single ? '' : ` explode=${explode === true}`}${reserved}`;
}

/** 2.0: how a list is written, in the words of 3.x if it has some. */
function collectionOf({ value }: Located, place: string): string {
  const style = STYLES[place] ?? 'simple';
  if (isSingle(value)) return style;
  const format = textAt(value, 'collectionFormat') ?? 'csv';
  return format === 'csv' ? `${style} explode=false` : (COLLECTIONS[format] ?? format);
}

const COLLECTIONS: Readonly<Record<string, string>> = {
  multi: 'form explode=true',
  ssv: 'spaceDelimited explode=false',
  pipes: 'pipeDelimited explode=false',
};

/** Whether all stated types of a schema are neither lists nor objects. */
function isSingle(schema: unknown): boolean {
  const stated = child(schema, 'type');
  const types: readonly unknown[] = Array.isArray(stated) ? stated : [stated];
  return types.every((type) => typeof type === 'string' && type !== 'array' && type !== 'object');
}
