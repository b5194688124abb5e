/** Rules for schemas, and for the keywords that parameters and headers of 2.0 share with them. */
import { equalContent } from '../equal.ts';
import { below, has, isReference, type Location } from '../refs.ts';
import { child, entriesAt, isTree, listAt, step, textAt, textsAt } from '../definition-tree.ts';
import {
  checkAfter,
  checkEach,
  error,
  only,
  warning,
  type DefinitionRule,
  type RuleScope,
  type Visitor,
} from './rule.ts';

const TYPES = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

/** The types that a schema states; undefined if there are none that can be checked. */
function typesOf({ value }: Location): readonly string[] | undefined {
  const type = child(value, 'type');
  const types = Array.isArray(type) ? type : [type];
  if (!types.every((each): each is string => typeof each === 'string' && TYPES.has(each))) {
    return undefined;
  }
  const isNullable = child(value, 'nullable') === true || child(value, 'x-nullable') === true;
  return isNullable ? [...types, 'null'] : types;
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'boolean':
    case 'number':
    case 'string':
      return typeof value === type;
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    default:
      return isTree(value);
  }
}

/** Whether it is a JavaScript regular expression, with or without Unicode mode. */
function isExpression(pattern: string): boolean {
  for (const flags of ['u', '']) {
    try {
      RegExp(pattern, flags);
      return true;
    } catch {
      // The other mode may accept it.
    }
  }
  return false;
}

/** Calls `check` with schemas, and in 2.0 with all that has keywords of schemas. */
const onValues =
  (check: (at: Location, scope: RuleScope) => void) =>
  (scope: RuleScope): Visitor => {
    const visit = (at: Location): void => check(at, scope);
    if (scope.standard !== '2.0') return { on: { Schema: visit } };
    const Parameter = (at: Location): void => {
      if (textAt(at.value, 'in') !== 'body') visit(at);
    };
    return { on: { Schema: visit, Parameter, ParameterItems: visit, Header: visit } };
  };

/** One report for all entries: a list can have a hundred thousand. */
function checkEnum(at: Location, { report }: RuleScope): void {
  const types = typesOf(at);
  if (types === undefined) return;
  const values = listAt(at.value, 'enum');
  let first = -1;
  let wrong = 0;
  for (const [index, value] of values.entries()) {
    if (types.some((type) => hasType(value, type))) continue;
    if (first < 0) first = index;
    wrong += 1;
  }
  if (first < 0) return;
  const shown = JSON.stringify(values[first])?.slice(0, 40);
  const more = wrong > 1 ? `, nor do ${wrong - 1} others` : '';
  const message = `the value ${shown} in \`enum\` does not have the type ${types.join(' or ')}${more}`;
  report(below(at, 'enum'), message, { key: first });
}

function checkRepeated(at: Location, { report }: RuleScope): void {
  for (const key of ['required', 'type', 'enum']) {
    const list = listAt(at.value, key);
    const seen = new Set<unknown>();
    const index = list.findIndex((entry) => seen.size === seen.add(entry).size);
    if (index < 0) continue;
    report(below(at, key), `\`${key}\` has the same entry twice`, { key: index });
  }
}

/** The keyword of a limit that a number exceeds. */
function limitAround(schema: unknown, value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined;
  for (const [key, exclusive, sign] of LIMITS) {
    const [limit, other] = [child(schema, key), child(schema, exclusive)];
    if (typeof limit === 'number') {
      const distance = (limit - value) * sign;
      if (distance < 0 || (distance === 0 && other === true)) return key;
    }
    if (typeof other === 'number' && (other - value) * sign <= 0) return exclusive;
  }
  return undefined;
}

const LIMITS = [
  ['maximum', 'exclusiveMaximum', 1],
  ['minimum', 'exclusiveMinimum', -1],
] as const;

/** Compares the value at `key` with the limits of `schema`. */
function checkExample(
  { report }: RuleScope,
  at: Location,
  key: string | number,
  schema: Location | undefined,
): void {
  const value = step(at.value, key);
  const limit = limitAround(schema?.value, value);
  if (limit !== undefined)
    report(at, `the example ${String(value)} is outside \`${limit}\``, { key });
}

