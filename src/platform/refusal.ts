/** Why the platform refuses a request. The store and the routes throw it; `request/error-body` knows the status of each. */
export type RefusalKind =
  | 'no-key'
  | 'bad-key'
  | 'forbidden'
  | 'cross-origin'
  | 'wrong-host'
  | 'no-operation'
  | 'not-found'
  | 'wrong-method'
  | 'invalid'
  | 'media-type'
  | 'rate-limited';

/** Every reason to answer a request with an error. */
export type ErrorName = RefusalKind | 'internal' | 'unavailable';

/** The caller sees `message` as it is: it names the parameter or the resource, and never contains a key. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export const notFound = (what: string): Refusal => new Refusal('not-found', `${what} not found`);

/** A parameter or a field of the body that does not match the contract. */
export const invalid = (field: string, problem: string): Refusal =>
  new Refusal('invalid', `${field}: ${problem}`);
