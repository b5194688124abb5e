import type { ErrorName } from '../refusal.ts';
import type { Revision } from '../revision.ts';

interface ErrorKind {
  readonly status: number;
  /** The live platform's internal error number (docs/service.md, "Errors"). */
  readonly code: number;
}

/** Sent with status 503: seconds until another attempt may succeed. */
export const SOON: Readonly<Record<string, string>> = { 'Retry-After': '1' };

export const ERRORS: Readonly<Record<ErrorName, ErrorKind>> = {
  'no-key': { status: 403, code: 403 },
  'bad-key': { status: 400, code: 0 },
  forbidden: { status: 403, code: 403 },
  'cross-origin': { status: 403, code: 403 },
  'wrong-host': { status: 403, code: 403 },
  'no-operation': { status: 404, code: 404 },
  'not-found': { status: 404, code: 404 },
  'wrong-method': { status: 405, code: 405 },
  invalid: { status: 400, code: 400 },
  'media-type': { status: 415, code: 415 },
  'rate-limited': { status: 429, code: 9 },
  internal: { status: 500, code: 500 },
  unavailable: { status: 503, code: 503 },
};

export function errorBody(
  kind: ErrorName,
  message: string,
  { enveloped }: Pick<Revision, 'enveloped'>,
): string {
  const { status, code } = ERRORS[kind];
  const fields = { message, httpCode: status, code };
  const inside = enveloped === null || enveloped.has(kind);
  return JSON.stringify(inside ? { error: fields } : fields);
}
