import { Failure } from '../../model/failure.ts';

/** Adds `hint` if the platform refused in its own words and there is no better hint. */
export function withRefusedHint(error: unknown, hint: string): unknown {
  if (!(error instanceof Failure) || error.code !== 'platform-refused') return error;
  const { code, message, status = 0, hint: known } = error;
  if (known !== undefined || status < 400 || status >= 500) return error;
  return new Failure(code, message, { hint, cause: error, status });
}
