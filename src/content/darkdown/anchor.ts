/** Anchors of headings, as the platform makes them. */

/** The anchor of a heading's text. Runs of hyphens are not collapsed: `A / B` is `a--b`. */
export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9 \t-]+/g, '')
    .replace(/[ \t]/g, '-');

/**
 * Anchors of one page, heading by heading. The second heading with the same text gets `-1`, and so
 * on. With `numbersHeadings`, a heading without Latin letters and digits is `heading-3` by its place
 * among all headings, as on our sites; the platform has no anchor for the first one.
 */
export class Anchors {
  readonly #taken = new Map<string, number>();
  readonly #numbersHeadings: boolean;
  #count = 0;

  constructor(numbersHeadings = false) {
    this.#numbersHeadings = numbersHeadings;
  }

  take(text: string): string {
    this.#count += 1;
    const own = anchorOf(text);
    const base = own === '' && this.#numbersHeadings ? `heading-${this.#count}` : own;
    let count = this.#taken.get(base);
    let anchor = base;
    if (count !== undefined) {
      do {
        count += 1;
        anchor = `${base}-${count}`;
      } while (this.#taken.has(anchor));
      this.#taken.set(base, count);
    }
    this.#taken.set(anchor, this.#taken.get(anchor) ?? 0);
    return anchor;
  }
}