/** The examples beside a schema. */
function checkExamples(scope: RuleScope, at: Location): void {
  const { references } = scope;
  if (!has(at, 'example') && !has(at, 'examples')) return;
  const schema = references.resolved(below(at, 'schema'));
  checkExample(scope, at, 'example', schema);
  for (const [name] of entriesAt(at.value, 'examples')) {
    const example = references.resolved(below(below(at, 'examples'), name));
    if (example !== undefined) checkExample(scope, example, 'value', schema);
  }
}

/** The schemas that apply to the same value as a schema: the members of its `allOf`, and the target of its `$ref`. */
function partsOf({ isNew, references }: RuleScope, at: Location): Part[] {
  const target = isReference(at.value) ? references.follow(at) : undefined;
  const parts: Part[] =
    target?.kind === 'found' ? [{ from: at, key: '$ref', to: target.location }] : [];
  if (target !== undefined && !isNew) return parts;
  const list = below(at, 'allOf');
  for (const [index, to] of itemsOf(at, 'allOf').entries())
    parts.push({ from: list, key: index, to });
  return parts;
}

interface Part {
  readonly from: Location;
  readonly key: string | number;
  readonly to: Location;
}

/** Finds circles of parts in time proportional to their number, however long the chains are. */
function checkCircles(scope: RuleScope, holders: readonly Location[]): void {
  const done = new Set<unknown>();
  const path = new Set<unknown>();
  const open: { readonly at: Location; readonly parts: Part[] }[] = [];
  const enter = (at: Location): void => {
    if (done.has(at.value)) return;
    path.add(at.value);
    open.push({ at, parts: partsOf(scope, at).toReversed() });
  };
  for (const holder of holders) {
    enter(holder);
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      const part = last.parts.pop();
      if (part === undefined) {
        open.pop();
        path.delete(last.at.value);
        done.add(last.at.value);
      } else if (!path.has(part.to.value)) enter(part.to);
      else if (isTree(part.to.value)) {
        const { from, key } = part;
        scope.report(from, 'through `allOf`, the schema is a part of itself', { key });
      }
    }
  }
}

/** Calls `check` with each discriminator and its schema. */
const eachDiscriminator = (
  check: (discriminator: Location, schema: Location, scope: RuleScope) => void,
): DefinitionRule['visitor'] =>
  only(
    '3.0 3.1 3.2',
    checkAfter('Schema', (at, scope) => {
      const discriminator = below(at, 'discriminator');
      if (isTree(discriminator.value)) check(discriminator, at, scope);
    }),
  );

/**
 * Checks that a discriminator distinguishes the alternatives of its schema, or the schemas that
 * extend it.
 */
function checkComposed({ isNew, references, report }: RuleScope): Visitor {
  const extensions: Location[] = [];
  const alone: Location[] = [];
  const Schema = (at: Location): void => {
    for (const item of itemsOf(at, 'allOf')) extensions.push(item);
    const isExtension = isNew && isReference(at.value);
    if (isExtension) extensions.push(at);
    const isComposed = ['allOf', 'anyOf', 'oneOf'].some((key) => has(at, key));
    if (isTree(child(at.value, 'discriminator')) && !isExtension && !isComposed) alone.push(at);
  };
  return {
    on: { Schema },
    end: () => {
      if (alone.length === 0) return;
      const extended = new Set(extensions.map((each) => references.resolved(each)?.value));
      for (const at of alone) {
        if (extended.has(at.value)) continue;
        const message = 'no `allOf`, `anyOf` or `oneOf` composes this schema';
        report(at, message, { key: 'discriminator', onKey: true });
      }
    },
  };
}

/** Whether a target of a mapping exists: the name of a schema, else a reference. */
function leads({ root, references }: RuleScope, schema: Location, target: string): boolean {
  const schemas = child(child(root.value, 'components'), 'schemas');
  if (isTree(schemas) && Object.hasOwn(schemas, target)) return true;
  return references.follow(schema, target).kind === 'found';
}

