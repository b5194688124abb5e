/** The table of keywords of schemas. A new keyword is a row. A new rule about a keyword belongs in the `compare` of its row. */
import { sortedText } from '../../equal.ts';
import { child, isTree, textAt } from '../../definition-tree.ts';
import { changed, inBackticks } from '../changes.ts';
import type { Located } from '../compared-definition.ts';
import type { RuleName } from '../rules.ts';
import {
  compared,
  inOneText,
  keep,
  NO_ENTRIES,
  NO_ITEMS,
  NO_NAMES,
  withText,
  type Facets,
  type Keyword,
  type SchemaComparison,
  type Schemas,
  type Subschema,
  type Texts,
} from './facets.ts';
import { discriminator } from './discriminators.ts';
import * as objects from './objects.ts';
import * as inside from './subschemas.ts';
import * as values from './values.ts';

type Text = string | undefined;
type Names = readonly [from: ReadonlySet<string>, to: ReadonlySet<string>];

/** A text, of which each member of an `allOf` may have one. */
const text = (
  keyword: 'format' | 'pattern' | 'default',
  compare: Keyword<Text>['compare'],
  textOf: (stated: unknown) => Text = (stated) => (typeof stated === 'string' ? stated : undefined),
): Keyword<Text> => ({
  keywords: keyword,
  none: undefined,
  read: (known, { value }, facets) =>
    values.firstText(facets, keyword, known, textOf(child(value, keyword))),
  compare,
});

/** The encoding or the type of a string's content, and the rules for "added", "removed" and "changed". */
const encoding = (keyword: string, ...rules: readonly [RuleName, RuleName, RuleName]) => ({
  keywords: keyword,
  none: undefined,
  read: (known: Text, { value }: Located) => known ?? textAt(value, keyword)?.toLowerCase(),
  compare: ({ report }: SchemaComparison, from: Text, to: Text): void => {
    const [added, removed, other] = rules;
    const rule = from === undefined ? added : to === undefined ? removed : other;
    report(rule, changed(`\`${keyword}\``, from, to));
  },
});

/** A flag, the rules for "became true" and "is no longer true", and its word in messages. */
const flag = (keyword: string, on: RuleName, off: RuleName, word: string): Keyword<boolean> => ({
  keywords: keyword,
  none: false,
  read: (known, { value }) => known || child(value, keyword) === true,
  compare: ({ report }, _, to) =>
    to ? report(on, `is now ${word}`) : report(off, `is no longer ${word}`),
});

/** Keywords that contain one schema. */
const subschema = (
  keywords: string,
  compare: Keyword<Subschema>['compare'] = (scope, from, to) =>
    inside.compareSubschema(scope, keywords, from, to),
): Keyword<Subschema> => ({
  keywords,
  none: true,
  read: (known, node) =>
    keywords.split(' ').reduce((all, each) => inside.readSubschema(all, node, each), known),
  compare,
});

/** A keyword that contains schemas by name. */
const schemaMap = (
  keyword: string,
  compare: Keyword<Schemas>['compare'] = (scope, from, to) =>
    inside.compareSchemaMaps(scope, keyword, from, to),
): Keyword<Schemas> => ({
  keywords: keyword,
  none: NO_ENTRIES,
  read: (known, node) => inside.readSchemas(known, node, keyword),
  compare,
});

/** Keywords that only people read. */
const NOTES = new Set(
  'title description example examples externalDocs $comment $schema'.split(' '),
);

/** In the order in which differences are reported. */
const KEYWORDS: { readonly [K in Exclude<keyof Facets, 'pointer'>]: Keyword<Facets[K]> } = {
  types: values.types,
  nullable: {
    keywords: 'nullable x-nullable',
    none: false,
    read: (known, { value }) =>
      known || child(value, 'nullable') === true || child(value, 'x-nullable') === true,
    compare: compared,
  },
  format: text('format', values.compareFormats),
  values: values.values,
  limits: values.limits,
  steps: values.steps,
  pattern: text('pattern', values.comparePatterns),
  properties: schemaMap('properties', objects.compareProperties),
  required: objects.required,
  additional: subschema('additionalProperties unevaluatedProperties', objects.compareAdditional),
  prefixItems: inside.prefixItems,
  items: inside.items,
  unions: { keywords: 'oneOf anyOf', none: NO_ITEMS, read: keep, compare: compared },
  discriminator,
  nots: inside.nots,
  conditions: inside.conditions,
  contains: inside.contains,
  patterns: schemaMap('patternProperties'),
  dependents: schemaMap('dependentSchemas'),
  needs: objects.dependentNames,
  names: subschema('propertyNames'),
  contentEncoding: encoding(
    'contentEncoding',
    'content-encoding-changed',
    'content-encoding-changed',
    'content-encoding-changed',
  ),
  contentMediaType: encoding(
    'contentMediaType',
    'format-added',
    'format-removed',
    'format-changed',
  ),
  contentSchema: subschema('contentSchema'),
  verbatim: { none: NO_ENTRIES, read: keep, compare: compareVerbatim },
  dangling: { keywords: '$ref $dynamicRef', none: NO_NAMES, read: keep, compare: compareDangling },
  default: text('default', compareDefaults, (stated) =>
    stated === undefined ? undefined : sortedText(stated),
  ),
  deprecated: flag('deprecated', 'property-deprecated', 'property-undeprecated', 'deprecated'),
  readOnly: flag('readOnly', 'access-changed', 'access-changed', 'read-only'),
  writeOnly: flag('writeOnly', 'access-changed', 'access-changed', 'write-only'),
  notes: {
    none: NO_ENTRIES,
    read: keep,
    compare: ({ report }, from, to) => {
      const differing = keysThatDiffer(from, to);
      if (differing.length > 0) report('documentation-changed', `${differing.join(', ')} changed`);
    },
  },
};

