/** What `X-RateLimit-Remaining` counts. `still`: the figure does not change, so only our own count helps. */
export type FigureMeaning = 'unknown' | 'consumed' | 'remaining' | 'still';

/**
 * What is known of one platform's rate-limit headers, shared by all operations. It is not documented reliably
 * what the figure of `X-RateLimit-Remaining` counts (notes, "Rate limits"). Two answers of one window tell,
 * if the second was requested after the first was read: the figure grows if it counts consumed requests, and
 * shrinks if it counts remaining ones, whoever else uses the key.
 */
export class LimitMeaning {
  #figure: FigureMeaning = 'unknown';
  #probed = false;
  #headers: 'unknown' | 'sent' | 'absent' = 'unknown';

  /** What the figure counts, as far as answers have told. */
  get figure(): FigureMeaning {
    return this.#figure;
  }

  /** A successful answer had no such headers, and no answer had them yet. So either no limits apply, or they cannot be observed. */
  get withoutHeaders(): boolean {
    return this.#headers === 'absent';
  }

  /** Compares an answer's figure with those of its window that were known when it was requested. `low > high`: there were none. */
  compare(figure: number, { low, high }: { readonly low: number; readonly high: number }): void {
    if (low > high) return;
    if (figure > high) this.figureMoved('up');
    else if (figure < low) this.figureMoved('down');
    else this.figureMoved('not');
  }

  /** Uses the figure of a refusal: in a used-up window it is either the limit or zero. */
  refusedWith(figure: number): void {
    if (this.#figure === 'unknown') this.figureMoved(figure === 0 ? 'down' : 'up');
  }

  /** Call it with how the figure changed between two answers of one window, if the second was requested after the first was read. */
  figureMoved(direction: 'up' | 'down' | 'not'): void {
    // The latest pair wins. A pair can mislead if a window started between its answers; the next one corrects that.
    if (direction === 'up') this.#figure = 'consumed';
    else if (direction === 'down') this.#figure = 'remaining';
    else if (this.#figure === 'unknown') this.#figure = 'still';
  }

  /**
   * Whether one request may be sent to find out what the figure means, if it is used up by one meaning only.
   * Others have rarely used up the window before our first request, and then the probe costs one refusal.
   * Assuming the worse meaning would cost a whole window each time it is wrong. True until one is sent, and
   * again if its answer was lost or belonged to another window.
   */
  get mayProbe(): boolean {
    return !this.#probed && this.#figure === 'unknown';
  }

  /** A request is sent to find out. */
  probe(): void {
    this.#probed = true;
  }

  /** That request was lost, perhaps at a proxy, or its answer had headers. If nothing was told, another may find out. */
  probeEnded(): void {
    this.#probed = false;
  }

  /** An answer had the headers. */
  sendsHeaders(): void {
    this.#headers = 'sent';
  }

  /** A successful answer did not have them. */
  lacksHeaders(): void {
    if (this.#headers === 'unknown') this.#headers = 'absent';
  }
}
