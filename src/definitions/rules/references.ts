/** Rules for references, and for the names that schemas give themselves: JSON Schema 2020-12, core 8.2. */
import type { Lead, Location } from '../refs.ts';
import { keysFrom, textAt } from '../definition-tree.ts';
import { isObject, calledOf, type NodeType, type Standard } from './types.ts';
import {
  checkEach,
  error,
  only,
  warning,
  type DefinitionRule,
  type RuleScope,
  type Visitor,
} from './rule.ts';

/** Sections of `components`, and of the root in 2.0, by the type of their objects. */
const SECTION_OF: Readonly<Record<string, readonly string[]>> = {
  Schema: ['schemas', 'definitions'],
  Response: ['responses'],
  Parameter: ['parameters'],
  Example: ['examples'],
  RequestBody: ['requestBodies'],
  Header: ['headers'],
  SecurityScheme: ['securitySchemes', 'securityDefinitions'],
  Link: ['links'],
  Callback: ['callbacks'],
  PathItem: ['pathItems', 'paths'],
  MediaType: ['mediaTypes'],
};
const SECTIONS = new Set(Object.values(SECTION_OF).flat());

/** The objects that a `$ref` may replace, wherever they are allowed. */
const REFERABLE: Readonly<Record<Standard, ReadonlySet<string>>> = (() => {
  const in2 = ['PathItem', 'Parameter', 'Response', 'Schema'];
  const in3 = Object.keys(SECTION_OF).filter((name) => name !== 'MediaType');
  const all = new Set(in3);
  return { '2.0': new Set(in2), '3.0': all, '3.1': all, '3.2': new Set([...in3, 'MediaType']) };
})();

/** The section of the definition that a value is in, below `components`, or below the root in 2.0: `schemas`, `parameters` … */
function sectionOf({ document, pointer }: Location, own: string, standard: Standard): string {
  const keys = document === own ? keysFrom(pointer) : [];
  if (standard === '2.0') return keys.length === 2 ? String(keys[0]) : '';
  return keys.length === 3 && keys[0] === 'components' ? String(keys[1]) : '';
}

/** Whether an object is in a place where one of another type belongs, so that only a wrong reference leads there. */
export function isWrongKind(
  at: Location,
  { name }: NodeType,
  own: string,
  standard: Standard,
): boolean {
  const { document, pointer } = at;
  if (!Object.hasOwn(SECTION_OF, name) && name !== 'Root') return false;
  if (pointer === '#') return document === own && name !== 'Root';
  const section = sectionOf(at, own, standard);
  return SECTIONS.has(section) && SECTION_OF[name]?.includes(section) !== true;
}

/** Reports references without a target, dynamic ones after the walk: their documents are not opened for them. */
const unresolved =
  (byName: boolean) =>
  ({ isNew, references, report }: RuleScope): Visitor => {
    const check = (at: Location, key: string, reference: string, target: Lead): void => {
      if (target.kind !== 'lost' || target.byName !== byName) return;
      const slash = reference.includes('\\') ? ' (write `/` instead of `\\`)' : '';
      report(at, `\`${key}: ${reference}\` cannot be resolved: ${target.why}${slash}`, { key });
    };
    const dynamic: Location[] = [];
    const Schema = (at: Location): void => {
      if (textAt(at.value, DYNAMIC) !== undefined) dynamic.push(at);
    };
    return {
      on: isNew ? { Schema } : {},
      reference: (at, { reference, target }) => check(at, '$ref', reference, target),
      end: () => {
        for (const at of dynamic) {
          const reference = textAt(at.value, DYNAMIC) ?? '';
          const target = references.follow(at, reference);
          check(at, DYNAMIC, reference, target.kind === 'unopened' ? ELSEWHERE : target);
        }
      },
    };
  };

const DYNAMIC = '$dynamicRef';

const ELSEWHERE: Lead = {
  kind: 'lost',
  why: 'it names another file, which is not part of the definition',
  byName: true,
};

