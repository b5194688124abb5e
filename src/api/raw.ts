/** Sends any request with key and rate limits, and returns any answer. */
import { maskBytes } from './errors/mask.ts';
import { parseRawRequest } from './requests/raw-request.ts';
import type { RawRequest } from './requests/raw-request.ts';
import type { Sender } from './sender.ts';
import { wholeExchange } from './transport/exchange.ts';
import { refusal, unanswered } from './call-result.ts';
import type { Wording } from './call-result.ts';

/** An answer of any status, refusals included. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** Sends requests that no resource describes. */
export class RawClient {
  readonly #sender: Sender;
  readonly #wording: Wording;
  readonly #key: string | undefined;

  /** `key` is masked in answers. */
  constructor(sender: Sender, wording: Wording, key: string | undefined) {
    this.#sender = sender;
    this.#wording = wording;
    this.#key = key;
  }

  /** Rejects like any other call when no answer arrives, even if a write may have been carried out. Returns every answer except a redirect. */
  async send(raw: RawRequest, signal?: AbortSignal): Promise<RawAnswer> {
    const request = parseRawRequest(raw, this.#wording.mask);
    const exchange = wholeExchange(await this.#sender.send(request, signal));
    if (exchange.kind !== 'answered') throw unanswered(exchange, request, this.#wording).failure;
    const { status, headers } = exchange.head;
    if (status >= 300 && status < 400 && 'location' in headers) {
      throw refusal(exchange, request, this.#wording).failure;
    }
    const shown = Object.entries(headers).map(([name, value]) => [name, this.#wording.mask(value)]);
    return {
      status,
      headers: Object.fromEntries(shown) as RawAnswer['headers'],
      bytes: maskBytes(exchange.body, this.#key),
    };
  }

  /** Sends the request, then again with each `cursor` that an answer contains, until there is none or one repeats. */
  async *pages(raw: RawRequest, signal?: AbortSignal): AsyncGenerator<RawAnswer> {
    const seen = new Set<string>();
    for (let query = raw.query; ;) {
      const answer = await this.send({ ...raw, ...(query === undefined ? {} : { query }) }, signal);
      yield answer;
      const cursor = answer.status < 300 ? cursorOf(answer.bytes) : null;
      if (cursor === null || seen.has(cursor)) return;
      seen.add(cursor);
      query = { ...raw.query, cursor };
    }
  }
}

function cursorOf(bytes: Uint8Array): string | null {
  try {
    const json: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    const cursor =
      typeof json === 'object' && json !== null && 'cursor' in json ? json.cursor : null;
    return typeof cursor === 'string' && cursor !== '' ? cursor : null;
  } catch {
    return null;
  }
}
