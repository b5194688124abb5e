/**
 * The one list of keys that mean "not for all readers" or "not yet", in this tool or in another.
 * Headers, settings files and importers use it. Content that is not clearly public is held back.
 */
import type { RestrictionKind } from '../../model/local.ts';
import { areAlmostSame, isOneLetterOff } from '../../model/text/nearest.ts';

/** The meaning of a key and its value for readers. */
export interface KeyVerdict {
  readonly kind: Exclude<RestrictionKind, 'gate'>;
  /** `unclear`: neither a known yes nor a known no. It holds back, like `holds`. */
  readonly says: 'holds' | 'open' | 'unclear';
}

type Says = KeyVerdict['says'] | null;

/**
 * Returns the meaning of a value; null if it has none. Takes the value in lower case, without
 * quotes and comments.
 */
type Reading = (value: string) => Says;

const YES: ReadonlySet<string> = new Set(['1', 'on', 'true', 'y', 'yes']);
const NO: ReadonlySet<string> = new Set(['0', 'false', 'n', 'no', 'off']);
const EMPTY: ReadonlySet<string> = new Set(['', 'null', '~']);
/** Words that hide, whether they are a key or the value of one. */
const HIDING: ReadonlySet<string> = new Set([
  'confidential',
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
/**
 * Other values are ignored, because other tools use `status: new`, or lists of parts under `hide`.
 */
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
  ['confidential', ['not-yet', hidesIfYes]],
  ['unpublished', ['not-yet', hidesIfYes]],
  ['wip', ['not-yet', hidesIfYes]],
  ...['listed', 'public', 'publish', 'published', 'visible'].map(
    (key) => [`not${key}`, ['not-yet', hidesIfYes]] as const,
  ),
  ['visibility', ['not-yet', hidesByWord]],
  ['status', ['not-yet', onlyIf(HIDING)]],
  ['state', ['not-yet', onlyIf(HIDING)]],
]);

/** Keys that the platform knows. In its own files they may have no value, which has no meaning. */
const OWN: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ['audience', (value) => (value === '' ? 'open' : 'holds')],
  ['hidden', (value) => (EMPTY.has(value) ? 'open' : hidesIfYes(value))],
  ['listed', (value) => (EMPTY.has(value) ? 'open' : hidesIfNo(value))],
]);

/** Characters that nobody sees: editors and copied texts leave them in headers. */
export const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{DI}]/gu;

/** The value as YAML reads it: the header is not YAML, but people write quotes and comments. */
export const plainly = (value: string): string =>
  /^[a-z]+$/.test(value)
    ? value
    : value
        .replaceAll(UNSEEN, '')
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

/** A pair in a list or a map that is written on one line, or as JSON. */
const PAIR_INSIDE =
  /["']?([A-Za-z][\w .-]{0,40}?)["']?\s*[:=]\s*("(?:[^"\\]|\\.)*"|'[^']*'|\[[^{}[\]:=]*\]|[^,{}[\]\n]*)/g;

/**
 * The meaning of a key and its value for readers, in any spelling of either. Null if the key is
 * about something else. If a misspelt key may mean several keys, one that holds back wins. A list
 * or a map is unclear if a pair in it holds back, at any depth: nobody reads it there.
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
  return verdicts.find((each) => each.says !== 'open') ?? verdicts[0] ?? verdictInside(value);
}

function verdictInside(value: string): KeyVerdict | null {
  if (!/^\s*[[{]/.test(value)) return null;
  for (const [, key = '', inner = ''] of value.matchAll(PAIR_INSIDE)) {
    const verdict = verdictOf(key, inner);
    if (verdict?.says === 'holds') return { ...verdict, says: 'unclear' };
  }
  return null;
}

/** Whether a key is in the list, as it is spelt there. */
export const isReaderKey = (key: string): boolean => KEYS.has(key);

interface MeantKey {
  readonly name: string;
  /**
   * Whether the key may be another word (`craft`). Then it counts only if its value clearly holds
   * back.
   */
  readonly isOtherWord: boolean;
}

/** In shorter keys, changing a letter usually gives another word. */
const MIN_LETTERS = 5;

/**
 * The keys of the list that this one is, or of which it may be a misspelling. `meta.draft` is
 * `draft`.
 */
function meantKeys(key: string): readonly MeantKey[] {
  const name = key
    .slice(key.lastIndexOf('.') + 1)
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '');
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

/** A key with its value for messages: on one line, and shortened. */
export function saidIn(key: string, value: string): string {
  const line = `${key}: ${value.replaceAll(/\s+/g, ' ').trim()}`.trim();
  return line.length > MAX_SAID ? `${line.slice(0, MAX_SAID - 1)}…` : line;
}
const MAX_SAID = 60;
