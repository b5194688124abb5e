/** The operations of a definition in one shape, whatever its version: 2.0's body parameters are bodies here. */
import { child, isTree, listAt, textAt } from '../tree.ts';
import { itemsUnder, nodesUnder, under, type Definition, type Located } from './document.ts';
import type { Schema } from './schemas/facets.ts';
import { parameterIdentity, readParameter, schemaOf, type Parameter } from './parameters.ts';

/** Media types in lower case, without spaces. */
export type Content = ReadonlyMap<string, Schema>;

/** A body by its media types. */
export interface Body {
  readonly required: boolean;
  readonly content: Content;
  readonly pointer: string;
}

/** A header of a response. */
export interface Header {
  readonly required: boolean;
  readonly schema: Schema;
  readonly pointer: string;
}

/** One response of an operation. */
export interface Response {
  readonly content: Content;
  readonly headers: ReadonlyMap<string, Header>;
  readonly pointer: string;
}

/** An operation with all that it inherits from its path. */
export interface Operation {
  /** For people: `GET /users/{id}`. */
  readonly name: string;
  /** Equal for operations that a client calls alike: parameters of the path have no names here. */
  readonly key: string;
  readonly path: string;
  readonly pointer: string;
  readonly node: Located;
  /** Sent by the platform to the client: webhooks and callbacks. */
  readonly inverted: boolean;
  readonly id: string | undefined;
  readonly deprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly responses: ReadonlyMap<string, Response>;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** A path with its parameters numbered, so that only their place counts. */
const templateOf = (path: string): string => path.replace(/\{[^{}/]*\}/g, '{}');

/** All operations, in the order of the definition: paths, their callbacks, then webhooks. */
export function readOperations(document: Definition): Operation[] {
  const paths = nodesUnder(document.root, 'paths').filter(([path]) => path.startsWith('/'));
  const hooks = nodesUnder(document.root, 'webhooks');
  return [
    ...paths.flatMap(([path, item]) =>
      pathOperations(document, path, item, { prefix: '', inverted: false }),
    ),
    ...hooks.flatMap(([name, item]) =>
      pathOperations(document, name, item, { prefix: 'webhook ', inverted: true }),
    ),
  ];
}

interface Setting {
  readonly prefix: string;
  readonly inverted: boolean;
}

function pathOperations(
  document: Definition,
  path: string,
  item: Located,
  setting: Setting,
): Operation[] {
  const followed = document.follow(item);
  const shared = itemsUnder(followed, 'parameters');
  const known = METHODS.filter((method) => isTree(child(followed.value, method))).map(
    (method) => [method.toUpperCase(), under(followed, method)] as const,
  );
  return [...known, ...nodesUnder(followed, 'additionalOperations')].flatMap(([method, node]) => {
    const operation = readOperation(document, { path, method, node, shared, setting });
    return setting.inverted ? [operation] : [operation].concat(callbacksOf(document, operation));
  });
}

/** Callbacks inside callbacks are left alone: nobody has them, and they would have no end. */
function callbacksOf(document: Definition, operation: Operation): Operation[] {
  return nodesUnder(operation.node, 'callbacks').flatMap(([name, node]) => {
    const callback = document.follow(node);
    const setting = { prefix: `${operation.name} callback ${name} `, inverted: true };
    return Object.keys(isTree(callback.value) ? callback.value : {}).flatMap((expression) =>
      pathOperations(document, expression, under(callback, expression), setting),
    );
  });
}

interface Found {
  readonly path: string;
  readonly method: string;
  readonly node: Located;
  /** The parameters of the path item. */
  readonly shared: readonly Located[];
  readonly setting: Setting;
}

function readOperation(
  document: Definition,
  { path, method, node, shared, setting }: Found,
): Operation {
  const own = itemsUnder(node, 'parameters').map((each) => document.follow(each));
  const inherited = shared
    .map((each) => document.follow(each))
    .filter((each) => !own.some((mine) => parameterIdentity(mine) === parameterIdentity(each)));
  const parameters = [...inherited, ...own];
  return {
    name: `${setting.prefix}${method} ${path}`,
    key: `${templateOf(setting.prefix)}${method} ${templateOf(path)}`,
    path,
    pointer: node.pointer,
    node,
    inverted: setting.inverted,
    id: textAt(node.value, 'operationId'),
    deprecated: child(node.value, 'deprecated') === true,
    parameters: parameters.flatMap((each) => readParameter(each)),
    body: readBody(document, node, parameters),
    responses: readResponses(document, node),
  };
}

function readBody(
  document: Definition,
  node: Located,
  parameters: readonly Located[],
): Body | undefined {
  const stated = child(node.value, 'requestBody');
  if (stated !== undefined) {
    const body = document.follow(under(node, 'requestBody'));
    const required = child(body.value, 'required') === true;
    return { required, content: readContent(body), pointer: body.pointer };
  }
  const parameter = parameters.find(({ value }) => textAt(value, 'in') === 'body');
  if (parameter === undefined) return undefined;
  const types = mediaTypes(document, node, 'consumes');
  return {
    required: child(parameter.value, 'required') === true,
    content: new Map(types.map((type) => [type, [under(parameter, 'schema')]])),
    pointer: parameter.pointer,
  };
}

const readContent = (node: Located): Content =>
  new Map(
    nodesUnder(node, 'content').map(([type, media]) => [
      normalType(type),
      [under(media, 'schema')],
    ]),
  );

const normalType = (type: string): string => type.toLowerCase().replaceAll(' ', '');

/** 2.0: an operation's own list, else that of the whole definition. */
function mediaTypes(document: Definition, node: Located, key: 'consumes' | 'produces'): string[] {
  const own = child(node.value, key);
  const stated = Array.isArray(own) ? own : listAt(document.root.value, key);
  const types = stated.filter((type) => typeof type === 'string').map(normalType);
  return types.length === 0 ? ['application/json'] : types;
}

function readResponses(document: Definition, node: Located): Map<string, Response> {
  return new Map(
    nodesUnder(node, 'responses')
      .filter(([status]) => !status.startsWith('x-'))
      .map(([status, each]) => {
        const response = document.follow(each);
        return [status.toUpperCase(), readResponse(document, node, response)];
      }),
  );
}

function readResponse(document: Definition, operation: Located, response: Located): Response {
  const old = child(response.value, 'schema') !== undefined;
  const types = old ? mediaTypes(document, operation, 'produces') : [];
  return {
    content: old
      ? new Map(types.map((type) => [type, [under(response, 'schema')]]))
      : readContent(response),
    headers: new Map(
      nodesUnder(response, 'headers')
        .filter(([name]) => name.toLowerCase() !== 'content-type')
        .map(([name, each]) => [name.toLowerCase(), readHeader(document.follow(each))]),
    ),
    pointer: response.pointer,
  };
}

const readHeader = (node: Located): Header => ({
  required: child(node.value, 'required') === true,
  schema: [schemaOf(node)],
  pointer: node.pointer,
});
