/** The changes of one schema or operation, in a few words for each rule. */
import type { DefinitionChange } from '../../../definitions/diff/changes.ts';
import type { RuleName } from '../../../definitions/diff/rules.ts';
import { groupBy } from '../../../model/group-by.ts';
import { grouped } from '../../../ui/count.ts';
import { insideOwner, type ChangeGroup } from './groups.ts';
import { firstOf } from './totals.ts';

/** The phrase for several changes of one rule, and what distinguishes them: a property or value in the message, or only the place. */
type Words = readonly [many: string, named: 'property' | 'value' | 'place'];

const WORDS: Readonly<Partial<Record<RuleName, Words>>> = {
  'parameter-added-required': ['required parameters were added', 'value'],
  'parameter-added-optional': ['optional parameters were added', 'value'],
  'parameter-removed': ['parameters were removed', 'value'],
  'parameter-became-required': ['parameters are now required', 'value'],
  'parameter-became-optional': ['parameters are now optional', 'value'],
  'parameter-serialization-changed': ['parameters changed their serialization', 'value'],
  'media-type-added': ['media types were added', 'value'],
  'media-type-removed': ['media types were removed', 'value'],
  'required-property-added': ['required properties were added', 'property'],
  'optional-property-added': ['optional properties were added', 'property'],
  'property-added-to-closed-object': ['properties of closed objects were added', 'property'],
  'required-property-removed': ['required properties were removed', 'property'],
  'optional-property-removed': ['optional properties were removed', 'property'],
  'property-removed-from-closed-object': ['properties of closed objects were removed', 'property'],
  'property-became-required': ['properties are now required', 'property'],
  'property-became-optional': ['properties are now optional', 'property'],
  'property-deprecated': ['properties are now deprecated', 'place'],
  'type-changed': ['types changed', 'place'],
  'type-narrowed': ['types are narrower', 'place'],
  'type-widened': ['types are wider', 'place'],
  'null-forbidden': ['values can no longer be null', 'place'],
  'null-allowed': ['values can now be null', 'place'],
  'format-changed': ['formats changed', 'place'],
  'format-narrowed': ['formats are narrower', 'place'],
  'format-widened': ['formats are wider', 'place'],
  'format-added': ['formats were added', 'place'],
  'format-removed': ['formats were removed', 'place'],
  'enum-value-removed': ['enum values were removed', 'value'],
  'enum-value-added': ['enum values were added', 'value'],
  'enum-introduced': ['enums were added', 'place'],
  'enum-dropped': ['enums were removed', 'place'],
  'limit-tightened': ['limits are tighter', 'place'],
  'limit-loosened': ['limits are looser', 'place'],
  'pattern-added': ['patterns were added', 'place'],
  'pattern-changed': ['patterns changed', 'place'],
  'pattern-removed': ['patterns were removed', 'place'],
  'object-closed': ['objects are now closed', 'place'],
  'object-opened': ['objects are now open', 'place'],
  'alternative-removed': ['alternatives were removed', 'value'],
  'alternative-added': ['alternatives were added', 'value'],
  'discriminator-value-removed': ['discriminator values were removed', 'value'],
  'discriminator-value-added': ['discriminator values were added', 'value'],
  'default-changed': ['defaults changed', 'place'],
  'enum-replaced': ['enums have different values', 'place'],
  'alternatives-replaced': ['lists of alternatives were replaced', 'place'],
  'constraint-tightened': ['constraints are tighter', 'place'],
  'constraint-loosened': ['constraints are looser', 'place'],
  'constraint-replaced': ['constraints were replaced', 'place'],
  'content-encoding-changed': ['content encodings changed', 'place'],
  'access-changed': ['properties became read-only or write-only, or stopped being so', 'place'],
  'additional-properties-narrowed': ['additional properties are narrower', 'place'],
  'additional-properties-widened': ['additional properties are wider', 'place'],
  'items-narrowed': ['items are narrower', 'place'],
  'items-widened': ['items are wider', 'place'],
  'reference-changed': ['references have different targets', 'place'],
  'response-added': ['responses were added', 'value'],
  'required-header-added': ['required headers were added', 'value'],
  'required-header-removed': ['required headers were removed', 'value'],
  'optional-header-removed': ['optional headers were removed', 'value'],
  'header-added': ['headers were added', 'value'],
  'link-added': ['links were added', 'value'],
  'link-removed': ['links were removed', 'value'],
  'link-changed': ['links changed', 'value'],
  'server-value-removed': ['values of server variables were removed', 'value'],
  'server-value-added': ['values of server variables were added', 'value'],
  'constraint-changed': ['constraints changed', 'place'],
  'documentation-changed': ['descriptions changed', 'place'],
};

/** The most names to list; others are counted. */
const MOST_NAMES = 3;

/** The changes of a group, one phrase per rule: ``30 optional properties were removed: `a`, `b`, `c` and 27 more``. */
export function changePhrases({ changes }: ChangeGroup): string[] {
  const byRule = groupBy(changes, ({ rule }) => rule);
  return Array.from(byRule, ([rule, alike]) => phraseOf(rule, alike));
}

function phraseOf(rule: RuleName, changes: readonly DefinitionChange[]): string {
  const [first] = changes;
  if (changes.length === 1 && first !== undefined) return wholePhrase(first);
  const [many, named] = WORDS[rule] ?? [`changes of ${rule}`, 'place'];
  const names = [...new Set(changes.map((each) => nameOf(each, named)))].filter(
    (name) => name !== '',
  );
  const list = names.length === 0 ? '' : `: ${firstOf(names, MOST_NAMES)}`;
  return `${grouped(changes.length)} ${many}${list}`;
}

/** A single change: `kind: the value "bird" was added`. */
function wholePhrase(change: DefinitionChange): string {
  const inside = placeName(change);
  return inside === '' ? change.message : `${inside}: ${change.message}`;
}

function nameOf(change: DefinitionChange, named: Words[1]): string {
  const place = placeName(change);
  const quoted = named === 'place' ? '' : (/`([^`]*)`/.exec(change.message)?.[1] ?? '');
  return [place, quoted].filter((part) => part !== '').join(named === 'property' ? '.' : ' ');
}

const placeName = (change: DefinitionChange): string => insideOwner(change).replace(/^[. ]+/, '');
