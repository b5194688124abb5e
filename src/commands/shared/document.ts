/**
 * Describes the documents of `--json`, one schema each: its type is inferred, and `npm run docs`
 * writes `docs/json`. Nothing is validated at run time, so `document.ts` files are never loaded:
 * import types from them with `import type`.
 */
import * as v from 'valibot';
import type { Instant } from '../../model/ids.ts';
import type { FailureReport } from '../../ui/failure.ts';

/**
 * A document: the schema of what a command prints, or of one line of it.
 *
 * @param file its name in `docs/json`, without the ending
 */
export const document = <Schema extends v.GenericSchema>(
  file: string,
  title: string,
  description: string,
  schema: Schema,
) => v.pipe(schema, v.title(title), v.description(description), v.metadata({ file }));

/** The type of the values that a schema describes. */
export type Printed<Schema extends v.GenericSchema> = Fixed<v.InferOutput<Schema>>;

type Plain = string | number | boolean | null | undefined;

/** Read-only at all depths. */
type Fixed<T> = T extends Plain
  ? T
  : unknown extends T
    ? T
    : { readonly [Key in keyof T]: Fixed<T[Key]> };

/** The schema with a description. */
export const described = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description));

/** A string; `T` may be narrower than the schema says. */
export const text = <T extends string = string>(description?: string) =>
  plain<string, T>(v.string(), description);

/** An integer; `T` as an id. */
export const int = <T extends number = number>(description?: string) =>
  plain<number, T>(v.pipe(v.number(), v.integer()), description);

/** An integer from `least`. */
export const intFrom = (least: number, description?: string) =>
  plain<number, number>(v.pipe(v.number(), v.integer(), v.minValue(least)), description);

function plain<Base, T extends Base>(schema: v.GenericSchema<Base>, description?: string) {
  const said = description === undefined ? schema : described(schema, description);
  return said as v.GenericSchema<Base, T>;
}

/** A date and time of the platform. */
export const instant = () => text<Instant>('A date and time as the platform writes it.');

/** For a type that is defined elsewhere. The compiler checks that the schema describes exactly this type. */
export const exactly =
  <T>() =>
  <Schema extends v.GenericSchema>(
    schema: Schema & (Same<Json<v.InferOutput<Schema>>, Json<T>> extends true ? unknown : never),
  ): Schema =>
    schema;

/** For a type narrower than the schema, or with more fields. Its values must fit the schema. */
export const narrowed =
  <T>() =>
  <Schema extends v.GenericSchema>(
    schema: Schema & (T extends Fixed<v.InferOutput<Schema>> ? unknown : never),
  ) =>
    schema as v.GenericSchema as v.GenericSchema<unknown, T>;

type Same<A, B> = [A, B] extends [B, A] ? true : false;

/** The type of a value after JSON: fields that are undefined are left out. */
type Json<T> = T extends Plain
  ? T
  : unknown extends T
    ? T
    : T extends readonly (infer Item)[]
      ? Json<Item>[]
      : {
          -readonly [Key in keyof T]-?: undefined extends T[Key]
            ? Json<Exclude<T[Key], undefined>> | undefined
            : object extends Pick<T, Key>
              ? Json<T[Key]> | undefined
              : Json<T[Key]>;
        };

export const errorSchema = document(
  'error',
  'Errors with --json',
  'One line on stderr. Stdout then has the document of what was done, or nothing.',
  v.strictObject({
    error: exactly<FailureReport>()(
      v.strictObject({
        code: text('Kind of failure.'),
        exitCode: int(),
        message: text('What happened and to what.'),
        hint: v.optional(text('What to do.')),
        lines: v.optional(v.array(text('A line for a file.'))),
        status: v.optional(int('HTTP status, if an answer of the platform is the reason.')),
        retryAt: v.optional(
          text(
            'Of rate-limited, and of partial because of it: when the platform answers again, 2026-01-01T12:00:00.000Z.',
          ),
        ),
      }),
    ),
  }),
);

export const toolVersionSchema = document(
  'tool-version',
  'docs --version --json',
  'Which build of the tool this is.',
  v.strictObject({
    version: text(),
    commit: v.nullable(
      text('Commit of its source. Null if it was built from changed files, or outside git.'),
    ),
    build: v.nullable(
      text('SHA-256 of the files of the bundle. The same source always gives the same value.'),
    ),
    node: text('Version of Node that runs it.'),
  }),
);
