/** Intents that are written to the journal together, because each sync costs as much as several writes. */
export class Batch {
  text = '';
  size = 0;
  /** Resolves when they are durable; rejects if they cannot be. */
  readonly noted: Promise<void>;
  #resolve!: () => void;
  #reject!: (error: unknown) => void;

  constructor() {
    this.noted = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  async note(write: (text: string) => Promise<void>): Promise<void> {
    await write(this.text).then(this.#resolve, this.#reject);
  }
}
