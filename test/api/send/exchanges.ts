/** Requests and what may become of them, for tests of the wrappers. */
import { operationPlanOf } from '../../../src/api/requests/request.ts';
import type { ApiRequest } from '../../../src/api/requests/request.ts';
import type { Send } from '../../../src/api/send/send.ts';
import type { Aborted, Answered, Broken, Exchange } from '../../../src/api/transport/transport.ts';

/** A signal that never aborts. */
export const never = (): AbortSignal => new AbortController().signal;

export const answered = (
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Answered => ({
  kind: 'answered',
  head: { status, headers, atMs: 0, sentAt: { now: 0, elapsed: 0 } },
  body: Buffer.from(body),
});

export const broken = (sent: boolean, lasting = false): Broken => ({
  kind: 'broken',
  sent,
  head: null,
  error: {
    code: 'ECONNRESET',
    what: 'the connection was reset',
    hint: 'Try again',
    lasting,
    unsent: !sent,
  },
});

export const aborted = (sent: boolean): Aborted => ({ kind: 'aborted', sent, head: null });

export const READ: ApiRequest = {
  ...operationPlanOf('readPage'),
  path: '/page/17',
  contentType: null,
  body: null,
  answer: 'json',
};

export const WRITE: ApiRequest = {
  ...operationPlanOf('updatePage'),
  path: '/page/17',
  contentType: 'application/json',
  body: '{}',
  answer: 'json',
};

/** A breaker that admits everything at once. */
export const FREE = { isPatient: false, admit: async () => (): void => undefined };

/** Resolves with these ends in order, the last one again and again, and remembers what it was given. */
export function scripted(...ends: readonly (Exchange | Error)[]) {
  const sent: ApiRequest[] = [];
  const send: Send = async (request) => {
    sent.push(request);
    const end = ends[Math.min(sent.length, ends.length) - 1] ?? answered(200);
    if (end instanceof Error) throw end;
    return end;
  };
  return { send, sent };
}
