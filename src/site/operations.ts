/** The operations of a definition, as a plain list has them. Anything that is not shaped as OpenAPI has it is passed over. */
import { child, entriesAt, isTree, keysOf, listAt, step, textAt } from '../definitions/tree.ts';
import { operationName } from '../definitions/operation-name.ts';
import { Anchors } from '../content/darkdown/anchor.ts';

export interface ListedParameter {
  readonly name: string;
  /** `path`, `query`, `header`, `cookie`. */
  readonly place: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

export interface ListedOperation {
  readonly anchor: string;
  readonly title: string;
  /** In lower case. */
  readonly method: string;
  readonly path: string;
  /** The first of its tags; `default` if it has none. */
  readonly tag: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly parameters: readonly ListedParameter[];
  readonly responses: readonly { readonly status: string; readonly description: string }[];
}

/** The anchor of an operation by the name that search has for it, if no other has the same. */
export const operationAnchor = (name: string): string => new Anchors().take(name);

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

export function operationsOf(definition: unknown): ListedOperation[] {
  const anchors = new Anchors();
  return entriesAt(definition, 'paths').flatMap(([path, item]) =>
    METHODS.flatMap((method): ListedOperation[] => {
      const operation = child(item, method);
      if (!isTree(operation)) return [];
      const title = textAt(operation, 'summary') ?? `${method.toUpperCase()} ${path}`;
      return [
        {
          anchor: anchors.take(operationName(method, path, operation)),
          title,
          method,
          path,
          tag: tagOf(operation),
          description: textAt(operation, 'description') ?? '',
          deprecated: child(operation, 'deprecated') === true,
          parameters: [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')].flatMap(
            (parameter) => parameterOf(followed(parameter, definition)),
          ),
          responses: entriesAt(operation, 'responses').map(([status, response]) => ({
            status,
            description: textAt(followed(response, definition), 'description') ?? '',
          })),
        },
      ];
    }),
  );
}

function tagOf(operation: unknown): string {
  const [first] = listAt(operation, 'tags');
  return typeof first === 'string' ? first : 'default';
}

/** What a `$ref` inside the definition names, one step far. */
function followed(node: unknown, definition: unknown): unknown {
  const ref = textAt(node, '$ref');
  if (ref === undefined || !ref.startsWith('#')) return node;
  return keysOf(ref).reduce<unknown>((at, key) => step(at, key), definition);
}

function parameterOf(parameter: unknown): ListedParameter[] {
  const name = textAt(parameter, 'name');
  const place = textAt(parameter, 'in');
  if (name === undefined || place === undefined || place === 'body') return [];
  const schema = child(parameter, 'schema') ?? parameter;
  const ref = textAt(schema, '$ref');
  return [
    {
      name,
      place,
      type: textAt(schema, 'type') ?? ref?.slice(ref.lastIndexOf('/') + 1) ?? '',
      required: child(parameter, 'required') === true,
      description: textAt(parameter, 'description') ?? '',
    },
  ];
}
