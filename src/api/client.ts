/** Turns a call into its decoded answer, or into what went wrong. */
import { Failure } from '../model/failure.ts';
import type {
  Bytes,
  BytesCall,
  Decode,
  Http,
  ReadCall,
  Streamed,
  WriteCall,
} from './calls/http.ts';
import type { Written } from './calls/written.ts';
import { garbled, outcomeUnknown, unreachable, interrupted } from './errors/call-errors.ts';
import { oneLine } from './errors/mask.ts';
import { readDate } from './pace/limit-headers.ts';
import { requestToRead, requestToWrite } from './requests/call-request.ts';
import { nameOf } from './requests/request.ts';
import type { ApiRequest } from './requests/request.ts';
import type { Sender } from './sender.ts';
import { BrokenBody, wholeExchange } from './transport/exchange.ts';
import type { Answered, Exchange, Head } from './transport/exchange.ts';
import { interpret } from './call-result.ts';
import type { CallResult, Wording } from './call-result.ts';

/** Implements `Http` with a `Sender`. */
export class Client implements Http {
  readonly #sender: Sender;
  readonly #wording: Wording;

  constructor(sender: Sender, wording: Wording) {
    this.#sender = sender;
    this.#wording = wording;
  }

  async read<T>(call: ReadCall<T>, signal?: AbortSignal): Promise<T> {
    const request = requestToRead(call, 'json');
    const answer = await this.#fetch(request, signal);
    try {
      return decoded(answer, call.decode);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw garbled(this.#nameOf(request), error.message, error);
    }
  }

  async write<T>(call: WriteCall<T>, signal?: AbortSignal): Promise<Written<T>> {
    const request = requestToWrite(call);
    const result = await this.#write(request, signal);
    if (result.kind !== 'answered') return result;
    try {
      return { kind: 'done', value: decoded(result.answer, call.decode) };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // The platform accepted the write, but its answer is not the expected resource, so it does not tell what was done.
      const why = `the platform's answer is not valid (${error.message})`;
      return { kind: 'lost', failure: outcomeUnknown(this.#nameOf(request), why, error) };
    }
  }

  async bytes(call: BytesCall, signal?: AbortSignal): Promise<Bytes> {
    const { head, body } = await this.#fetch(requestToRead(call, 'bytes'), signal);
    return { contentType: this.#contentTypeOf(head), bytes: body };
  }

  async stream(call: BytesCall, signal?: AbortSignal): Promise<Streamed> {
    const request = requestToRead(call, 'stream');
    const opened = await this.#sender.send(request, signal);
    if (opened.kind !== 'opened') {
      this.#accept(request, opened);
      throw new TypeError('a 2xx answer is opened');
    }
    const length = Number(opened.head.headers['content-length'] ?? NaN);
    return {
      contentType: this.#contentTypeOf(opened.head),
      length: Number.isSafeInteger(length) ? length : null,
      bytes: this.#guard(request, opened.body),
    };
  }

  async #fetch(request: ApiRequest, signal: AbortSignal | undefined): Promise<Answered> {
    return this.#accept(request, wholeExchange(await this.#sender.send(request, signal)));
  }

  /** Throws the failure unless the answer is a success. */
  #accept(request: ApiRequest, exchange: Exchange): Answered {
    const result = interpret(exchange, request, this.#wording);
    if (result.kind === 'answered') return result.answer;
    throw result.failure;
  }

  async #write(request: ApiRequest, signal: AbortSignal | undefined): Promise<CallResult> {
    let exchange: Exchange;
    try {
      exchange = wholeExchange(await this.#sender.send(request, signal));
    } catch (error) {
      // `Send` promises that nothing was sent in this case.
      if (error instanceof Failure) return { kind: 'refused', failure: error, words: null };
      throw error;
    }
    return interpret(exchange, request, this.#wording);
  }

  #nameOf(request: ApiRequest): string {
    return nameOf(request, this.#wording.mask);
  }

  #contentTypeOf({ headers }: Head): string {
    return oneLine(this.#wording.mask(headers['content-type'] ?? ''));
  }

  async *#guard(request: ApiRequest, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } catch (thrown) {
      if (!(thrown instanceof BrokenBody)) throw thrown;
      const { error } = thrown;
      if (error === null) throw interrupted();
      const broken = { kind: 'broken', sent: true, head: null, error } as const;
      throw unreachable(this.#nameOf(request), this.#wording.origin, broken);
    }
  }
}

/** Throws what `decode` throws, and `Failure('platform-garbled')` if the answer is not JSON. */
function decoded<T>({ head, body }: Answered, decode: Decode<T>): T {
  return decode(parseJson(body), { answeredAt: readDate(head.headers), sentAt: head.sentAt });
}

/** Drops the parser's message, because it quotes the text. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new Failure('platform-garbled', body.length === 0 ? 'it is empty' : 'it is not JSON');
  }
}
