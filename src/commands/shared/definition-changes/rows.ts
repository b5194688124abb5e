/** The changes of a comparison for people, by schema, operation or other part. */
import { listOf, grouped } from '../../../model/text/sentences.ts';
import type { DefinitionChange, DefinitionDiff } from '../../../definitions/diff/changes.ts';
import type { Direction, Severity } from '../../../definitions/diff/rules.ts';
import type { Place } from '../../../system/findings/place.ts';
import type { PlacedChange } from '../../../definitions/places/definition-places.ts';
import type { Judged } from './accepted.ts';
import { ownerAt } from '../../../definitions/diff/names.ts';
import { keysFrom } from '../../../definitions/definition-tree.ts';
import { groupBy } from '../../../model/group-by.ts';

/** What a section of a report lists: the changes of a severity, those that are accepted apart. */
export type SectionKind = Severity | 'accepted';

export const TITLES: Readonly<Record<SectionKind, string>> = {
  breaking: 'Breaks clients',
  accepted: 'Breaks clients, accepted',
  risky: 'May break clients',
  safe: 'Safe',
};

export interface ChangeSection {
  readonly kind: SectionKind;
  readonly changes: readonly Judged<PlacedChange>[];
}

/** The sections that have changes, worst first. */
export function changeSections(changes: readonly Judged<PlacedChange>[]): readonly ChangeSection[] {
  const groups = groupBy(changes, ({ severity, accepted }) =>
    accepted === null ? severity : 'accepted',
  );
  const kinds: readonly SectionKind[] = ['breaking', 'accepted', 'risky', 'safe'];
  return kinds.flatMap((kind) => {
    const own = groups.get(kind);
    return own === undefined ? [] : [{ kind, changes: own }];
  });
}

/** A row of the report. */
export interface ChangeRow {
  /** The part that changed: `Pet`, `GET /pets`, or of a single change `Pet.kind`. */
  readonly part: string;
  readonly direction: Direction | null;
  readonly changes: number;
  /** A phrase per rule, such as `3 × enum value added: "a", "b", "c"`. Names are in backticks. */
  readonly phrases: readonly string[];
  /** The rule, if there is only one. */
  readonly rule: string | null;
  /** `openapi/pets.yaml:12:5`, which editors open; of a single change the old and new place. */
  readonly places: readonly string[];
  /** The operations that the changes affect, except the part itself. */
  readonly operations: readonly string[];
}

/**
 * A row per change, or one for all changes of a part in one direction, in order of the first. Each
 * accepted change has its own row, with the reason.
 */
export function changeRows({ kind, changes }: ChangeSection, each: boolean): ChangeRow[] {
  if (each || kind === 'accepted') {
    return changes.map((change) => ({
      ...rowOf(change.subject, [change]),
      phrases: [change.message + (kind === 'accepted' ? `; accepted: ${change.accepted}` : '')],
      ...(each && { places: bothPlaces(change) }),
    }));
  }
  const everywhere = equalChanges(changes);
  const groups = groupBy(changes, (change) => {
    const shared = everywhere.get(change);
    if (shared !== undefined) return shared;
    const { name, kind } = ownerOf(change);
    return JSON.stringify([kind, name, change.direction]);
  });
  return Array.from(groups.values(), (alike) => {
    const [first] = alike;
    if (first === undefined || !everywhere.has(first))
      return rowOf(first === undefined ? '' : ownerOf(first).name, alike);
    const { message, rule } = first;
    const inside = insideOwner(first);
    const phrase = inside === '' ? message : `${inside}: ${message}`;
    const part = `${grouped(alike.length)} operations`;
    return { ...rowOf(part, alike), phrases: [phrase], rule };
  });
}

/** From this number on, equal changes of operations are one row. */
const MIN_EQUAL = 3;

/**
 * Changes that several operations have in common, each with a key that is equal for equal changes.
 */
export function equalChanges<T extends DefinitionChange>(
  changes: readonly T[],
): ReadonlyMap<T, string> {
  const ofOperations = changes.filter(
    (change) => change.operations.length === 1 && ownerOf(change).name === change.operations[0],
  );
  const alike = groupBy(ofOperations, (change) => {
    const { rule, message, direction } = change;
    return JSON.stringify([rule, message, direction, insideOwner(change)]);
  });
  const keys = new Map<T, string>();
  for (const [key, group] of alike)
    if (group.length >= MIN_EQUAL) for (const change of group) keys.set(change, key);
  return keys;
}

/** A change in a sentence. */
export function changeSentence({
  subject,
  direction,
  message,
}: Pick<DefinitionChange, 'subject' | 'message'> & {
  readonly direction?: string | null | undefined;
}): string {
  const side = typeof direction === 'string' ? ` (${direction})` : '';
  return `${subject}${side}: ${message}`;
}

/** The most phrases of a row in a summary; others are counted. */
const MAX_PHRASES = 4;

/** The phrases of a row for a summary, each formatted by `print`. */
export function phrasesIn({ phrases }: ChangeRow, print: (phrase: string) => string): string[] {
  const left = phrases.length - MAX_PHRASES;
  const shown = phrases.slice(0, MAX_PHRASES).map(print);
  return left > 0 ? [...shown, `changes of ${left} more rules`] : shown;
}

