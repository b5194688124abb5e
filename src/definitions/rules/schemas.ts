/** Rules for schemas, and for the keywords that parameters and headers of 2.0 share with them. */
import { below, has, isReference, type Location } from '../refs.ts';
import { child, entriesAt, isTree, listAt, textAt, textsAt } from '../tree.ts';
import { error, warning, type DefinitionRule, type RuleScope, type Visitor } from './rule.ts';

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

const onSchemas =
  (check: (at: Location, scope: RuleScope) => void) =>
  (scope: RuleScope): Visitor => ({ on: { Schema: (at) => check(at, scope) } });

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
  for (const key of ['required', 'type']) {
    const list = listAt(at.value, key);
    const seen = new Set<unknown>();
    const index = list.findIndex((entry) => seen.size === seen.add(entry).size);
    if (index < 0) continue;
    report(below(at, key), `\`${key}\` has the same entry twice`, { key: index });
  }
}

/** Calls `check` with each discriminator and its schema, after the walk. */
const eachDiscriminator =
  (check: (discriminator: Location, schema: Location, scope: RuleScope) => void) =>
  (scope: RuleScope): Visitor => {
    if (scope.standard === '2.0') return {};
    const schemas: Location[] = [];
    return {
      on: {
        Schema: (at) => {
          if (isTree(child(at.value, 'discriminator'))) schemas.push(at);
        },
      },
      end: () => {
        for (const schema of schemas) check(below(schema, 'discriminator'), schema, scope);
      },
    };
  };

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
    onSchemas((at, { isNew, report }) => {
      const keys = ['allOf', 'anyOf', 'oneOf', 'prefixItems', ...(isNew ? [] : ['required'])];
      for (const key of keys) {
        const value = child(at.value, key);
        if (Array.isArray(value) && value.length === 0) report(at, `\`${key}\` is empty`, { key });
      }
    }),
  ),
  warning(
    'repeated-entry',
    'JSON Schema requires unique entries: validators refuse the schema',
    onSchemas(checkRepeated),
  ),
  warning(
    'schema-default',
    'A client that sends the default sends an invalid value',
    onValues((at, { report }) => {
      const types = typesOf(at);
      if (types === undefined || !has(at, 'default')) return;
      if (types.some((type) => hasType(child(at.value, 'default'), type))) return;
      const message = `the \`default\` does not have the type ${types.join(' or ')}`;
      report(at, message, { key: 'default' });
    }),
  ),
  warning(
    'no-enum-type-mismatch',
    'No value can be both: the entry never matches',
    onValues(checkEnum),
  ),
  warning('schema-pattern', 'Validators that compile it fail, others ignore it', (scope) =>
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
    })(scope),
  ),
  warning(
    'read-and-write-only',
    'Nothing can be both: tools leave the property out',
    onSchemas((at, { report }) => {
      if (child(at.value, 'readOnly') !== true || child(at.value, 'writeOnly') !== true) return;
      report(at, 'it is both `readOnly` and `writeOnly`', { key: 'writeOnly', onKey: true });
    }),
  ),
  warning(
    'nullable-type-sibling',
    '`nullable` adds null to the `type` beside it: without one it has no effect',
    onSchemas((at, { standard, report }) => {
      const isMeant = standard === '3.0' && child(at.value, 'nullable') === true;
      if (!isMeant || has(at, 'type') || isReference(at.value)) return;
      report(at, '`nullable` is used without a `type`', { key: 'nullable', onKey: true });
    }),
  ),
  warning(
    'file-type',
    'In 2.0, only responses and form fields can be files',
    ({ standard, references, report }) => {
      if (standard !== '2.0') return {};
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
    },
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
