/** Statements on one connection: their placeholders and values, and what their errors mean. */
import {
  type ClientBase,
  type CustomTypesConfig,
  DatabaseError,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
} from 'pg';
import { type Sql, type SqlValue, type Statement, fromStored, toStored } from '../sql.ts';
import { DatabaseUnavailable } from '../unavailable.ts';

/** Quoted text, a quoted name, or a placeholder. */
const PARTS = /'[^']*'|"[^"]*"|\?/g;

const known = new Map<string, string>();

/** The statement with `$1`, `$2` and so on for each `?` outside quotes, computed once per statement. */
export function numbered(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  let count = 0;
  const translated = text.replace(PARTS, (part) => {
    if (part !== '?') return part;
    count += 1;
    return `$${count}`;
  });
  known.set(text, translated);
  return translated;
}

/** Types of numbers, by their ids in the server's catalogue. */
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23, 700, 701, 1700]);

/** Returns 64-bit integers as numbers: ids, instants and counts are far below 2^53. */
export const TYPES: CustomTypesConfig = {
  getTypeParser: ((type: number) =>
    NUMBERS.has(type) ? Number : fromStored) as CustomTypesConfig['getTypeParser'],
};

/** The statements of a transaction. */
export class Session implements Sql {
  readonly #client: ClientBase;

  constructor(client: ClientBase) {
    this.#client = client;
  }

  async get<Row>(query: Statement<Row>, ...values: readonly SqlValue[]): Promise<Row | undefined> {
    return (await this.all(query, ...values))[0];
  }

  async all<Row>(query: Statement<Row>, ...values: readonly SqlValue[]): Promise<readonly Row[]> {
    return (await this.#ask(query, values)).rows as Row[];
  }

  async run(query: Statement, ...values: readonly SqlValue[]): Promise<number> {
    return (await this.#ask(query, values)).rowCount ?? 0;
  }

  #ask(
    query: Statement<unknown>,
    values: readonly SqlValue[],
  ): Promise<QueryResult<QueryResultRow>> {
    const text = numbered(query.text);
    return available(this.#client.query(text, values.map(toStored)));
  }
}

/** A statement that rejects if it is not answered within `ms`. */
export const prompt = (
  text: string,
  ms: number,
  values?: unknown[],
): QueryConfig & { readonly query_timeout: number } => ({
  text,
  query_timeout: ms,
  ...(values && { values }),
});

/**
 * SQLSTATE classes and codes of a server that cannot serve now: connections (08), sign-in (28),
 * resources (53), an operator (57); a lock that others held for too long; a transaction that was
 * ended because it was idle; a read-only server, as after a failover; a missing database.
 */
const UNAVAILABLE = /^(?:08|28|53|57)|^(?:55P03|25P03|25P04|25006|3D000)$/;

/** Serialization failure, and deadlock: the transaction was undone, and may succeed when it runs again. */
const TO_BE_REPEATED: ReadonlySet<string | undefined> = new Set(['40001', '40P01']);

/**
 * Turns errors that do not come from the server into `DatabaseUnavailable`: they are about the
 * connection. So are those of severity FATAL, which end it: a pooler sends them while it has no
 * server, with codes of its own.
 */
export async function available<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (
      !(error instanceof DatabaseError) ||
      UNAVAILABLE.test(error.code ?? '') ||
      /^(?:FATAL|PANIC)$/.test(error.severity ?? '')
    )
      throw new DatabaseUnavailable(error);
    throw error;
  }
}

export const isToBeRepeated = (error: unknown): boolean =>
  error instanceof DatabaseError && TO_BE_REPEATED.has(error.code);

/** Whether the connection of a failed transaction can be used again once the transaction is rolled back. */
export const isAnswered = (error: unknown): boolean =>
  !(error instanceof DatabaseUnavailable) || error.cause instanceof DatabaseError;
