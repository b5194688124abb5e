/** From a refusal to the words and the code that the user gets. */
import type { FailureCode } from '../model/failure.ts';
import { Failure } from '../model/failure.ts';
import { hasFields } from '../model/fields.ts';
import type { Permission } from '../model/operations.ts';
import type { Answered } from './exchange.ts';
import type { Mask } from './mask.ts';
import { oneLine } from './mask.ts';

/** What an error body says. Notes, "Errors": the three fields under `error`, or at the top. */
interface ErrorBody {
  readonly message: string | null;
}

const NOTHING: ErrorBody = { message: null };

/** Survives every body: HTML, empty, cut off, huge. The message is the platform's, unclean. */
function readErrorBody(body: Buffer): ErrorBody {
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    return NOTHING;
  }
  if (!hasFields(json)) return NOTHING;
  const fields = hasFields(json['error']) ? json['error'] : json;
  const message = typeof fields['error'] === 'string' ? fields['error'] : fields['message'];
  return {
    message: typeof message === 'string' && message.trim() !== '' ? message : null,
  };
}

/** A definite refusal: nothing was done. */
export class Refusal extends Failure {
  /** The platform's own, on one line; empty: it gave none. */
  readonly words: string;

  constructor(message: string, status: number, words: string | null) {
    super('platform-refused', message, { status });
    this.words = words ?? '';
  }
}

export interface Refused {
  /** `PUT /page/17` */
  readonly request: string;
  readonly permission: Permission | null;
  readonly origin: string;
}

/** Of an answer whose status is 300 or more. */
export function refusalOf(answer: Answered, refused: Refused, mask: Mask): Failure {
  const { status, headers } = answer.head;
  const { request } = refused;
  if (status < 400) return redirected(request, refused.origin, headers['location'], status, mask);
  const { message } = readErrorBody(answer.body);
  const words = message === null ? null : oneLine(mask(message));
  if (isKeyRefusal(status, message)) {
    return failure('auth-required', `The platform does not know this key: ${request}.`, status, {
      words,
      hint: 'check the key with docs whoami, or keep another one with docs login',
    });
  }
  switch (status) {
    case 403:
      return failure('forbidden', forbiddenBy(refused), status, { words, hint: hintFor(refused) });
    case 404:
      return failure('not-found', `${request}: not found`, status, { words });
    default: {
      const what = status < 500 ? 'was refused' : 'failed on the platform';
      return new Refusal(sentenceOf(`${request} ${what} (${status})`, words), status, words);
    }
  }
}

/** No key: 401 where a proxy or a later revision says so. An unknown key: 400 with this message (notes, "Errors"). */
const isKeyRefusal = (status: number, message: string | null): boolean =>
  status === 401 || (status === 400 && /\bAPI key is invalid\b/i.test(message ?? ''));

const forbiddenBy = ({ request, permission }: Refused): string =>
  permission === null
    ? `${request} is forbidden`
    : `${request} is forbidden: it needs a key with the permission ${permission}`;

const hintFor = ({ permission }: Refused): string =>
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
  request: string,
  origin: string,
  location: string | undefined,
  status: number,
  mask: Mask,
): Failure {
  const target =
    location === undefined || !URL.canParse(location, origin) ? null : new URL(location, origin);
  const where = target === null ? 'nowhere' : `to ${oneLine(mask(target.origin))}`;
  return new Failure(
    'platform-refused',
    `${request} was redirected (${status}) ${where}. Redirects are not followed: the key is for ${origin} only.`,
    { status, hint: 'set --base-url to the address of the API itself' },
  );
}
