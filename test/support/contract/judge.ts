/**
 * Checks requests and answers against the published file. If the file is available, every answer of a test's
 * platform of the revision 2026 is checked, and every request of the tool to any platform. Without it, the
 * shapes of `test/contract/` are checked instead.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { readContract, type Contract, type ContractOperation, type Schema } from './file.ts';

/** One request and its answer. */
export interface Exchange {
  readonly method: string;
  /** After the base address, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly requestType: string;
  readonly requestBody: Buffer;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** Statuses that the platform adds to the file's, and why. Their bodies are not checked. */
export const UNLISTED: Readonly<Record<number, string>> = {
  204: 'the preflight of search, which browsers send: CORS is not in the file',
  400: 'an unknown key, and requests that are malformed: no 400 is listed for most operations, though they can be refused',
  403: 'a path that is no operation, asked for from another origin',
  404: 'an unknown id or slug: a 404 is listed for one operation only',
  405: 'a method that the path does not have',
  415: 'a body of another type, sent to an operation that does not list 415',
  500: 'a mistake of the platform itself',
};

/** Parameters that the tool sends although the file does not have them, and why. */
const TOLERATED: Readonly<Record<string, string>> = {
  'GET /all?versionId': 'the older contract narrows the answer by it; today it is ignored',
  'GET /all?published': 'the same',
};

/** Properties about which the file contradicts itself: its descriptions win over its types. */
const NULLABLE: readonly (readonly [schema: string, property: string])[] = [
  // "Null value if there are no more results."
  ['Audit', 'cursor'],
];

/** The operations of the file, and checks against it. */
export class TodaysContract {
  readonly #paths: Contract['paths'];
  readonly #schemas: Contract['components']['schemas'];
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new Map<object, ValidateFunction>();

  constructor({ paths, components }: Contract) {
    const schemas = { ...components.schemas };
    for (const [name, property] of NULLABLE) {
      const schema = schemas[name];
      const found = schema?.properties?.[property];
      if (!schema || !found) continue;
      const type = [found.type ?? [], 'null'].flat();
      schemas[name] = {
        ...schema,
        properties: { ...schema.properties, [property]: { ...found, type } },
      };
    }
    this.#paths = paths;
    this.#schemas = schemas;
    this.#ajv.addSchema({ $id: 'today', components: { schemas } });
  }

  /** All operations, such as `GET /page/{id}`. */
  get operations(): readonly string[] {
    return Object.entries(this.#paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
  }

  /** The file's description of an operation. */
  about(name: string): { description: string; statuses: readonly number[]; hasBody: boolean } {
    const [method = '', path = ''] = name.split(' ');
    const {
      description = '',
      responses = {},
      requestBody,
    } = this.#paths[path]?.[method.toLowerCase()] ?? {};
    const statuses = Object.keys(responses).map(Number);
    return { description, statuses, hasBody: requestBody !== undefined };
  }

  /** The schemas that `$ref` refers to, by name. */
  get schemas(): Contract['components']['schemas'] {
    return this.#schemas;
  }

  /** The requested operation and the id in its path. Undefined if the file has none. */
  operationOf(request: Pick<Exchange, 'method' | 'path'>) {
    return this.#find(request);
  }

  /** What the file does not allow in an answer; empty if nothing. */
  problemsOfAnswer(exchange: Exchange): string[] {
    const { status, headers, body } = exchange;
    const found = this.#find(exchange);
    const listed = found?.operation.responses[String(status)];
    if (!listed) return status in UNLISTED ? [] : [`the status ${status} is not listed`];
    const missing = Object.keys(listed.headers ?? {}).filter(
      (name) => !/^\d+$/.test(headers[name.toLowerCase()] ?? ''),
    );
    const type = (headers['content-type'] ?? '').replace(/;.*/, '');
    const content = listed.content?.[type];
    if (!content) return [`the type "${type}" is not listed`];
    const problems = missing.map((name) => `the header ${name} is not there`);
    if (type !== 'application/json') return problems;
    return [...problems, ...this.#problems(content.schema, JSON.parse(body.toString()))];
  }

  /** The same for a request. */
  problemsOfRequest(exchange: Exchange): string[] {
    const found = this.#find(exchange);
    if (!found) return ['there is no such operation'];
    const { operation, name, id } = found;
    const parameters = operation.parameters ?? [];
    const problems = parameters.flatMap((parameter) => {
      const given = parameter.in === 'path' ? [id] : exchange.query.getAll(parameter.name);
      if (given.length === 0) return parameter.required ? [`${parameter.name} is not given`] : [];
      const { type } = parameter.schema;
      return given.flatMap((text) =>
        this.#problems(parameter.schema, type === 'array' ? given : valueOf(text, type)),
      );
    });
    for (const key of new Set(exchange.query.keys())) {
      const known = parameters.some((each) => each.in === 'query' && each.name === key);
      if (!known && !(`${name}?${key}` in TOLERATED)) problems.push(`${key} is not a parameter`);
    }
    return [...problems, ...this.#problemsOfBody(operation, exchange)];
  }

  #problemsOfBody({ requestBody }: ContractOperation, exchange: Exchange): string[] {
    const { requestBody: bytes, requestType } = exchange;
    if (!requestBody) return bytes.length === 0 ? [] : ['a body is sent'];
    if (bytes.length === 0) return requestBody.required ? ['the body is not there'] : [];
    const type = requestType.replace(/;.*/, '');
    const content = requestBody.content[type];
    if (!content) return [`the type "${type}" of the body is not listed`];
    if (type !== 'application/json') return [];
    const value = JSON.parse(bytes.toString()) as object;
    const known = Object.keys(content.schema.properties ?? {});
    const unknown = Object.keys(value).filter((name) => !known.includes(name));
    return [
      ...unknown.map((name) => `${name} is not a field`),
      ...this.#problems(content.schema, value),
    ];
  }

  #find({ method, path }: Pick<Exchange, 'method' | 'path'>) {
    const segments = path.split('/');
    for (const [template, methods] of Object.entries(this.#paths)) {
      const parts = template.split('/');
      const operation = methods[method.toLowerCase()];
      const fits = parts.every((part, index) => part.startsWith('{') || part === segments[index]);
      if (!operation || parts.length !== segments.length || !fits) continue;
      const at = parts.findIndex((part) => part.startsWith('{'));
      return { operation, name: `${method} ${template}`, id: segments[at] ?? '' };
    }
    return undefined;
  }

  #problems(schema: Schema, value: unknown): string[] {
    let validate = this.#validators.get(schema);
    if (!validate) {
      validate = this.#ajv.compile(withAbsoluteReferences(schema) as object);
      this.#validators.set(schema, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message = '' }) => `${instancePath || 'it'} ${message}`,
    );
  }
}

/** Makes references lead from this schema into the file. */
const withAbsoluteReferences = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"today#/'));

function valueOf(text: string, type: string): unknown {
  if (type === 'integer') return /^\d+$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

let contract: TodaysContract | undefined;

/** The file, read once. */
export function todaysContract(): TodaysContract {
  contract ??= new TodaysContract(readContract());
  return contract;
}
