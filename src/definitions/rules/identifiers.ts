/** Rules for the names that schemas give themselves: JSON Schema 2020-12, core 8.2. */
import type { Location } from '../refs.ts';
import { textAt } from '../tree.ts';
import { error, warning, type DefinitionRule, type RuleScope, type Visitor } from './rule.ts';

const ANCHORS = ['$anchor', '$dynamicAnchor'] as const;

/** Calls `check` with each anchor of each schema. */
const eachAnchor =
  (check: (schema: Location, key: string, name: string, scope: RuleScope) => void) =>
  (scope: RuleScope): Visitor => {
    const Schema = (at: Location): void => {
      for (const key of ANCHORS) {
        const name = textAt(at.value, key);
        if (name !== undefined) check(at, key, name, scope);
      }
    };
    return scope.isNew ? { on: { Schema } } : {};
  };

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
    ({ isNew, report }) => {
      const Schema = (at: Location): void => {
        const id = textAt(at.value, '$id');
        if (id === undefined || !/#./s.test(id)) return;
        report(at, `\`$id: ${id}\` cannot have a fragment`, { key: '$id' });
      };
      return isNew ? { on: { Schema } } : {};
    },
  ),
];
