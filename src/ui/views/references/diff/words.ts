/** The changes of one schema or operation, in a few words for each rule. */
import type { DefinitionChange } from '../../../../content/openapi/diff/changes.ts';
import type { RuleName } from '../../../../content/openapi/diff/rules.ts';
import { groupBy } from '../../../../model/group-by.ts';
import { grouped } from '../../../count.ts';
import { insideOwner, type ChangeGroup } from './groups.ts';
import { firstOf } from './totals.ts';

/** The phrase for several changes of one rule, and what distinguishes them: a property or value in the message, or only the place. */
type Words = readonly [many: string, named: 'property' | 'value' | 'place'];

const WORDS: Readonly<Partial<Record<RuleName, Words>>> = {
  'parameter-added-required': ['required parameters are new', 'value'],
  'parameter-added-optional': ['optional parameters are new', 'value'],
  'parameter-removed': ['parameters are gone', 'value'],
  'parameter-became-required': ['parameters are required now', 'value'],
  'parameter-became-optional': ['parameters are optional now', 'value'],
  'parameter-serialization-changed': ['parameters are written differently', 'value'],
  'media-type-added': ['media types are new', 'value'],
  'media-type-removed': ['media types are gone', 'value'],
  'required-property-added': ['required properties are new', 'property'],
  'optional-property-added': ['optional properties are new', 'property'],
  'property-added-to-closed-object': ['properties of closed objects are new', 'property'],
  'required-property-removed': ['required properties are gone', 'property'],
  'optional-property-removed': ['optional properties are gone', 'property'],
  'property-removed-from-closed-object': ['properties of closed objects are gone', 'property'],
  'property-became-required': ['properties are required now', 'property'],
  'property-became-optional': ['properties are optional now', 'property'],
  'property-deprecated': ['properties are deprecated now', 'place'],
  'type-changed': ['types changed', 'place'],
  'type-narrowed': ['types are narrower', 'place'],
  'type-widened': ['types are wider', 'place'],
  'null-forbidden': ['values may no longer be null', 'place'],
  'null-allowed': ['values may be null now', 'place'],
  'format-changed': ['formats changed', 'place'],
  'format-narrowed': ['formats are narrower', 'place'],
  'format-widened': ['formats are wider', 'place'],
  'format-added': ['formats are new', 'place'],
  'format-removed': ['formats are gone', 'place'],
  'enum-value-removed': ['enum values are gone', 'value'],
  'enum-value-added': ['enum values are new', 'value'],
  'enum-introduced': ['enums are new', 'place'],
  'enum-dropped': ['enums are gone', 'place'],
  'limit-tightened': ['limits are tighter', 'place'],
  'limit-loosened': ['limits are looser', 'place'],
  'pattern-added': ['patterns are new', 'place'],
  'pattern-changed': ['patterns changed', 'place'],
  'pattern-removed': ['patterns are gone', 'place'],
  'object-closed': ['objects are closed now', 'place'],
  'object-opened': ['objects are open now', 'place'],
  'alternative-removed': ['alternatives are gone', 'value'],
  'alternative-added': ['alternatives are new', 'value'],
  'discriminator-value-removed': ['discriminator values are gone', 'value'],
  'discriminator-value-added': ['discriminator values are new', 'value'],
  'default-changed': ['defaults changed', 'place'],
  'enum-replaced': ['enums have other values', 'place'],
  'alternatives-replaced': ['lists of alternatives are replaced', 'place'],
  'constraint-tightened': ['constraints are tighter', 'place'],
  'constraint-loosened': ['constraints are looser', 'place'],
  'constraint-replaced': ['constraints are replaced', 'place'],
  'content-encoding-changed': ['encodings of contents changed', 'place'],
  'access-changed': ['properties are read-only or write-only now, or no longer', 'place'],
  'additional-properties-narrowed': ['additional properties are narrower', 'place'],
  'additional-properties-widened': ['additional properties are wider', 'place'],
  'items-narrowed': ['items are narrower', 'place'],
  'items-widened': ['items are wider', 'place'],
  'reference-changed': ['references lead elsewhere', 'place'],
  'response-added': ['responses are new', 'value'],
  'required-header-added': ['required headers are new', 'value'],
  'required-header-removed': ['required headers are gone', 'value'],
  'optional-header-removed': ['optional headers are gone', 'value'],
  'header-added': ['headers are new', 'value'],
  'link-added': ['links are new', 'value'],
  'link-removed': ['links are gone', 'value'],
  'link-changed': ['links changed', 'value'],
  'server-value-removed': ['values of server variables are gone', 'value'],
  'server-value-added': ['values of server variables are new', 'value'],
  'constraint-changed': ['constraints changed', 'place'],
  'documentation-changed': ['descriptions changed', 'place'],
};

/** The most names to list; others are counted. */
const MOST_NAMES = 3;

/** The changes of a group, one phrase per rule: ``30 optional properties are gone: `a`, `b`, `c` and 27 more``. */
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

/** A single change: `kind: the value "bird" is new`. */
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
