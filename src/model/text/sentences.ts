/**
 * Counts, names and quotations in sentences. Without `Intl`: loading its tables takes longer than a
 * small push.
 */

/** `1,389`. */
export const grouped = (number: number): string =>
  String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** `1 page`, `2 pages`, `1,389 pages`. */
export const count = (number: number, noun: string): string =>
  `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;

/** `a, b and c`; of more than `most`: `a, b and 7 more`. Empty without names. */
export const listOf = (names: readonly string[], most = names.length): string =>
  joined(names, most, 'and', 'more');

/** `a, b or c`; of more than `most`: `a, b or 7 others`. Empty without names. */
export const anyOf = (names: readonly string[], most = names.length): string =>
  joined(names, most, 'or', names.length - most === 1 ? 'other' : 'others');

function joined(names: readonly string[], most: number, word: string, others: string): string {
  const left = names.length - most;
  const parts = left > 0 ? [...names.slice(0, most), `${grouped(left)} ${others}`] : names;
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1) ?? ''}`;
}

/** The sentence with a period, unless it ends in a sign already. */
export const ended = (sentence: string): string =>
  /[.?!…]$/.test(sentence) ? sentence : `${sentence}.`;

/** The text in one line, and only the beginning of one of more than `most` characters. */
export function shorten(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