/** The largest depth of `allOf` members to read. */
const DEEPEST = 8;

/** What a schema says about the presence of a property; undefined: nothing. */
function presenceIn(
  scope: RuleScope,
  schema: Location,
  name: string,
  depth = 0,
): 'required' | 'optional' | undefined {
  const at = scope.references.resolved(schema) ?? schema;
  if (textsAt(at.value, 'required').includes(name)) return 'required';
  const members = depth < DEEPEST ? itemsOf(at, 'allOf') : [];
  const said = new Set(members.map((each) => presenceIn(scope, each, name, depth + 1)));
  if (said.has('required')) return 'required';
  const isHere = child(child(at.value, 'properties'), name) !== undefined;
  return isHere || said.has('optional') ? 'optional' : undefined;
}

const itemsOf = (schema: Location, key: string): Location[] =>
  Array.from(listAt(schema.value, key).keys(), (index) => below(below(schema, key), index));

export const SCHEMA_RULES: readonly DefinitionRule[] = [
  error(
    'all-of-circle',
    'No value can be validated against it, and tools that combine the parts never end',
    (scope) => {
      const holders: Location[] = [];
      const Schema = (at: Location): void => {
        if (listAt(at.value, 'allOf').length > 0) holders.push(at);
      };
      return { on: { Schema }, end: () => checkCircles(scope, holders) };
    },
  ),
  warning(
    'array-items',
    'Nothing says what is in the list: clients accept anything',
    onValues((at, { standard, isNew, report }) => {
      if (isNew || textAt(at.value, 'type') !== 'array' || has(at, 'items')) return;
      report(at, `an array needs \`items\` in OpenAPI ${standard}`, { key: 'type' });
    }),
  ),
  warning(
    'empty-list',
    'JSON Schema requires at least one entry: validators refuse the schema',
    checkEach('Schema', (at, { isNew, report }) => {
      const keys = ['allOf', 'anyOf', 'oneOf', 'prefixItems', ...(isNew ? [] : ['required'])];
      for (const key of keys) {
        const value = child(at.value, key);
        if (Array.isArray(value) && value.length === 0) report(at, `\`${key}\` is empty`, { key });
      }
    }),
  ),
  warning(
    'repeated-entry',
    'JSON Schema asks for unique entries: validators may refuse the schema',
    onValues(checkRepeated),
  ),
  warning(
    'schema-default',
    'A client that sends the default sends an invalid value',
    onValues((at, { report }) => {
      if (!has(at, 'default')) return;
      const value = child(at.value, 'default');
      const types = typesOf(at);
      const fits = (each: unknown): boolean =>
        types === undefined || types.some((type) => hasType(each, type));
      if (!fits(value)) {
        const message = `the \`default\` does not have the type ${types?.join(' or ')}`;
        report(at, message, { key: 'default' });
        return;
      }
      // If no value of the list can occur, the list is reported instead. Many people assume that
      // null is in every list.
      const values = listAt(at.value, 'enum');
      if (value === null || !values.some(fits)) return;
      if (values.some((each) => equalContent(each, value))) return;
      report(at, 'the `default` is not in `enum`', { key: 'default' });
    }),
  ),
  warning('schema-example', 'Whoever sends the example sends an invalid value', (scope) => {
    const beside = (at: Location): void => checkExamples(scope, at);
    const Schema = (at: Location): void => {
      checkExample(scope, at, 'example', at);
      for (const index of scope.isNew ? listAt(at.value, 'examples').keys() : []) {
        checkExample(scope, below(at, 'examples'), index, at);
      }
    };
    const on = { Schema, Parameter: beside, Header: beside, MediaType: beside };
    return { on: scope.standard === '2.0' ? { Schema } : on };
  }),
  warning(
    'no-enum-type-mismatch',
    'No value can be both: the entry never matches',
    onValues(checkEnum),
  ),
  warning(
    'schema-pattern',
    'Validators that compile it fail, others ignore it',
    onValues((at, { isNew, report }) => {
      const pattern = textAt(at.value, 'pattern');
      if (pattern !== undefined && !isExpression(pattern)) {
        const message = '`pattern` is not a valid regular expression (ECMA-262)';
        report(at, message, { key: 'pattern' });
      }
      for (const [key] of isNew ? entriesAt(at.value, 'patternProperties') : []) {
        if (isExpression(key)) continue;
        const message = 'the key is not a valid regular expression (ECMA-262)';
        report(below(at, 'patternProperties'), message, { key, onKey: true });
      }
    }),
  ),
  warning(
    'read-and-write-only',
    'Nothing can be both: tools leave the property out',
    checkEach('Schema', (at, { report }) => {
      if (child(at.value, 'readOnly') !== true || child(at.value, 'writeOnly') !== true) return;
      report(at, 'it is both `readOnly` and `writeOnly`', { key: 'writeOnly', onKey: true });
    }),
  ),
  warning(
    'nullable-type-sibling',
    '`nullable` adds null to the `type` beside it: without one it has no effect',
    checkEach('Schema', (at, { standard, report }) => {
      const isMeant = standard === '3.0' && child(at.value, 'nullable') === true;
      if (!isMeant || has(at, 'type') || isReference(at.value)) return;
      report(at, '`nullable` is used without a `type`', { key: 'nullable', onKey: true });
    }),
  ),
  warning(
    'file-type',
    'In 2.0, only responses and form fields can be files',
    only('2.0', ({ references, report }) => {
      const answers = new Set<unknown>();
      const files: Location[] = [];
      return {
        on: {
          Response: (at) => answers.add(references.resolved(below(at, 'schema'))?.value),
          Schema: (at) => {
            if (textAt(at.value, 'type') === 'file') files.push(at);
          },
        },
        end: () => {
          for (const at of files) {
            if (answers.has(at.value)) continue;
            report(at, 'only the whole of a response can be a file', { key: 'type' });
          }
        },
      };
    }),
  ),
  error(
    'discriminator-mapping',
    'A client cannot tell which schema a value has',
    eachDiscriminator((discriminator, schema, scope) => {
      for (const [key, target] of entriesAt(discriminator.value, 'mapping')) {
        if (typeof target !== 'string' || leads(scope, schema, target)) continue;
        const message = `"${target}" is neither the name of a schema nor a reference to one`;
        scope.report(below(discriminator, 'mapping'), message, { key });
      }
    }),
  ),
  error(
    'spec-discriminator-defaultMapping',
    'A client cannot tell which schema a value has',
    eachDiscriminator((discriminator, schema, scope) => {
      const target = textAt(discriminator.value, 'defaultMapping');
      if (target === undefined || scope.standard !== '3.2' || leads(scope, schema, target)) return;
      const message = `"${target}" is neither the name of a schema nor a reference to one`;
      scope.report(discriminator, message, { key: 'defaultMapping' });
    }),
  ),
  warning(
    'discriminator-composition',
    'The standard allows it only beside or in compositions of schemas, so tools ignore it',
    only('3.0 3.1 3.2', checkComposed),
  ),
  warning(
    'discriminator-optional',
    'If a value lacks it, a client cannot tell which schema the value has',
    eachDiscriminator((discriminator, schema, scope) => {
      const name = textAt(discriminator.value, 'propertyName');
      if (scope.standard !== '3.2' || name === undefined || has(discriminator, 'defaultMapping')) {
        return;
      }
      const own = presenceIn(scope, schema, name);
      if (own === 'required') return;
      const alternatives = ['oneOf', 'anyOf'].flatMap((key) => itemsOf(schema, key));
      const isOptional = (each: Location): boolean => presenceIn(scope, each, name) === 'optional';
      if (own !== 'optional' && !alternatives.some(isOptional)) return;
      const message = `"${name}" is optional, and there is no \`defaultMapping\``;
      scope.report(discriminator, message, { key: 'propertyName' });
    }),
  ),
];
