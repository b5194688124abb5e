import { Failure } from './model/failure.ts';

/** Adds `hint` to a failure in the platform's own words without a better hint. Else returns it. */
export function withRefusedHint(error: unknown, hint: string): unknown {
  if (!(error instanceof Failure) || error.code !== 'platform-refused') return error;
  const { code, message, status = 0, hint: known } = error;
  if (known !== undefined || status < 400 || status >= 500) return error;
  return new Failure(code, message, { hint, cause: error, status });
}
