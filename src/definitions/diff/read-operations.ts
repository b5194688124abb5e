/** The operations of a definition in the same form for all versions: 2.0's body parameters become bodies. */
import { sortedText } from '../equal.ts';
import { child, isTree, textAt } from '../definition-tree.ts';
import {
  type LocatedDefinition,
  itemsUnder,
  nodesUnder,
  under,
  type Located,
} from './compared-definition.ts';
import { isRequired, parameterIdentity, readParameter, type Parameter } from './parameters.ts';
import {
  formContent,
  isFormField,
  mediaTypes,
  plainContent,
  readContent,
  readHeaders,
  type Content,
  type SentHeader,
} from './contents.ts';
import { ownServers, type Server } from './servers.ts';

/** A body by its media types. */
export interface Body extends Located {
  readonly required: boolean;
  readonly content: Content;
}

export interface Response extends Located {
  /** Whether clients rely on it, because it is a success response. */
  readonly required: boolean;
  readonly content: Content;
  readonly headers: ReadonlyMap<string, SentHeader>;
  /** The links to other operations, by name. */
  readonly links: ReadonlyMap<string, Link>;
}

interface Link {
  /** Canonical text of everything in it that matters to programs. */
  readonly meaning: string;
  readonly pointer: string;
}

/** An operation of a path, with what it inherits from the path. */
export interface DefinedOperation extends Located {
  /** For people: `GET /users/{id}`. */
  readonly name: string;
  /** The text before the method in the name. */
  readonly prefix: string;
  readonly method: string;
  readonly path: string;
  /** Sent by the platform to the client: webhooks and callbacks. */
  readonly inverted: boolean;
  readonly id: string | undefined;
  readonly deprecated: boolean;
  /** The parameters of the path item, which the operation's own may override. */
  readonly shared: readonly Located[];
  /** Its own servers, else those of its path; `undefined`: those of the definition apply. */
  readonly servers: readonly Server[] | undefined;
}

/** What clients send to an operation, and what they receive. */
export interface WholeOperation extends DefinedOperation {
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly responses: ReadonlyMap<string, Response>;
  /** Whether reading it followed no reference, apart from those in its schemas. */
  readonly alone: boolean;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** A path with the names of its parameters removed, so that only their positions count. */
const templateOf = (path: string): string => path.replace(/\{[^{}/]*\}/g, '{}');

/** Equal for operations that a client calls in the same way. */
export const callKey = ({ prefix, method, path }: DefinedOperation): string =>
  `${templateOf(prefix)}${method} ${templateOf(path)}`;

/**
 * All operations, in the order of the definition: paths, their callbacks, then webhooks.
 * @param base a part of the server's URL that paths, and names of operations, begin with
 */
export function readOperations(document: LocatedDefinition, base = ''): DefinedOperation[] {
  const paths = nodesUnder(document.root, 'paths').filter(([path]) => path.startsWith('/'));
  const hooks = nodesUnder(document.root, 'webhooks');
  return [
    ...paths.flatMap(([path, item]) =>
      pathOperations(document, base + path, item, { prefix: '', inverted: false }),
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
  document: LocatedDefinition,
  path: string,
  item: Located,
  setting: Setting,
): DefinedOperation[] {
  const followed = document.follow(item);
  const shared = itemsUnder(followed, 'parameters');
  const servers = ownServers(followed);
  const known = METHODS.filter((method) => isTree(child(followed.value, method))).map(
    (method) => [method.toUpperCase(), under(followed, method)] as const,
  );
  return [...known, ...nodesUnder(followed, 'additionalOperations')].flatMap(([method, node]) => {
    const operation = readOperation({ path, method, node, shared, servers, setting });
    return setting.inverted ? [operation] : [operation].concat(callbacksOf(document, operation));
  });
}

/** Callbacks inside callbacks are ignored: no real definition has them, and they might never end. */
function callbacksOf(document: LocatedDefinition, operation: DefinedOperation): DefinedOperation[] {
  return nodesUnder(operation, 'callbacks').flatMap(([name, node]) => {
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
  readonly shared: readonly Located[];
  readonly servers: readonly Server[] | undefined;
  readonly setting: Setting;
}

function readOperation({ path, method, node, shared, servers, setting }: Found): DefinedOperation {
  return {
    name: `${setting.prefix}${method} ${path}`,
    prefix: setting.prefix,
    method,
    path,
    inverted: setting.inverted,
    id: textAt(node.value, 'operationId'),
    deprecated: child(node.value, 'deprecated') === true,
    shared,
    servers: ownServers(node) ?? servers,
    ...node,
  };
}

/** Reads an operation completely. */
export function readWhole(
  document: LocatedDefinition,
  operation: DefinedOperation,
): WholeOperation {
  const met = document.referencesMet;
  const own = itemsUnder(operation, 'parameters').map((each) => document.follow(each));
  const inherited = operation.shared
    .map((each) => document.follow(each))
    .filter((each) => !own.some((mine) => parameterIdentity(mine) === parameterIdentity(each)));
  const parameters = [...inherited, ...own];
  return {
    ...operation,
    parameters: parameters.flatMap((each) => readParameter(document, each)),
    body: readBody(document, operation, parameters),
    responses: readResponses(document, operation),
    alone: document.referencesMet === met,
  };
}

function readBody(
  document: LocatedDefinition,
  node: Located,
  parameters: readonly Located[],
): Body | undefined {
  const stated = child(node.value, 'requestBody');
  if (stated !== undefined) {
    const body = document.follow(under(node, 'requestBody'));
    return { ...body, required: isRequired(body), content: readContent(document, body) };
  }
  const parameter = parameters.find(({ value }) => textAt(value, 'in') === 'body');
  if (parameter === undefined) return readForm(document, node, parameters.filter(isFormField));
  const types = mediaTypes(document, node, 'consumes');
  return {
    required: isRequired(parameter),
    content: plainContent(types, under(parameter, 'schema')),
    ...parameter,
  };
}

function readForm(
  document: LocatedDefinition,
  node: Located,
  fields: readonly Located[],
): Body | undefined {
  if (fields.length === 0) return undefined;
  const content = formContent(document, node, fields);
  return { value: undefined, pointer: node.pointer, required: fields.some(isRequired), content };
}

function readResponses(document: LocatedDefinition, node: Located): Map<string, Response> {
  return new Map(
    nodesUnder(node, 'responses')
      .filter(([status]) => !status.startsWith('x-'))
      .map(([status, each]) => {
        const response = document.follow(each);
        const required = status.startsWith('2');
        return [status.toUpperCase(), { required, ...readResponse(document, node, response) }];
      }),
  );
}

function readResponse(
  document: LocatedDefinition,
  operation: Located,
  response: Located,
): Omit<Response, 'required'> {
  const old = child(response.value, 'schema') !== undefined;
  const types = old ? mediaTypes(document, operation, 'produces') : [];
  return {
    content: old ? plainContent(types, under(response, 'schema')) : readContent(document, response),
    headers: readHeaders(document, response),
    links: new Map(
      nodesUnder(response, 'links').map(([name, link]) => [name, readLink(document.follow(link))]),
    ),
    ...response,
  };
}

function readLink({ value, pointer }: Located): Link {
  if (!isTree(value)) return { meaning: '', pointer };
  const { description: _, ...meaning } = value;
  return { meaning: sortedText(meaning), pointer };
}
