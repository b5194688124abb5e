import type { Clock } from '../../model/clock.ts';
import { Failure } from '../../model/failure.ts';
import type { PageKey } from '../../model/ids.ts';
import type { Books, Open } from '../log/books.ts';
import type { Intent } from '../log/entry.ts';

/** How often one write is sent at most, if each answer is lost and each time the write was not carried out. */
const ATTEMPTS = 3;

/** A write that is to be sent. */
export interface DueWrite<OneIntent extends Intent> {
  readonly key: PageKey;
  /** The text that is sent. Null: none. */
  readonly content: string | null;
  /** The log's record of the write if it is made at this time. */
  readonly intentAt: (now: number) => OneIntent;
}

/**
 * Records the write, then calls `send`. If that resolves to undefined, because the answer was lost and the
 * write was not carried out, does both again. Rejects as `send` does, and with `outcome-unknown` after the
 * last attempt.
 */
export async function untilAnswered<OneIntent extends Intent, Result>(
  { key, content, intentAt }: DueWrite<OneIntent>,
  { books, clock }: { readonly books: Books; readonly clock: Clock },
  send: (intent: OneIntent, open: Open, attempt: number) => Promise<Result | undefined>,
): Promise<Result> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const intent = intentAt(clock.now());
    const open = await books.intend(intent, content);
    const result = await send(intent, open, attempt);
    if (result !== undefined) return result;
  }
  throw new Failure('outcome-unknown', `The answer for ${key} was lost ${ATTEMPTS} times.`, {
    hint: 'Run the same command again; it first checks what the platform has',
  });
}