function rowOf(part: string, changes: readonly PlacedChange[]): ChangeRow {
  const [first] = changes;
  const byRule = groupBy(changes, ({ rule }) => rule);
  const operations = new Set(changes.flatMap((change) => change.operations));
  const place = first && placeOf(first);
  return {
    part,
    direction: first?.direction ?? null,
    changes: changes.length,
    phrases: Array.from(byRule, ([rule, alike]) => phraseOf(rule, alike)),
    rule: byRule.size === 1 && first ? first.rule : null,
    places: place === undefined ? [] : [place],
    operations: [...operations].filter((name) => name !== part && !part.startsWith(`${name} `)),
  };
}

/** The most names in a phrase; others are counted. */
const MAX_NAMES = 3;

function phraseOf(rule: string, changes: readonly DefinitionChange[]): string {
  const [first] = changes;
  if (first && changes.length === 1) {
    const inside = insideOwner(first);
    return inside === '' ? first.message : `${inside}: ${first.message}`;
  }
  const names = [...new Set(changes.map(nameOf))].filter((name) => name !== '');
  const list = names.length === 0 ? '' : `: ${listOf(names, MAX_NAMES)}`;
  return `${grouped(changes.length)} × ${rule.replaceAll('-', ' ')}${list}`;
}

/**
 * The part of a phrase that distinguishes a change from others of its rule: its place in the owner
 * and the first name.
 */
function nameOf(change: DefinitionChange): string {
  const [, kind, name] = /^the ([\w -]+) `([^`]*)` (?:is|are|was|were) /.exec(change.message) ?? [];
  const inside = insideOwner(change);
  const isProperty = kind?.endsWith('property') === true;
  // The subject already contains the added part.
  if (isProperty && name !== undefined && (inside === name || inside.endsWith(`.${name}`)))
    return inside;
  return [inside, name ?? ''].filter((part) => part !== '').join(isProperty ? '.' : ' ');
}

/** The name of the changed part inside its owner; empty if it is the owner itself. */
const insideOwner = (change: DefinitionChange): string =>
  change.subject.slice(ownerOf(change).name.length).replace(/^[. ]+/, '');

/** The component or operation whose name begins the subject; else the subject itself. */
function ownerOf({ subject, oldPointer, newPointer }: DefinitionChange): {
  readonly name: string;
  /** The kind of the component; empty if it is not a component. */
  readonly kind: string;
} {
  const keys = keysFrom(newPointer ?? oldPointer ?? '#');
  const { name, length } = ownerAt(keys);
  const isBelow = subject.startsWith(name) && /^(?:$|[ .[])/.test(subject.slice(name.length));
  if (length === 1 || keys.length < length || !isBelow) return { name: subject, kind: '' };
  return { name, kind: keys[0] === 'components' ? (keys[1] ?? '') : '' };
}

/** The new line, or the old one of a removed part. Undefined if it is not in a file. */
const placeOf = ({ oldPlace, newPlace, newPointer }: PlacedChange): string | undefined =>
  fileAndLine(newPointer === null ? (oldPlace ?? newPlace) : (newPlace ?? oldPlace));

/** The old and the new place with their sides, or one if equal; a pointer if not in a file. */
function bothPlaces({ oldPlace, newPlace, oldPointer, newPointer }: PlacedChange): string[] {
  const isSame = oldPointer === newPointer && oldPlace === null && newPlace === null;
  if (isSame && oldPointer !== null) return [oldPointer];
  return [
    ...(oldPointer === null ? [] : [`old ${fileAndLine(oldPlace) ?? oldPointer}`]),
    ...(newPointer === null ? [] : [`new ${fileAndLine(newPlace) ?? newPointer}`]),
  ];
}

const fileAndLine = (place: Place | null): string | undefined =>
  place === null ? undefined : `${place.file}:${place.line}:${place.column}`;

/** The most rules to name; others are counted together. */
const MAX_RULES = 6;

/** `944 null-allowed in responses, 660 enum-value-removed in requests and 75 more by 4 other rules`. */
export function rulesIn(changes: readonly DefinitionChange[], severity: Severity): string {
  const own = changes.filter((change) => change.severity === severity);
  const alike = groupBy(own, ({ rule, direction }) =>
    direction === null ? rule : `${rule} in ${direction}s`,
  );
  const counts = Array.from(alike, ([name, { length }]) => [name, length] as const).toSorted(
    ([, a], [, b]) => b - a,
  );
  const named = counts.length > MAX_RULES + 1 ? counts.slice(0, MAX_RULES) : counts;
  const others = counts.slice(named.length);
  const words = named.map(([name, count]) => `${grouped(count)} ${name}`).join(', ');
  if (others.length === 0) return words;
  const rest = others.reduce((sum, [, count]) => sum + count, 0);
  return `${words} and ${grouped(rest)} more by ${others.length} other rules`;
}

/** ` (1 accepted)`, or nothing. */
export function acceptedOf(changes: readonly Judged<DefinitionChange>[]): string {
  const accepted = changes.filter((change) => change.accepted !== null).length;
  return accepted === 0 ? '' : ` (${grouped(accepted)} accepted)`;
}

/** `1 added, 0 removed, 2 changed`. */
export const inventory = ({ added, removed, changed }: DefinitionDiff['operations']): string =>
  `${grouped(added.length)} added, ${grouped(removed.length)} removed, ${grouped(changed.length)} changed`;

/** The most new operations to name; others are counted. */
const MAX_ADDED = 10;

/**
 * The new operations, each formatted by `print`: `; new: GET /a, GET /b`; empty if there are none.
 */
export const newOperations = (
  { added }: DefinitionDiff['operations'],
  print: (name: string) => string,
): string => (added.length === 0 ? '' : `; new: ${listOf(added.map(print), MAX_ADDED)}`);
