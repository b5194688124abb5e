/** The types of values, and the keys that an object may and must have. */
import { nearest } from '../../model/text/nearest.ts';
import { below, has, isReference, type Location } from '../refs.ts';
import { child, isTree, keysFrom, textAt, type Tree } from '../definition-tree.ts';
import { calledOf, isNodeType, type NodeType, type Scalar } from './types.ts';
import {
  error,
  warning,
  type Fault,
  type DefinitionRule,
  type RuleScope,
  type Visitor,
  type Where,
} from './rule.ts';

type Structured = Omit<RuleScope, 'report' | 'faultsOf'>;

/** Finds problems of the types and keys of one value. */
class Structure {
  readonly faults: Fault[] = [];
  readonly #scope: Structured;

  constructor(scope: Structured) {
    this.#scope = scope;
  }

  check(at: Location, type: NodeType): void {
    const { value } = at;
    if (type.items !== undefined) {
      if (!Array.isArray(value)) this.#wrong(at, 'a list', value === null);
    } else if (isTree(value)) this.#keys(at, type, value);
    else if (!(typeof value === 'boolean' && type.name === 'Schema' && this.#scope.isNew)) {
      this.#wrong(at, calledOf(type), false);
    }
  }

  #keys(at: Location, type: NodeType, value: Tree): void {
    // The required keys of an object with a `$ref` may be in the target.
    for (const key of isReference(value) ? [] : type.required(value)) {
      if (Object.hasOwn(value, key)) continue;
      this.#add('struct', at, `${calledOf(type)} needs \`${key}\``, { onKey: true });
    }
    for (const key of Object.keys(value)) {
      const field = type.fieldAt(value[key], key);
      if (field === undefined) {
        if (!type.isExtensible || !key.startsWith('x-')) this.#unknown(at, type, key);
      } else if (field !== null && !isNodeType(field)) this.#scalar(below(at, key), field);
    }
  }

  #scalar(at: Location, scalar: Scalar): void {
    const { value } = at;
    if (isReference(value) && scalar.type !== 'array') {
      const target = this.#scope.references.resolved(at);
      if (target !== undefined) this.#scalar(target, scalar);
      return;
    }
    const wanted = wantedOf(value, scalar);
    if (wanted !== undefined) this.#wrong(at, wanted, value === null);
    else if (scalar.items !== undefined && Array.isArray(value)) {
      for (const index of value.keys()) this.#scalar(below(at, index), scalar.items);
    }
  }

  #wrong(at: Location, wanted: string, isEmpty: boolean): void {
    const [holder, key] = keysFrom(at.pointer).slice(-2);
    const name = key ?? 'the document';
    if (isEmpty && holder === 'type') {
      const message = "`type` has a null without quotes, which is no type: write `'null'`";
      this.#add('empty-value', at, message);
      return;
    }
    if (isEmpty) this.#add('empty-value', at, `\`${name}\` is null, but must be ${wanted}`);
    else if (wanted === 'a list' && key === 'examples') {
      this.#add('examples-list', at, `\`examples\` is ${kindOf(at.value)}, but must be a list`);
    } else this.#add('struct', at, `\`${name}\` is ${kindOf(at.value)}, but must be ${wanted}`);
  }

  #unknown(at: Location, type: NodeType, key: string): void {
    const where = { key, onKey: true };
    if (type.name === 'Paths') {
      this.#add('path-form', at, `the path "${key}" does not begin with \`/\``, where);
    } else if (type.name === 'Responses') {
      this.#add('response-status', at, `"${key}" is neither a status nor \`default\``, where);
    } else if (type.name === 'Schema') this.#unknownKeyword(at, type, key);
    else {
      const message = `${calledOf(type)} has no field \`${key}\`${hint(key, type)}`;
      this.#add('unknown-field', at, message, where);
    }
  }

  #unknownKeyword(at: Location, type: NodeType, key: string): void {
    const where = { key, onKey: true };
    const { standard, isNew, keywords } = this.#scope;
    if (isNew) {
      // All other keywords are the author's own, which JSON Schema allows.
      const instead = successorOf(key, at.value);
      if (instead === undefined && !keywords.has(key)) return;
      const more = instead === undefined ? '' : `: ${instead}`;
      this.#add('unknown-keyword', at, `JSON Schema 2020-12 has no \`${key}\`${more}`, where);
      return;
    }
    const message = `a schema in OpenAPI ${standard} has no \`${key}\``;
    if (CONSTRAINTS.has(key)) this.#add('keyword-version', at, message, where);
    else {
      const near = keywords.has(key) ? '' : hint(key, type);
      this.#add('unknown-field', at, `${message}${near}`, where);
    }
  }

  #add(rule: string, at: Location, message: string, where: Where = {}): void {
    this.faults.push({ rule, at, message, ...where });
  }
}

function hint(key: string, { fields }: NodeType): string {
  const near = nearest(key, [...fields]);
  return near === undefined ? '' : `. Did you mean \`${near}\`?`;
}

