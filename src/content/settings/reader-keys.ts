/**
 * The one list of keys that mean "not for all readers" or "not yet", in this tool or in another.
 * Headers, settings files and importers ask it. What is not clearly public is held back.
 */
import type { RestrictionKind } from '../../model/local.ts';
import { areAlmostSame, isOneLetterOff } from '../../model/text/nearest.ts';

/** What a key with its value says of readers. */
export interface KeyVerdict {
  readonly kind: Exclude<RestrictionKind, 'gate'>;
  /** `unclear`: neither a known yes nor a known no. It holds back as `holds` does. */
  readonly says: 'holds' | 'open' | 'unclear';
}

type Says = KeyVerdict['says'] | null;

/** What a value says; null: nothing. The value is in lower case, without quotes and comments. */
type Reading = (value: string) => Says;

const YES: ReadonlySet<string> = new Set(['1', 'on', 'true', 'y', 'yes']);
const NO: ReadonlySet<string> = new Set(['0', 'false', 'n', 'no', 'off']);
const EMPTY: ReadonlySet<string> = new Set(['', 'null', '~']);
/** Words that hide, whether they are a key or the value of one. */
const HIDING: ReadonlySet<string> = new Set([
  'draft',
  'hidden',
  'internal',
  'private',
  'unlisted',
  'unpublished',
  'wip',
]);
const OPEN: ReadonlySet<string> = new Set(['all', 'everyone', 'listed', 'public', 'published']);

const hidesIfYes: Reading = (value) =>
  YES.has(value) ? 'holds' : NO.has(value) ? 'open' : 'unclear';
const hidesIfNo: Reading = (value) =>
  NO.has(value) ? 'holds' : YES.has(value) ? 'open' : 'unclear';
const hidesByWord: Reading = (value) =>
  HIDING.has(value) ? 'holds' : OPEN.has(value) ? 'open' : 'unclear';
/** Other tools have other statuses (`status: new`), and lists of parts under `hide`. */
const onlyIf =
  (words: ReadonlySet<string>): Reading =>
  (value) =>
    itemsOf(value).some((item) => words.has(item)) ? 'holds' : null;

const KEYS: ReadonlyMap<string, readonly [KeyVerdict['kind'], Reading]> = new Map<
  string,
  readonly [KeyVerdict['kind'], Reading]
>([
  ['audience', ['audience', () => 'unclear']],
  ['hidden', ['hidden', hidesIfYes]],
  ['hide', ['hidden', onlyIf(YES)]],
  ['listed', ['unlisted', hidesIfNo]],
  ['unlisted', ['unlisted', hidesIfYes]],
  ['published', ['not-yet', hidesIfNo]],
  ['publish', ['not-yet', hidesIfNo]],
  ['public', ['not-yet', hidesIfNo]],
  ['visible', ['not-yet', hidesIfNo]],
  ['draft', ['not-yet', hidesIfYes]],
  ['internal', ['not-yet', hidesIfYes]],
  ['private', ['not-yet', hidesIfYes]],
  ['unpublished', ['not-yet', hidesIfYes]],
  ['wip', ['not-yet', hidesIfYes]],
  ['visibility', ['not-yet', hidesByWord]],
  ['status', ['not-yet', onlyIf(HIDING)]],
]);

/** Keys that the platform knows. Its own files have them without a value, which says nothing. */
const OWN: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ['audience', (value) => (value === '' ? 'open' : 'holds')],
  ['hidden', (value) => (EMPTY.has(value) ? 'open' : hidesIfYes(value))],
  ['listed', (value) => (EMPTY.has(value) ? 'open' : hidesIfNo(value))],
]);

/** The value as YAML reads it: the header is not YAML, but people write quotes and comments. */
export const plainly = (value: string): string =>
  /^[a-z]+$/.test(value)
    ? value
    : value
        .replace(/(?:^|\s)#.*$/, '')
        .trim()
        .replace(/^(["'])(.*)\1$/, '$2')
        .trim()
        .toLowerCase();

/** The values in a list, in either form that YAML has, or the one value. */
const itemsOf = (value: string): readonly string[] =>
  (/^\[.*\]$/s.test(value) ? value.slice(1, -1).split(',') : value.split('\n')).map((item) =>
    plainly(item.replace(/^\s*-\s+/, '')),
  );

/**
 * What a key and its value say of readers, in any spelling of either. Null if they say nothing: the
 * key is about something else. Of keys that may have been meant, the one that holds back counts.
 */
export function verdictOf(key: string, value: string): KeyVerdict | null {
  const says = plainly(value);
  const own = OWN.get(key)?.(says);
  const verdicts = meantKeys(key).flatMap(({ name, isOtherWord }) => {
    const [kind, reading] = KEYS.get(name) ?? [];
    if (kind === undefined || reading === undefined) return [];
    if (isOtherWord && (OWN.get(name) ?? reading)(says) !== 'holds') return [];
    const verdict = own ?? reading(says);
    return verdict ? [{ kind, says: verdict }] : [];
  });
  return verdicts.find((each) => each.says !== 'open') ?? verdicts[0] ?? null;
}

/** Whether a key is one of the list, or was meant to be one. */
export const isReaderKey = (key: string): boolean => meantKeys(key).length > 0;

interface MeantKey {
  readonly name: string;
  /** Whether it may as well be another word (`craft`): its value has to hold back clearly. */
  readonly isOtherWord: boolean;
}

/** In shorter keys, most letters make another word. */
const MIN_LETTERS = 5;

/** The keys of the list that this one is, or may have been meant to be. */
function meantKeys(key: string): readonly MeantKey[] {
  const name = key.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  const names = name.startsWith('is') ? [name, name.slice('is'.length)] : [name];
  const plain = names.find((each) => KEYS.has(each));
  if (plain !== undefined) return [{ name: plain, isOtherWord: false }];
  return [...KEYS.keys()].flatMap((each): readonly MeantKey[] => {
    if (areAlmostSame(name, each)) return [{ name: each, isOtherWord: false }];
    const isSlip =
      each.length >= MIN_LETTERS &&
      names.some(
        (other) => isOneLetterOff(other, each) || (other !== name && areAlmostSame(other, each)),
      );
    return isSlip ? [{ name: each, isOtherWord: true }] : [];
  });
}

/** A key with its value as people say it: on one line, and short. */
export function saidIn(key: string, value: string): string {
  const line = `${key}: ${value.replaceAll(/\s+/g, ' ').trim()}`.trim();
  return line.length > MAX_SAID ? `${line.slice(0, MAX_SAID - 1)}…` : line;
}
const MAX_SAID = 60;
