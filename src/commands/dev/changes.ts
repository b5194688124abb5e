/** Sends browsers server-sent events about changes. */

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The interval of an empty event, which keeps a connection open that some proxies would close. */
const PULSE_MS = 25_000;

export class Changes {
  readonly #id: string;
  readonly #listeners = new Set<(event: 'change' | 'pulse' | 'end') => void>();
  readonly #pulse: NodeJS.Timeout;

  /** @param id of this server; with it, browsers notice that a new server answers */
  constructor(id: string) {
    this.#id = id;
    this.#pulse = setInterval(() => {
      this.#tell('pulse');
    }, PULSE_MS);
    this.#pulse.unref();
  }

  changed(): void {
    this.#tell('change');
  }

  /** Ends all streams. */
  close(): void {
    clearInterval(this.#pulse);
    this.#tell('end');
  }

  /** The stream for one browser. It ends when the browser disconnects or `close` is called. */
  async *events(): AsyncGenerator<Uint8Array> {
    const due: ('change' | 'pulse' | 'end')[] = [];
    let wake: () => void = () => undefined;
    const listener = (event: 'change' | 'pulse' | 'end'): void => {
      due.push(event);
      wake();
    };
    this.#listeners.add(listener);
    try {
      yield encode(`event: hello\ndata: ${this.#id}\n\n`);
      for (;;) {
        const event = due.shift();
        if (event === 'end') return;
        if (event === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        } else yield encode(event === 'change' ? 'event: change\ndata: \n\n' : ':\n\n');
      }
    } finally {
      this.#listeners.delete(listener);
    }
  }

  #tell(event: 'change' | 'pulse' | 'end'): void {
    for (const listener of this.#listeners) listener(event);
  }
}
