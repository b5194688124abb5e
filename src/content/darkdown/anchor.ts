/** Anchors of headings, as the platform makes them. */

/** The anchor of a heading's text. Runs of hyphens are not collapsed: `A / B` is `a--b`. */
export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9 \t-]+/g, '')
    .replace(/[ \t]/g, '-');

/** Anchors of one page. The second heading with the same text gets `-1`, and so on. */
export class Anchors {
  readonly #taken = new Map<string, number>();

  take(text: string): string {
    const base = anchorOf(text);
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
