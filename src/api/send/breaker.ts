/** Holds writes back while the platform fails: a circuit breaker (M. Nygard, "Release It!"). */
import type { Clock } from '../../model/time.ts';
import { Failure } from '../../model/failure.ts';
import { interrupted, transientReason } from '../errors/outcome.ts';
import type { ApiRequest } from '../requests/request.ts';
import type { Exchange } from '../transport/transport.ts';

/** How long reads are repeated after a write failed. */
const PATIENCE_MS = 30_000;

/** How many writes in a row may fail, each after a read was answered. Then no more are sent. */
const MAX_FAILURES = 3;

interface BreakerOptions {
  readonly clock: Pick<Clock, 'elapsed'>;
  /** Names the platform in messages. */
  readonly origin: string;
  /** Sends a cheap read, repeated as every read. */
  readonly ask: (signal: AbortSignal) => Promise<Exchange>;
  /** Called when a write failed and others wait until the platform answers. */
  readonly onOutage: (reason: string, ms: number) => void;
}

/** Call it with how the request ended. Undefined: it was not sent. */
export type Leave = (end: Exchange | undefined) => void;

/** Admits requests one by one. Create one per client. */
export class Breaker {
  readonly #options: BreakerOptions;
  /** When the first of the writes failed that failed last. Undefined: the last one was answered. */
  #sinceMs: number | undefined;
  /** Whether a read was answered since the last write failed. */
  #isAnswered = false;
  #failures = 0;
  /** The write before the next one, while there is trouble: then one is sent at a time. */
  #turn: Promise<void> = Promise.resolve();
  #end: Failure | undefined;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  /** Whether a write failed within the last 30 s, so that it is worth repeating a read more often. */
  get isPatient(): boolean {
    if (this.#sinceMs === undefined) return false;
    return this.#options.clock.elapsed() - this.#sinceMs < PATIENCE_MS;
  }

  /**
   * Resolves when the request may be sent: a write that follows a failed one, after a read was
   * answered. Rejects with `unreachable` if none was within 30 s, or if writes fail although reads
   * are answered; every later write is rejected then. Call the result when the request has ended.
   */
  async admit({ kind }: Pick<ApiRequest, 'kind'>, signal: AbortSignal): Promise<Leave> {
    if (kind === 'read') return (end) => void (this.#isAnswered ||= isAnswered(end));
    if (this.#end === undefined && this.#sinceMs === undefined)
      return (end) => this.#ended(end, false);
    let leave = (): void => undefined;
    const before = this.#turn;
    this.#turn = new Promise((resolve) => {
      leave = resolve;
    });
    await before;
    try {
      await this.#requireAnswer(signal);
    } catch (error) {
      leave();
      throw error;
    }
    // Once a write was carried out, those that wait leave together.
    if (this.#sinceMs === undefined) leave();
    return (end) => {
      this.#ended(end, true);
      leave();
    };
  }

  async #requireAnswer(signal: AbortSignal): Promise<void> {
    if (this.#end) throw this.#end;
    if (this.#sinceMs === undefined || this.#isAnswered) return;
    const end = await this.#options.ask(signal);
    if (end.kind === 'aborted') throw interrupted();
    if (!isAnswered(end)) throw this.#over(`does not answer (${whyNot(end)})`);
  }

  /** Writes that were under way when the first one failed are not counted. */
  #ended(end: Exchange | undefined, isInTurn: boolean): void {
    if (end === undefined || end.kind === 'aborted' || end.head?.status === 429) return;
    const reason = transientReason(end);
    if (reason === undefined) {
      this.#sinceMs = undefined;
      this.#failures = 0;
      return;
    }
    if (this.#sinceMs === undefined) this.#options.onOutage(reason, PATIENCE_MS);
    this.#sinceMs ??= this.#options.clock.elapsed();
    this.#isAnswered = false;
    if (isInTurn) this.#failures += 1;
    if (this.#failures >= MAX_FAILURES)
      this.#over(`answers, but ${MAX_FAILURES} writes in a row failed (${reason})`);
  }

  #over(what: string): Failure {
    return (this.#end ??= new Failure('unreachable', `${this.#options.origin} ${what}.`, {
      hint: 'Run the same command again later: it first checks what the platform has',
    }));
  }
}

/** Whether the platform answered, even if it refused. */
const isAnswered = (end: Exchange | undefined): boolean =>
  end?.kind === 'answered' && transientReason(end) === undefined;

/** Why a request has no answer of the platform itself. */
const whyNot = (end: Exchange): string =>
  end.kind === 'broken' ? end.error.what : `status ${end.head?.status}`;