export const REFERENCE_RULES: readonly DefinitionRule[] = [
  error(
    'no-unresolved-refs',
    'The target does not exist, so no console can show it and no client can be built from it',
    unresolved(false),
  ),
  warning(
    'unresolved-uri',
    'Only tools that have the document with that name can follow it',
    unresolved(true),
  ),
  error(
    'reference-kind',
    'Tools read the target as the wrong kind of object',
    ({ standard, root, report }) => ({
      reference: (at, { reference, target, type }) => {
        if (target.kind !== 'found') return;
        const { location } = target;
        const isWhole = location.pointer === '#' && location.document === root.document;
        if (!isWhole && !isWrongKind(location, type, root.document, standard)) return;
        if (!isObject(type)) return;
        const section = sectionOf(location, root.document, standard);
        const what = isWhole ? 'to the whole definition' : `into \`${section}\``;
        const message = `\`$ref: ${reference}\` points ${what}, but ${calledOf(type)} belongs here`;
        report(at, message, { key: '$ref' });
      },
    }),
  ),
  warning(
    'spec-ref-siblings',
    'Tools that follow the standard ignore it, others do not',
    ({ isNew, report }) => ({
      reference: (at, { type, keepsSiblings }) => {
        if (keepsSiblings) return;
        const allowed = isNew && isObject(type) ? ['summary', 'description'] : [];
        for (const key of Object.keys(at.value ?? {})) {
          if (key === '$ref' || key.startsWith('x-') || allowed.includes(key)) continue;
          const message = `\`${key}\` is next to a \`$ref\`, which replaces the whole object`;
          report(at, message, { key, onKey: true });
        }
      },
    }),
  ),
  warning(
    'spec-strict-refs',
    'The standard allows no `$ref` here: some tools follow it, others see an empty object',
    ({ standard, report }) => ({
      reference: (at, { target, type }) => {
        if (target.kind !== 'found' || REFERABLE[standard].has(type.name)) return;
        // A reference to another file is replaced when the files are bundled.
        if (target.location.document !== at.document) return;
        report(at, '`$ref` is not allowed here', { key: '$ref' });
      },
    }),
  ),
];

const ANCHORS = ['$anchor', '$dynamicAnchor'] as const;

/** Calls `check` with each anchor of each schema. */
const eachAnchor = (
  check: (schema: Location, key: string, name: string, scope: RuleScope) => void,
): DefinitionRule['visitor'] =>
  only(
    '3.1 3.2',
    checkEach('Schema', (at, scope) => {
      for (const key of ANCHORS) {
        const name = textAt(at.value, key);
        if (name !== undefined) check(at, key, name, scope);
      }
    }),
  );

export const IDENTIFIER_RULES: readonly DefinitionRule[] = [
  error(
    'anchor-form',
    'No reference can name it, and validators refuse the schema',
    eachAnchor((at, key, name, { report }) => {
      if (/^[A-Za-z_][-A-Za-z0-9._]*$/.test(name)) return;
      const message = `"${name}" is not an anchor: it must begin with a letter or \`_\` and have only letters, digits, \`.\`, \`-\` and \`_\``;
      report(at, message, { key });
    }),
  ),
  error(
    'anchor-unique',
    'A reference to it has two targets, and tools differ on which one they take',
    (scope) => {
      const holders = new Map<string, unknown>();
      return eachAnchor((at, key, name, { references, report }) => {
        const uri = `${references.baseOf(at)}#${name}`;
        const holder = holders.get(uri);
        if (holder === undefined) holders.set(uri, at.value);
        else if (holder !== at.value) report(at, `the anchor "${name}" is there twice`, { key });
      })(scope);
    },
  ),
  warning(
    'id-form',
    'Tools ignore the whole `$id`, or refuse the schema; a name for a fragment is an `$anchor`',
    only(
      '3.1 3.2',
      checkEach('Schema', (at, { report }) => {
        const id = textAt(at.value, '$id');
        if (id === undefined || !/#./s.test(id)) return;
        report(at, `\`$id: ${id}\` cannot have a fragment`, { key: '$id' });
      }),
    ),
  ),
];
