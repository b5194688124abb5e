/** The form of a rule. */
import type { Severity } from '../changes.ts';

/** One kind of change, and what it means to clients. */
export interface ClientRule {
  /** Severity if clients write the changed part. */
  readonly request: Severity;
  /** Severity if clients read it. */
  readonly response: Severity;
  /** What happened, in one sentence. */
  readonly says: string;
  /** The reason for the severity. */
  readonly why: string;
}

type Verdict = Pick<ClientRule, 'request' | 'response'>;

/** The direction makes no difference. */
export const both = (severity: Severity): Verdict => ({ request: severity, response: severity });

/** For changes that make fewer values valid: senders may be refused, readers see nothing new. */
export const NARROWS: Verdict = { request: 'breaking', response: 'safe' };
/** For changes that make more values valid: the opposite. */
export const WIDENS: Verdict = { request: 'safe', response: 'breaking' };
/** For new values that careful clients expect when they read. */
export const WIDENS_SOFTLY: Verdict = { request: 'safe', response: 'risky' };

export const rule = (verdict: Verdict, says: string, why: string): ClientRule => ({
  ...verdict,
  says,
  why,
});
