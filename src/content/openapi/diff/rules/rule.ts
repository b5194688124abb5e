/** What a rule is made of. */
import type { Severity } from '../changes.ts';

/** One kind of change, and what it means to clients. */
export interface ClientRule {
  /** Severity if clients write the changed thing. */
  readonly request: Severity;
  /** Severity if clients read it. */
  readonly response: Severity;
  /** What happened, in one sentence. */
  readonly says: string;
  /** Why the severity is what it is. */
  readonly why: string;
}

type Verdict = Pick<ClientRule, 'request' | 'response'>;

/** The side makes no difference. */
export const both = (severity: Severity): Verdict => ({ request: severity, response: severity });

/** For what narrows the set of sound values: senders may be refused, readers never see anything new. */
export const NARROWS: Verdict = { request: 'breaking', response: 'safe' };
/** What widens it is judged the opposite way. */
export const WIDENS: Verdict = { request: 'safe', response: 'breaking' };
/** Widens what is read by values that careful clients expect anyway. */
export const WIDENS_SOFTLY: Verdict = { request: 'safe', response: 'risky' };

/** A rule of a table. */
export const rule = (verdict: Verdict, says: string, why: string): ClientRule => ({
  ...verdict,
  says,
  why,
});
