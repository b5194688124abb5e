/** Compares an operation of the old definition with the same one in the new definition. The graph compares the schemas. */
import type { Direction } from './changes.ts';
import { inBackticks } from './finding.ts';
import { compareContent } from './body/contents.ts';
import { compareNotes } from './documentation.ts';
import type { BodyPart, Content } from './body/media.ts';
import type { Body, WholeOperation, DefinedOperation } from './operations.ts';
import { compareResponses } from './responses.ts';
import type { OperationComparison, Listener } from './operation-scope.ts';
import type { Parameter } from './parameters.ts';
import type { RuleName } from './rules.ts';

export function compareOperation(
  before: WholeOperation,
  after: WholeOperation,
  listener: Listener,
): void {
  const [sent, received] = before.inverted
    ? (['response', 'request'] as const)
    : (['request', 'response'] as const);
  const scope: OperationComparison = { ...listener, sent, received, before, after };
  if (before === after) {
    compareSchemasOf(scope);
    return;
  }
  compareHead(scope);
  compareParameters(scope);
  compareBodies(scope, before.body, after.body);
  compareResponses(scope);
}

/** An operation that is identical in both definitions: only the targets of its schemas' references may have changed. */
function compareSchemasOf({ after: call, sent, received, schemas }: OperationComparison): void {
  const compareMedia = (content: Content, direction: Direction): void => {
    for (const { schema, itemSchema, parts } of content.values()) {
      schemas(schema, schema, direction);
      schemas(itemSchema, itemSchema, direction);
      for (const { headers } of parts.values()) compareHeaderSchemas(headers, direction);
    }
  };
  const compareHeaderSchemas = (headers: BodyPart['headers'], direction: Direction): void => {
    for (const { schema } of headers.values()) schemas(schema, schema, direction);
  };
  for (const { schema } of call.parameters) schemas(schema, schema, sent);
  if (call.body !== undefined) compareMedia(call.body.content, sent);
  for (const { content, headers } of call.responses.values()) {
    compareMedia(content, received);
    compareHeaderSchemas(headers, received);
  }
}

function compareHead(scope: OperationComparison): void {
  const { before, after, found } = scope;
  const at = { oldPointer: before.pointer, newPointer: after.pointer, direction: null };
  if (before.path !== after.path) {
    found({
      ...at,
      rule: 'path-parameter-renamed',
      message: `the path changed from ${inBackticks(before.path)}`,
    });
  }
  if (!before.deprecated && after.deprecated) {
    found({ ...at, rule: 'operation-deprecated', message: 'is now deprecated' });
  }
  if (before.deprecated && !after.deprecated) {
    found({ ...at, rule: 'operation-undeprecated', message: 'is no longer deprecated' });
  }
  if (before.id !== undefined && before.id !== after.id) {
    const message =
      after.id === undefined
        ? `the operationId ${inBackticks(before.id)} was removed`
        : `the operationId changed from ${inBackticks(before.id)} to ${inBackticks(after.id)}`;
    found({ ...at, rule: 'operation-id-changed', message });
  }
  compareNotes(scope, before.node, after.node, { what: '', direction: null });
}

function compareParameters(scope: OperationComparison): void {
  const { before, after, sent: direction, found, schemas } = scope;
  const pairs = new Map(before.parameters.map((each) => [parameterKey(before, each), each]));
  for (const parameter of after.parameters) {
    const key = parameterKey(after, parameter);
    const old = pairs.get(key);
    pairs.delete(key);
    if (old !== undefined) {
      compareParameter(scope, old, parameter);
      schemas(old.schema, parameter.schema, direction);
      continue;
    }
    found({
      rule: parameter.required ? 'parameter-added-required' : 'parameter-added-optional',
      message: `the ${parameter.required ? 'required ' : ''}${label(parameter)} was added`,
      oldPointer: before.pointer,
      newPointer: parameter.pointer,
      direction,
    });
  }
  for (const parameter of pairs.values()) {
    found({
      rule: 'parameter-removed',
      message: `the ${label(parameter)} was removed`,
      oldPointer: parameter.pointer,
      newPointer: after.pointer,
      direction,
    });
  }
}

/** Path parameters are identified by their position in the path: clients never see their names. */
function parameterKey({ path }: DefinedOperation, { in: place, name }: Parameter): string {
  if (place !== 'path') return `${place} ${name}`;
  const names = [...path.matchAll(/\{([^{}/]*)\}/g)].map(([, each]) => each);
  const at = names.indexOf(name);
  return at < 0 ? `path ${name}` : `path ${at}`;
}

const label = ({ in: place, name }: Parameter): string => `${place} parameter ${inBackticks(name)}`;

function compareParameter(scope: OperationComparison, before: Parameter, after: Parameter): void {
  const { sent, found } = scope;
  const report = (rule: RuleName, message: string): void =>
    found({
      rule,
      message,
      oldPointer: before.pointer,
      newPointer: after.pointer,
      direction: sent,
    });
  const name = `the ${label(after)}`;
  if (!before.required && after.required)
    report('parameter-became-required', `${name} is now required`);
  if (before.required && !after.required)
    report('parameter-became-optional', `${name} is now optional`);
  if (!before.deprecated && after.deprecated)
    report('parameter-deprecated', `${name} is now deprecated`);
  if (before.deprecated && !after.deprecated)
    report('parameter-undeprecated', `${name} is no longer deprecated`);
  if (before.mayBeEmpty && !after.mayBeEmpty)
    report('empty-value-forbidden', `${name} can no longer be empty`);
  if (!before.mayBeEmpty && after.mayBeEmpty)
    report('empty-value-allowed', `${name} can now be empty`);
  if (before.serialization !== after.serialization) {
    const message = `the serialization of ${name} changed from ${inBackticks(before.serialization)} to ${inBackticks(after.serialization)}`;
    report('parameter-serialization-changed', message);
  }
  compareNotes(scope, before, after, { what: name, direction: sent });
}

function compareBodies(
  scope: OperationComparison,
  from: Body | undefined,
  to: Body | undefined,
): void {
  const { before, after, sent: direction, found } = scope;
  const at = {
    oldPointer: from?.pointer ?? before.pointer,
    newPointer: to?.pointer ?? after.pointer,
    direction,
  };
  if (from === undefined && to === undefined) return;
  if (to === undefined)
    found({ ...at, rule: 'body-removed', message: 'the request body was removed' });
  else if (from === undefined) {
    const rule = to.required ? 'body-added-required' : 'body-added-optional';
    found({
      ...at,
      rule,
      message: `a${to.required ? ' required' : 'n optional'} request body was added`,
    });
  } else {
    if (!from.required && to.required) {
      found({ ...at, rule: 'body-became-required', message: 'the request body is now required' });
    }
    if (from.required && !to.required) {
      found({ ...at, rule: 'body-became-optional', message: 'the request body is now optional' });
    }
    compareNotes(scope, from, to, { what: 'the request body', direction });
    compareContent(scope, { from: from.content, to: to.content, ...at, what: 'request body' });
  }
}
