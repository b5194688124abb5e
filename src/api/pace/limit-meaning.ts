/** What `X-RateLimit-Remaining` tells. `still`: it does not move, so only our own count tells. */
export type FigureMeaning = 'unknown' | 'consumed' | 'remaining' | 'still';

/**
 * What is learned of one platform's rate-limit headers, shared by all operations. Nobody outside knows what the figure of
 * `X-RateLimit-Remaining` counts (notes, "Rate limits"). Two answers of one window tell, if the second was asked for after the first was
 * read: it reports more of what is consumed, or less of what remains, whoever else uses the key.
 */
export class LimitMeaning {
  #figure: FigureMeaning = 'unknown';
  #probed = false;
  #headers: 'unknown' | 'sent' | 'absent' = 'unknown';

  /** What the figure counts, as far as answers have told. */
  get figure(): FigureMeaning {
    return this.#figure;
  }

  /** No successful answer has had the headers yet: either there are no limits, or they cannot be kept. */
  get withoutHeaders(): boolean {
    return this.#headers === 'absent';
  }

  /** Takes in an answer's figure. `low` and `high`: those of its window that were known when it was asked for; `low > high`: none was. */
  compare(figure: number, { low, high }: { readonly low: number; readonly high: number }): void {
    if (low > high) return;
    if (figure > high) this.figureMoved('up');
    else if (figure < low) this.figureMoved('down');
    else this.figureMoved('not');
  }

  /** Takes in the figure of a refusal: of a window that is used up it is the limit, or nothing. */
  refusedWith(figure: number): void {
    if (this.#figure === 'unknown') this.figureMoved(figure === 0 ? 'down' : 'up');
  }

  /** To be called with the way from one answer's figure to that of another in the same window, asked for after the first was read. */
  figureMoved(direction: 'up' | 'down' | 'not'): void {
    // The latest pair counts: a pair that misleads, because a window began between its answers, is corrected by the next.
    if (direction === 'up') this.#figure = 'consumed';
    else if (direction === 'down') this.#figure = 'remaining';
    else if (this.#figure === 'unknown') this.#figure = 'still';
  }

  /**
   * Whether one request may find out what a figure means, if one meaning has the window used up and the other has not. It is rare that others
   * used the window up before our first request, and then the probe costs one refusal. To believe the worse meaning would cost a whole window
   * each time it is wrong. True once in the life of a client, or again if the answer of the probe was lost.
   */
  get mayProbe(): boolean {
    return !this.#probed && this.#figure === 'unknown';
  }

  /** A request is sent to find out. */
  probe(): void {
    this.#probed = true;
  }

  /** The answer of that request was lost: another request may find out. */
  probeFailed(): void {
    this.#probed = false;
  }

  /** An answer had the headers. */
  sendsHeaders(): void {
    this.#headers = 'sent';
  }

  /** A successful answer had none. */
  lacksHeaders(): void {
    if (this.#headers === 'unknown') this.#headers = 'absent';
  }
}
