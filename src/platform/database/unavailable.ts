import { Failure } from '../../model/failure.ts';

/**
 * The database cannot be reached, or cannot answer now. What was asked for may work later. Whether a change that was being committed was made is unknown.
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

/** The error as the person at the terminal is told of it. */
export const asFailure = (error: unknown): unknown =>
  error instanceof DatabaseUnavailable
    ? new Failure('failed', `${error.message}.`, {
        hint: 'Run the command again once the database answers',
        cause: error,
      })
    : error;
