/** Turns an answer that refuses into a failure with a code and a message. */
import type { FailureCode } from '../../model/failure.ts';
import { Failure } from '../../model/failure.ts';
import { hasFields, tryJson } from '../../model/fields.ts';
import type { Permission } from '../../model/operations.ts';
import type { Answered } from '../transport/exchange.ts';
import type { Mask } from './mask.ts';
import { oneLine } from './mask.ts';

/**
 * The message of an error body, as the platform wrote it (notes, "Errors": the fields are under `error` or at
 * the top). Null if there is none. Accepts any body: HTML, empty, truncated or huge.
 */
function readErrorMessage(body: Buffer): string | null {
  const json = tryJson(body.toString('utf8'));
  if (!hasFields(json)) return null;
  const fields = hasFields(json['error']) ? json['error'] : json;
  const message = typeof fields['error'] === 'string' ? fields['error'] : fields['message'];
  return typeof message === 'string' && message.trim() !== '' ? message : null;
}

/** The request that was refused. */
export interface RefusedRequest {
  /** Such as `PUT /page/17`. */
  readonly name: string;
  readonly permission: Permission | null;
  /** For operations that not every platform has: what else a 404 may mean. */
  readonly mayLack?: string | undefined;
  readonly origin: string;
}

/** A definite refusal: nothing was done. */
export interface PlatformRefusal {
  readonly failure: Failure;
  /** The platform's own words on one line, if only they tell the reason, or empty if it gave none. Null: the failure's code tells the reason. */
  readonly words: string | null;
}

/** Reads an answer whose status is 300 or more. */
export function readRefusal(
  answer: Answered,
  refused: RefusedRequest,
  mask: Mask,
): PlatformRefusal {
  const { status } = answer.head;
  const message = status < 400 ? null : readErrorMessage(answer.body);
  const words = message === null ? null : oneLine(mask(message));
  const known = knownRefusal(answer, refused, message, words, mask);
  if (known) return { failure: known, words: null };
  const what = status < 500 ? 'was refused' : 'failed on the platform';
  const sentence = sentenceOf(`${refused.name} ${what} (${status})`, words);
  return { failure: new Failure('platform-refused', sentence, { status }), words: words ?? '' };
}

/** Returns undefined if neither the status nor the message has a special meaning. */
function knownRefusal(
  { head: { status, headers } }: Answered,
  refused: RefusedRequest,
  message: string | null,
  words: string | null,
  mask: Mask,
): Failure | undefined {
  const { name } = refused;
  if (status < 400) return redirected(refused, headers['location'], status, mask);
  if (isKeyRefusal(status, message)) {
    const what = `This key is not valid for ${refused.origin}: ${name}`;
    return failure('auth-required', what, status, {
      words,
      hint: 'Keys are made under Project settings → API Key; docs login stores one, docs whoami shows which is used',
    });
  }
  if (refused.mayLack !== undefined && LACKING.has(status)) return lacking(refused, status);
  switch (status) {
    case 403:
      return failure('forbidden', forbiddenBy(refused), status, { words, hint: hintFor(refused) });
    case 404:
      return failure('not-found', `${name}: not found`, status, { words });
    default:
      return undefined;
  }
}

/** Statuses that a platform answers if it does not have an operation. */
const LACKING: ReadonlySet<number> = new Set([404, 405]);

function lacking({ name, mayLack }: RefusedRequest, status: number): Failure {
  const otherwise = status === 404 ? `, or ${mayLack}` : '';
  return failure(
    'unsupported',
    `This platform has no ${name.replace(/\?.*/s, '')}${otherwise}`,
    status,
    {
      words: null,
      hint: 'Older platforms lack some operations: use the editor instead',
    },
  );
}

/** A proxy or a later revision may answer 401. The platform answers an unknown key with 400 and this message (notes, "Errors"). */
const isKeyRefusal = (status: number, message: string | null): boolean =>
  status === 401 || (status === 400 && /\bAPI key is invalid\b/i.test(message ?? ''));

const forbiddenBy = ({ name, permission }: RefusedRequest): string =>
  permission === null
    ? `${name} is forbidden`
    : `${name} is forbidden: it needs a key with the permission ${permission}`;

const hintFor = ({ permission }: RefusedRequest): string =>
  permission === null
    ? 'docs whoami shows what this key may do'
    : `docs whoami shows what this key may do; the owner of the project can give a key ${permission}`;

function failure(
  code: FailureCode,
  what: string,
  status: number,
  extra: { readonly words: string | null; readonly hint?: string },
): Failure {
  const { words, hint } = extra;
  return new Failure(code, sentenceOf(what, words), { status, hint });
}

function sentenceOf(what: string, words: string | null): string {
  const sentence = what.replace(/\.$/, '');
  return words === null || words === '' ? `${sentence}.` : `${sentence} (${words}).`;
}

function redirected(
  { name, origin }: RefusedRequest,
  location: string | undefined,
  status: number,
  mask: Mask,
): Failure {
  const target =
    location === undefined || !URL.canParse(location, origin) ? null : new URL(location, origin);
  // What is not on the web has no origin.
  const named = target?.origin === 'null' ? target.href : target?.origin;
  const where = named === undefined ? 'nowhere' : `to ${oneLine(mask(named))}`;
  return new Failure(
    'platform-refused',
    `${name} was redirected (${status}) ${where}. Redirects are not followed: the key is for ${origin} only.`,
    { status, hint: 'Set --base-url to the address of the API itself' },
  );
}
