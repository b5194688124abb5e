/**
 * Numbers of a definition that have more digits than the values that were parsed from them. They
 * are kept as texts next to the values, so that two definitions with different ones are not the
 * same.
 */
import { groupBy } from '../model/group-by.ts';
import { decimalText, losesDigits } from '../model/text/long-number.ts';
import type { Tree } from './definition-tree.ts';

/** A number as it is written, and where it begins in its text. */
export interface WrittenNumber {
  readonly text: string;
  readonly offset: number;
}

/** The parts of a definition that are compared. */
export interface Comparable {
  readonly content: Tree;
  /** All numbers that have the value of one with more digits, in the order of the text. */
  readonly longNumbers: readonly WrittenNumber[];
}

/** All numbers of a text that have the value of one of `long`, in its order. */
export function withValuesOf(
  long: readonly WrittenNumber[],
  numbersThat: (choose: (text: string) => boolean) => readonly WrittenNumber[],
): readonly WrittenNumber[] {
  if (long.length === 0) return long;
  const values = new Set(long.map(({ text }) => Number(text)));
  return numbersThat((text) => values.has(Number(text)));
}

/**
 * A possible number with enough digits. It may be inside a text, which only the parser can decide.
 */
const CANDIDATE =
  /(?<![^\s,[{:])[-+]?(?:0x[\da-f]{12,}|0o[0-7]{13,}|[\d.]{16,}(?:e[-+]?\d+)?|[\d.]+e[-+]?\d{2,})(?![^\s,\]}:])/gi;

/** The long numbers of a YAML text that was parsed before. */
export async function longNumbersInYaml(text: string): Promise<readonly WrittenNumber[]> {
  if (!Array.from(text.matchAll(CANDIDATE)).some(([word]) => losesDigits(word))) return [];
  const { YamlText } = await import('../system/yaml/yaml-text.ts');
  const numbers = new YamlText(text, 'core')
    .scalars()
    .flatMap(({ value, source, start }): WrittenNumber[] =>
      typeof value === 'number' ? [{ text: source, offset: start }] : [],
    );
  const numbersThat = (choose: (text: string) => boolean): WrittenNumber[] =>
    numbers.filter((number) => choose(number.text));
  return withValuesOf(numbersThat(losesDigits), numbersThat);
}

/**
 * A number before and after whose digits differ although its values are the same. Numbers with one
 * value are compared in the order of the texts, unless all of them, on both sides, are the same
 * number.
 */
export function changedNumber(
  before: Comparable,
  after: Comparable,
): readonly [before: string, after: string] | undefined {
  const [from, to] = [before, after].map(({ longNumbers }) =>
    groupBy(longNumbers, ({ text }) => Number(text)),
  );
  for (const value of new Set([...(from?.keys() ?? []), ...(to?.keys() ?? [])])) {
    const old = from?.get(value) ?? shortIn(before.content, value);
    const now = to?.get(value) ?? shortIn(after.content, value);
    if (new Set([...old, ...now].map(decimalOf)).size === 1) continue;
    for (let at = 0; at < Math.max(old.length, now.length); at += 1) {
      const [was, is] = [old[at] ?? old[0], now[at] ?? now[0]];
      if (was !== undefined && is !== undefined && decimalOf(was) !== decimalOf(is)) {
        return [was.text, is.text];
      }
    }
  }
  return undefined;
}

const decimalOf = ({ text }: WrittenNumber): string | undefined => decimalText(text);

/** A number with this value in a definition that writes it without additional digits. */
function shortIn(content: Tree, value: number): WrittenNumber[] {
  const open: unknown[] = [content];
  const seen = new Set<unknown>();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === value) return [{ text: String(value), offset: 0 }];
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    if (Object.hasOwn(node, String(value))) return [{ text: String(value), offset: 0 }];
    for (const each of Object.values(node)) open.push(each);
  }
  return [];
}
