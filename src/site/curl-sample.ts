/**
 * An operation as a command for a shell. Strangers write definitions, and readers run the command:
 * every text of a definition is in quotes, and none makes curl read a file.
 */
import { cleanBlock, cleanLine } from '../model/text/clean.ts';
import { child, entriesAt, listAt, textAt, textsAt } from '../definitions/definition-tree.ts';
import { exampleValue, followed, givenExample } from './example-value.ts';

interface Place {
  readonly method: string;
  readonly path: string;
}

/** Replaces the server of a definition that does not name one. */
const NO_SERVER = 'https://api.example.com';

/** For values that the reader has, such as a key, the command has variables of the shell. */
export function curlSample(definition: unknown, { method, path }: Place): string {
  const item = child(child(definition, 'paths'), path);
  const operation = child(item, method);
  const parameters = parametersOf(item, operation, definition);
  const values = (place: string): (readonly [string, string])[] =>
    parameters
      .filter((each) => textAt(each, 'in') === place)
      .filter((each) => place === 'path' || child(each, 'required') === true)
      .map((each) => [textAt(each, 'name') ?? '', textOf(parameterValue(each, definition))]);
  const credentials = credentialsOf(definition, operation);
  let target = path;
  for (const [name, value] of values('path'))
    target = target.replaceAll(`{${name}}`, () => encoded(value));
  const query = [...values('query')].map(([name, value]) => pair(name, value)).join('&');
  const url = addressOf(serverOf(definition, item, operation), target, query);
  const body = bodyOf(operation, parameters, definition);
  const lines = [
    ...(method === 'get' && body === null ? [] : [`--request ${method.toUpperCase()}`]),
    quoted(url) +
      credentials.query
        .map((each) => `${quoted(`${url.includes('?') ? '&' : '?'}${encoded(each)}=`)}"$API_KEY"`)
        .join(''),
    ...values('header')
      .filter(([name]) => TOKEN.test(name))
      .map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...credentials.options,
    ...(body ?? []),
  ];
  return `curl ${lines.join(' \\\n  ')}`;
}

/** A name that a header may have. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** Text of a definition may be half of a character, which has no encoding. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

const pair = (name: string, value: string): string => `${encoded(name)}=${encoded(value)}`;

/** A word of a shell. Control sequences would act where the command is pasted. */
const quoted = (text: string, clean = cleanLine): string =>
  `'${clean(text).replaceAll("'", `'\\''`)}'`;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

function parametersOf(item: unknown, operation: unknown, definition: unknown): readonly unknown[] {
  const found = new Map<string, unknown>();
  for (const each of [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')]) {
    const parameter = followed(each, definition);
    found.set(`${textAt(parameter, 'in')} ${textAt(parameter, 'name')}`, parameter);
  }
  return [...found.values()];
}

const parameterValue = (parameter: unknown, definition: unknown): unknown =>
  givenExample(parameter, definition) ??
  // Before OpenAPI 3 a parameter is its own schema.
  exampleValue(
    child(parameter, 'schema') ?? { ...(parameter as object), example: undefined },
    definition,
  );

function serverOf(definition: unknown, item: unknown, operation: unknown): string {
  const [server] = [operation, item, definition].flatMap((each) => listAt(each, 'servers'));
  const host = textAt(definition, 'host');
  if (server === undefined && host !== undefined) {
    const [scheme = 'https'] = textsAt(definition, 'schemes');
    return `${scheme}://${host}${textAt(definition, 'basePath') ?? ''}`;
  }
  let url = textAt(server, 'url') ?? '';
  for (const [name, variable] of entriesAt(server, 'variables'))
    url = url.replaceAll(`{${name}}`, () => textAt(variable, 'default') ?? '');
  return url;
}

/** An absolute address. Braces and brackets, which curl would expand, are encoded. */
function addressOf(server: string, path: string, query: string): string {
  const whole = `${server.replace(/\/+$/, '')}${path}${query === '' ? '' : `?${query}`}`;
  const url = URL.canParse(whole)
    ? new URL(whole)
    : new URL(`${NO_SERVER}${whole.startsWith('/') ? '' : '/'}${whole}`);
  const isWeb = /^https?:$/.test(url.protocol);
  return (isWeb ? url.href : NO_SERVER).replaceAll(/[{}[\]]/g, encodeURIComponent);
}

interface Credentials {
  readonly options: readonly string[];
  /** Names of parameters that have a key. */
  readonly query: readonly string[];
}

/** What the first way of the operation's security sends. */
function credentialsOf(definition: unknown, operation: unknown): Credentials {
  const options: string[] = [];
  const query: string[] = [];
  const own = child(operation, 'security') ?? child(definition, 'security');
  const [way] = Array.isArray(own) ? own : [];
  for (const name of Object.keys((way as object | undefined) ?? {})) {
    const scheme = followed(
      child(child(child(definition, 'components'), 'securitySchemes'), name) ??
        child(child(definition, 'securityDefinitions'), name),
      definition,
    );
    const type = textAt(scheme, 'type');
    const field = textAt(scheme, 'name') ?? '';
    const isBasic = type === 'basic' || /^basic$/i.test(textAt(scheme, 'scheme') ?? '');
    if (type === 'apiKey' && textAt(scheme, 'in') === 'query') query.push(field);
    else if (type === 'apiKey' && textAt(scheme, 'in') === 'cookie')
      options.push(`--header ${quoted(`Cookie: ${encoded(field)}=`)}"$API_KEY"`);
    else if (type === 'apiKey' && TOKEN.test(field))
      options.push(`--header ${quoted(`${field}: `)}"$API_KEY"`);
    else if (isBasic) options.push('--user "$API_USER:$API_PASSWORD"');
    else if (type === 'http' || type === 'oauth2' || type === 'openIdConnect')
      options.push(`--header 'Authorization: Bearer '"$API_TOKEN"`);
  }
  return { options, query };
}

/** The options with the body; `null`: the operation has none. */
function bodyOf(
  operation: unknown,
  parameters: readonly unknown[],
  definition: unknown,
): readonly string[] | null {
  const content = entriesAt(followed(child(operation, 'requestBody'), definition), 'content');
  const asJson = content.find(([type]) => /[/+]json\b/i.test(type));
  const [type, media] = asJson ?? content[0] ?? [];
  const old = parameters.find((each) => textAt(each, 'in') === 'body');
  if (type === undefined && old === undefined) return null;
  const value =
    type === undefined
      ? exampleValue(child(old, 'schema'), definition)
      : (givenExample(media, definition) ?? exampleValue(child(media, 'schema'), definition));
  const header = `--header ${quoted(`Content-Type: ${type ?? 'application/json'}`)}`;
  const fields = Object.entries(typeof value === 'object' && value !== null ? value : {});
  if (/^multipart\/form-data/i.test(type ?? ''))
    return fields.map(([name, each]) => `--form-string ${quoted(`${name}=${textOf(each)}`)}`);
  if (/^application\/x-www-form-urlencoded/i.test(type ?? ''))
    return [
      header,
      `--data-raw ${quoted(fields.map(([name, each]) => pair(name, textOf(each))).join('&'))}`,
    ];
  const text =
    typeof value === 'string' && asJson === undefined ? value : JSON.stringify(value, null, 2);
  return [header, `--data-raw ${quoted(text, cleanBlock)}`];
}
