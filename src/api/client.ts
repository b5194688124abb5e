/** From a call to its decoded answer, or to the `Failure` that tells what went wrong. */
import { Failure } from '../model/failure.ts';
import type { OperationName } from '../model/operations.ts';
import { Courier } from './courier.ts';
import type { Answered, Broken, Head } from './exchange.ts';
import { BrokenBody } from './exchange.ts';
import type { Bytes, BytesCall, Call, Http, StreamCall, Streamed } from './http.ts';
import { interrupted } from './interrupted.ts';
import type { Job } from './job.ts';
import { JSON_TYPE, jobOf, routineOf } from './job.ts';
import { readDate } from './limit-headers.ts';
import { maskBytes, oneLine } from './mask.ts';
import type { ApiOptions } from './options.ts';
import type { RawAnswer, RawRequest } from './raw.ts';
import { rawJobOf } from './job.ts';
import { refusalOf } from './refusal.ts';
import { garbled, outcomeOf, outcomeUnknown, unreachable } from './trouble.ts';

const ANYTHING = '*/*';

export class Client implements Http {
  readonly #courier: Courier;
  readonly #key: string | undefined;
  readonly #elapsed: () => number;

  constructor(options: ApiOptions) {
    this.#courier = new Courier(options);
    this.#key = options.key;
    this.#elapsed = () => options.clock.elapsed();
  }

  get counts(): ReadonlyMap<string, number> {
    return this.#courier.counts;
  }

  waitMs(operation: OperationName, requests: number): number {
    const { turn } = routineOf(operation);
    return this.#courier.lanes.pace(turn).waitMs(requests, this.#elapsed());
  }

  async send<T>(call: Call<T>, signal?: AbortSignal): Promise<T> {
    const job = jobOf(call, JSON_TYPE);
    const answer = this.#accept(job, await this.#courier.fetch(job, signal));
    return this.#decode(job, answer, call.decode);
  }

  async bytes(call: BytesCall, signal?: AbortSignal): Promise<Bytes> {
    const job = jobOf(call, ANYTHING);
    const { head, body } = this.#accept(job, await this.#courier.fetch(job, signal));
    return { contentType: this.#contentTypeOf(head), bytes: body };
  }

  async stream(call: StreamCall, signal?: AbortSignal): Promise<Streamed> {
    const job = jobOf(call, ANYTHING);
    const opened = await this.#courier.open(job, signal);
    if (opened.kind !== 'opened') {
      this.#accept(job, opened);
      throw new TypeError('a 2xx answer is opened');
    }
    const length = Number(opened.head.headers['content-length'] ?? NaN);
    return {
      contentType: this.#contentTypeOf(opened.head),
      length: Number.isSafeInteger(length) ? length : null,
      bytes: this.#guard(job, opened.body),
    };
  }

  async raw(request: RawRequest, signal?: AbortSignal): Promise<RawAnswer> {
    const job = rawJobOf(request, this.#courier.mask);
    const answer = await this.#courier.fetch(job, signal);
    if (answer.kind === 'broken') throw this.#unknown(job, answer);
    const { status, headers } = answer.head;
    if (status >= 300 && status < 400 && 'location' in headers) throw this.#refusal(job, answer);
    const shown = Object.entries(headers).map(([name, value]) => [name, this.#courier.mask(value)]);
    return {
      status,
      headers: Object.fromEntries(shown) as RawAnswer['headers'],
      bytes: maskBytes(answer.body, this.#key),
    };
  }

  async *rawPages(request: RawRequest, signal?: AbortSignal): AsyncGenerator<RawAnswer> {
    const seen = new Set<string>();
    for (let query = request.query; ;) {
      const answer = await this.raw(
        { ...request, ...(query === undefined ? {} : { query }) },
        signal,
      );
      yield answer;
      const cursor = answer.status < 300 ? cursorOf(answer.bytes) : null;
      if (cursor === null || seen.has(cursor)) return;
      seen.add(cursor);
      query = { ...request.query, cursor };
    }
  }

  close(): Promise<void> {
    return this.#courier.close();
  }

  /** Throws the failure where the answer is none or a refusal. */
  #accept(job: Job, answer: Answered | Broken): Answered {
    if (answer.kind === 'broken') throw this.#unknown(job, answer);
    const { status } = answer.head;
    if (status < 300) return answer;
    if (status >= 500 && job.kind === 'write') throw this.#unknown(job, answer);
    throw this.#refusal(job, answer);
  }

  #contentTypeOf({ headers }: Head): string {
    return oneLine(this.#courier.mask(headers['content-type'] ?? ''));
  }

  #decode<T>(job: Job, answer: Answered, decode: Call<T>['decode']): T {
    try {
      return decode(parseJson(answer.body), readDate(answer.head.headers));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const request = this.#courier.nameOf(job);
      const why = error.message;
      // The platform took a write and said something else than its resource: that does not tell what it did.
      throw job.kind === 'write'
        ? outcomeUnknown(request, `the platform's answer makes no sense (${why})`, error)
        : garbled(request, why, error);
    }
  }

  #refusal(job: Job, answer: Answered): Failure {
    const { permission } = job;
    const { base, mask } = this.#courier;
    const request = this.#courier.nameOf(job);
    return refusalOf(answer, { request, permission, origin: base.origin }, mask);
  }

  #unknown(job: Job, exchange: Answered | Broken): Failure {
    const { why, cause } = outcomeOf(exchange);
    return outcomeUnknown(this.#courier.nameOf(job), why, cause);
  }

  async *#guard(job: Job, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } catch (error) {
      if (!(error instanceof BrokenBody)) throw error;
      const { problem } = error;
      if (problem.code === 'ABORTED') throw interrupted();
      const broken = { kind: 'broken', sent: true, head: null, problem } as const;
      throw unreachable(this.#courier.nameOf(job), this.#courier.base.origin, broken, 1);
    }
  }
}

/** What a parser says quotes the text: only that it failed is told. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new Failure('platform-garbled', body.length === 0 ? 'it is empty' : 'it is not JSON');
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
