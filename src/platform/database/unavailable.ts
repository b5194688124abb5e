import { Failure } from '../../model/failure.ts';

/**
 * The database cannot be reached, or cannot answer now. The same request may work later. If a
 * change was being committed, it is unknown whether it was made.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(cause: unknown) {
    super(
      `The database is not available: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    );
  }
}

/** The error as a `Failure` for the terminal, if it is of this kind. Returns any other error unchanged. */
export const asFailure = (error: unknown): unknown =>
  error instanceof DatabaseUnavailable
    ? new Failure('failed', `${error.message}.`, {
        hint: 'Run the command again once the database answers',
        cause: error,
      })
    : error;
