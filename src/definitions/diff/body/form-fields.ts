/** 2.0 describes a form by one parameter for each field; 3.x by a body with a schema. Both become a body. */
import { child, textAt, type Tree } from '../../tree.ts';
import type { LocatedDefinition } from '../document.ts';
import type { Located } from '../located.ts';
import { mediaTypes, type BodyPart, type Content } from './media.ts';
import { isRequired, schemaOf, serializationOf } from '../parameters.ts';

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
    parts: partsOf(document, fields),
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

/** A list that is sent as several fields is what 3.x does without saying so. */
function partsOf(
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
