/** Turns an answer that refuses into the words and the code that the user gets. */
import type { FailureCode } from '../../model/failure.ts';
import { Failure } from '../../model/failure.ts';
import { hasFields, tryJson } from '../../model/fields.ts';
import type { Permission } from '../../model/operations.ts';
import type { Answered } from '../transport/exchange.ts';
import type { Mask } from './mask.ts';
import { oneLine } from './mask.ts';

/**
 * The message of an error body (notes, "Errors": the fields under `error`, or at the top), unclean. Null if there is none. Survives
 * every body: HTML, empty, cut off, huge.
 */
function readErrorMessage(body: Buffer): string | null {
  const json = tryJson(body.toString('utf8'));
  if (!hasFields(json)) return null;
  const fields = hasFields(json['error']) ? json['error'] : json;
  const message = typeof fields['error'] === 'string' ? fields['error'] : fields['message'];
  return typeof message === 'string' && message.trim() !== '' ? message : null;
}

/** What was refused. */
export interface RefusedRequest {
  /** `PUT /page/17` */
  readonly name: string;
  readonly permission: Permission | null;
  /** Not every platform has the operation: what else a 404 may mean. */
  readonly mayLack?: string | undefined;
  readonly origin: string;
}

/** A definite refusal: nothing was done. */
export interface PlatformRefusal {
  readonly failure: Failure;
  /** The platform's own words on one line, if nothing but they can tell the reason; empty: it gave none. Null: the failure's code tells it. */
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

/** Undefined if neither the status nor the message has a meaning of its own. */
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
    return failure('auth-required', `The platform does not know this key: ${name}.`, status, {
      words,
      hint: 'Check the key with docs whoami, or keep another one with docs login',
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

/** How a platform answers what it does not have. */
const LACKING: ReadonlySet<number> = new Set([404, 405]);

function lacking({ name, mayLack }: RefusedRequest, status: number): Failure {
  const otherwise = status === 404 ? `, or ${mayLack}` : '';
  return failure(
    'unsupported',
    `This platform has no ${name.replace(/\?.*/s, '')}${otherwise}`,
    status,
    {
      words: null,
      hint: 'An older platform does not have every operation: do it in its editor',
    },
  );
}

/** No key: 401 if a proxy or a later revision says so. An unknown key: 400 with this message (notes, "Errors"). */
const isKeyRefusal = (status: number, message: string | null): boolean =>
  status === 401 || (status === 400 && /\bAPI key is invalid\b/i.test(message ?? ''));

const forbiddenBy = ({ name, permission }: RefusedRequest): string =>
  permission === null
    ? `${name} is forbidden`
    : `${name} is forbidden: it needs a key with the permission ${permission}`;

const hintFor = ({ permission }: RefusedRequest): string =>
  permission === null
    ? 'see with docs whoami what this key may do'
    : `see with docs whoami what this key may do; the project's owner gives ${permission} to a key`;

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
  const where = target === null ? 'nowhere' : `to ${oneLine(mask(target.origin))}`;
  return new Failure(
    'platform-refused',
    `${name} was redirected (${status}) ${where}. Redirects are not followed: the key is for ${origin} only.`,
    { status, hint: 'Set --base-url to the address of the API itself' },
  );
}
