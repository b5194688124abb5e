/** How `X-RateLimit-Remaining` behaves. `still`: it does not move, so only our own count tells. */
export type Meaning = 'unknown' | 'consumed' | 'remaining' | 'still';

/** A few answers outvote a mistaken one, however many came before. */
const MOST_VOTES = 8;

/**
 * What is learnt of one deployment's way with rate limits, shared by all operations. Nobody outside knows what its figure counts
 * (notes, "Rate limits"): a request sent after an answer was read must report more of what is consumed, or less of what
 * remains, whoever else uses the key.
 */
export class Deployment {
  #tendency = 0;
  #stood = false;
  #tried = false;
  #headers: 'unknown' | 'sent' | 'absent' = 'unknown';

  get meaning(): Meaning {
    if (this.#tendency > 0) return 'consumed';
    if (this.#tendency < 0) return 'remaining';
    return this.#stood ? 'still' : 'unknown';
  }

  /** No successful answer so far had the headers: there are no limits to keep, or none that can be kept. */
  get withoutHeaders(): boolean {
    return this.#headers === 'absent';
  }

  /** From one answer to another that was asked for after it, in one window. */
  figureMoved(direction: 'up' | 'down' | 'not'): void {
    if (direction === 'not') this.#stood = true;
    else {
      const tendency = this.#tendency + (direction === 'up' ? 1 : -1);
      this.#tendency = Math.max(-MOST_VOTES, Math.min(MOST_VOTES, tendency));
    }
  }

  /**
   * Whether one request may find out what a figure means that has the window used up by one meaning and not by the other. That others
   * used it up before our first request is rare, and costs one refusal; to believe it would cost a window's wait where it is not so, and after
   * every request where the figure is not kept at all. Once in the life of a client.
   */
  get mayTry(): boolean {
    return !this.#tried && this.meaning === 'unknown';
  }

  tries(): void {
    this.#tried = true;
  }

  /** The answer was lost. */
  triedInVain(): void {
    this.#tried = false;
  }

  sendsHeaders(): void {
    this.#headers = 'sent';
  }

  lacksHeaders(): void {
    if (this.#headers === 'unknown') this.#headers = 'absent';
  }
}