type FacetName = keyof typeof KEYWORDS;
const NAMES = Object.keys(KEYWORDS) as FacetName[];
const NONE = Object.fromEntries(
  NAMES.map((name) => [name, KEYWORDS[name].none]),
) as unknown as Facets;

/** The facets of a schema that allows everything. */
export const emptyFacets = (pointer: string): Facets => ({ ...NONE, pointer });

/** Whether only people read a keyword. */
export const isNote = (keyword: string): boolean => NOTES.has(keyword);

/** Keywords that only name or combine schemas. */
const WITHOUT_ROW =
  '$id $anchor $dynamicAnchor $recursiveAnchor $defs $vocabulary definitions allOf';

/** The rows that read each keyword. Keywords that are not here are compared as text. */
const ROWS_OF = new Map<string, FacetName[]>(WITHOUT_ROW.split(' ').map((each) => [each, []]));
for (const name of NAMES) {
  for (const keyword of KEYWORDS[name].keywords?.split(' ') ?? [])
    ROWS_OF.set(keyword, [...(ROWS_OF.get(keyword) ?? []), name]);
}

/** The same since 3.1, where `nullable` means nothing. */
const ROWS_SINCE_31 = new Map([...ROWS_OF].filter(([keyword]) => keyword !== 'nullable'));

/** Adds the keywords of one schema to the facets, in the same way for 2.0, 3.0 and 3.1. */
export function addKeywords(facets: Facets, node: Located, is31: boolean): void {
  const { value } = node;
  if (!isTree(value)) return;
  const rowsOf = is31 ? ROWS_SINCE_31 : ROWS_OF;
  const stated = new Set<FacetName>();
  for (const keyword in value) for (const name of rowsOf.get(keyword) ?? NO_ITEMS) stated.add(name);
  for (const name of NAMES) if (stated.has(name)) readFacet(facets, node, name);
  for (const keyword of Object.keys(value)) {
    if (rowsOf.has(keyword) || keyword.startsWith('x-')) continue;
    if (keyword === 'collectionFormat' && value[keyword] === 'csv') continue;
    if (keyword === 'nullable' && (value[keyword] !== true || facets.nullable)) continue;
    const said = sortedText(value[keyword]);
    if (isNote(keyword)) facets.notes = withText(facets.notes, keyword, said);
    else facets.verbatim = withText(facets.verbatim, keyword, said);
  }
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties the row to its facet
function readFacet<K extends FacetName>(facets: Facets, node: Located, name: K): void {
  const known = facets[name];
  facets[name] = KEYWORDS[name].read(known, node, facets);
}

/** Compares two schemas by all rows. */
export function compareKeywords(scope: SchemaComparison): void {
  for (const name of NAMES) compareFacet(scope, name);
}

/** Compares two schemas by the row of one facet. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties the row to its facet
export function compareFacet<K extends FacetName>(scope: SchemaComparison, name: K): void {
  const from = scope.before[name];
  const to = scope.after[name];
  if (from !== to) KEYWORDS[name].compare(scope, from, to);
}

function compareDefaults({ report }: SchemaComparison, from: Text, to: Text): void {
  const [old, now] = [from, to].map((said) => said && inBackticks(said));
  report('default-changed', changed('the default', old, now));
}

function compareVerbatim(scope: SchemaComparison, from: Texts, to: Texts): void {
  const { report, before, after } = scope;
  for (const keyword of keysThatDiffer(from, to)) {
    // Then it is told that null is allowed or forbidden.
    if (keyword === 'nullable' && before.nullable !== after.nullable) continue;
    if (keyword === 'collectionFormat')
      report('parameter-serialization-changed', 'the items are separated in a different way');
    else report('constraint-changed', `\`${keyword}\` changed`);
  }
}

const keysThatDiffer = (a: Texts, b: Texts): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter(
    (key) => inOneText(a.get(key)) !== inOneText(b.get(key)),
  );

function compareDangling({ report }: SchemaComparison, ...[from, to]: Names): void {
  for (const ref of from)
    if (!to.has(ref)) report('reference-changed', `no longer refers to ${inBackticks(ref)}`);
  for (const ref of to) {
    if (from.has(ref)) continue;
    const message = `now refers to ${inBackticks(ref)}, which is not in the definition`;
    report('reference-changed', message);
  }
}