/** What the value should be; undefined if it matches. */
function wantedOf(value: unknown, scalar: Scalar): string | undefined {
  if (scalar.enum !== undefined) {
    if (typeof value !== 'string') return 'a string';
    return scalar.enum.includes(value) ? undefined : oneOf(scalar.enum);
  }
  switch (scalar.type) {
    case 'string':
      return typeof value === 'string' ? undefined : 'a string';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : '`true` or `false`';
    case 'array':
      return Array.isArray(value) ? undefined : 'a list';
    case 'number':
    case 'integer':
      if (typeof value !== 'number') return 'a number';
      if (scalar.type === 'integer' && !Number.isInteger(value)) return 'a whole number';
      if (scalar.isAbove === true) return value > 0 ? undefined : 'more than 0';
      return value < (scalar.minimum ?? -Infinity) ? '0 or more' : undefined;
    case undefined:
    default:
      return undefined;
  }
}

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1
    ? `"${String(values[0])}"`
    : `one of ${values.map((each) => `"${String(each)}"`).join(', ')}`;

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `"${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
  if (typeof value === 'number') return `the number ${value}`;
  return typeof value === 'boolean' ? `\`${value}\`` : 'a map';
}

/** Keywords of older or newer JSON Schema that restrict values. A tool that does not know them accepts other values. */
const CONSTRAINTS = new Set(
  `const if then else anyOf oneOf not prefixItems contains minContains maxContains unevaluatedItems
  unevaluatedProperties patternProperties propertyNames dependencies dependentRequired dependentSchemas
  additionalItems $dynamicRef $recursiveRef divisibleBy`.split(/\s+/),
);

/** The replacement in 3.1 for a removed keyword. */
function successorOf(keyword: string, node: unknown): string | undefined {
  switch (keyword) {
    case 'nullable': {
      const type: unknown = isTree(node) ? node['type'] : undefined;
      return `write \`type: [${typeof type === 'string' ? type : 'string'}, 'null']\``;
    }
    case 'dependencies':
      return 'write `dependentRequired` or `dependentSchemas`';
    case 'additionalItems':
      return 'write `prefixItems` with `items`';
    case '$recursiveRef':
      return 'write `$dynamicRef`';
    case 'id':
      return 'write `$id`';
    default:
      return undefined;
  }
}

/** The problems of the types and keys of one value. */
export function faultsOf(at: Location, type: NodeType, scope: Structured): readonly Fault[] {
  const structure = new Structure(scope);
  structure.check(at, type);
  return structure.faults;
}

/** Reports the faults of one rule. */
export const structural =
  (name: string): ((scope: RuleScope) => Visitor) =>
  ({ faultsOf: all, report }) => ({
    any: (place, type) => {
      for (const { rule, at, message, ...where } of all(place, type)) {
        if (rule === name) report(at, message, where);
      }
    },
  });

export const STRUCTURE_RULES: readonly DefinitionRule[] = [
  error(
    'struct',
    'Typed parsers refuse the whole definition, and a console has nothing to show',
    (scope) => {
      const { isNew, report } = scope;
      return {
        ...structural('struct')(scope),
        // The walk continues in the target, but a list cannot be replaced by a reference.
        reference: (at, { type }) => {
          if (type.items === undefined) return;
          report(at, `\`${keysFrom(at.pointer).at(-1)}\` is a map, but must be a list`);
        },
        on: {
          Root: (at) => {
            const parts = ['paths', 'components', 'webhooks'];
            if (!isNew || parts.some((part) => has(at, part))) return;
            const message = 'the definition needs `paths`, `components` or `webhooks`';
            report(at, message, { onKey: true });
          },
          SecurityScheme: (at) => {
            const flows = child(at.value, 'flows');
            if (textAt(at.value, 'type') !== 'oauth2' || !isTree(flows)) return;
            if (Object.keys(flows).length === 0) report(at, '`flows` is empty', { key: 'flows' });
          },
        },
      };
    },
  ),
  warning('unknown-field', 'Tools ignore it, so what it says is lost', (scope) => ({
    ...structural('unknown-field')(scope),
    on: { Parameter: (at) => foreignFields2(at, scope) },
  })),
  warning(
    'unknown-keyword',
    'It has no meaning in JSON Schema 2020-12: validators and clients ignore it',
    structural('unknown-keyword'),
  ),
  error(
    'keyword-version',
    'Tools that follow the version ignore it and accept values that it should exclude',
    structural('keyword-version'),
  ),
  warning(
    'empty-value',
    'Tools differ on whether a null is a missing value or a wrong one',
    structural('empty-value'),
  ),
  warning('examples-list', 'Tools that expect a list show nothing', structural('examples-list')),
];

/** Fields of 2.0 that only parameters elsewhere have. */
function foreignFields2(at: Location, { standard, report }: RuleScope): void {
  const place = textAt(at.value, 'in');
  if (standard !== '2.0' || place === undefined) return;
  for (const key of place === 'body' ? ['type', 'items', 'collectionFormat'] : ['schema']) {
    if (!has(at, key)) continue;
    report(at, `a parameter in ${place} cannot have \`${key}\``, { key, onKey: true });
  }
}
