/** `1,389`. Without `Intl`: loading its tables takes longer than a small push. */
export const grouped = (number: number): string =>
  String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** `1 page`, `2 pages`, `1,389 pages`. */
export const count = (number: number, noun: string): string =>
  `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;
