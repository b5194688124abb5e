/** Turns an answer that refuses into a failure with a code and a message. */
import { Failure } from '../../model/failure.ts';
import type { FailureCode } from '../../model/failure.ts';
import { hasFields, tryJson } from '../../model/fields.ts';
import { OPERATIONS } from '../../model/operations.ts';
import { restartedTrial, whereKeysAreMade } from '../../model/address.ts';
import type { RefusedWrite } from '../call.ts';
import { oneLine } from '../mask.ts';
import type { Mask } from '../../model/text/mask.ts';
import { nameOf } from '../requests/request.ts';
import type { ApiRequest } from '../requests/request.ts';
import type { Answered } from '../transport/transport.ts';

/** What messages need to know about the client. */
export interface Wording {
  readonly origin: string;
  /** The base URL. */
  readonly address: string;
  readonly mask: Mask;
  /** Whether the command runs in a pipeline, where no key can be stored. */
  readonly inPipeline: boolean;
}

/** A refusal that is recognised by its status or message. */
interface Known {
  readonly code: FailureCode;
  readonly what: string;
  /** The platform's words are not shown. */
  readonly isSilent?: boolean;
  readonly hint?: string;
}

/** The refusal in an answer whose status is 300 or more. */
export function readRefusal(answer: Answered, request: ApiRequest, wording: Wording): RefusedWrite {
  const { status } = answer.head;
  const message = status < 400 ? null : messageOf(answer.body);
  const words = message === null ? null : oneLine(wording.mask(message));
  const known = knownRefusal(answer, request, wording, message);
  if (known !== undefined) {
    const { code, what, isSilent = false, hint } = known;
    const failure = new Failure(code, sentenceOf(what, isSilent ? null : words), { status, hint });
    return { kind: 'refused', failure, words: null };
  }
  const did = status < 500 ? 'was refused' : 'failed on the platform';
  const why = `${status}${triedText(answer)}`;
  const sentence = sentenceOf(`${nameOf(request, wording.mask)} ${did} (${why})`, words);
  const failure = new Failure('platform-refused', sentence, { status });
  return { kind: 'refused', failure, words: words ?? '' };
}

/**
 * The message of an error body, as the platform wrote it (docs/service.md, "Errors": the fields are under
 * `error` or at the top). Null if there is none. Accepts any body: HTML, empty, truncated or huge.
 */
function messageOf(body: Buffer): string | null {
  const json = tryJson(body.toString('utf8'));
  if (!hasFields(json)) return null;
  const fields = hasFields(json['error']) ? json['error'] : json;
  const message = typeof fields['error'] === 'string' ? fields['error'] : fields['message'];
  return typeof message === 'string' && message.trim() !== '' ? message : null;
}

/** Returns undefined if neither the status nor the message has a special meaning. */
function knownRefusal(
  answer: Answered,
  request: ApiRequest,
  { origin, address, mask, inPipeline }: Wording,
  message: string | null,
): Known | undefined {
  const { status, headers } = answer.head;
  const { permission, mayLack } = request;
  const name = nameOf(request, mask);
  if (status < 400) {
    const target = targetOf(headers['location'], origin);
    const isElsewhere = target !== undefined && target.origin !== origin;
    const where =
      target === undefined ? 'nowhere' : `to "${oneLine(mask(shownTarget(target, isElsewhere)))}"`;
    const why = isElsewhere ? `: the key is for ${origin} only` : '';
    return {
      code: 'platform-refused',
      what: `${name} was redirected (${status}) ${where}. Redirects are not followed${why}`,
      hint: 'Give --base-url the address that it leads to',
    };
  }
  if (UNAVAILABLE.has(status)) {
    return {
      code: 'unreachable',
      what: `${origin} is not available: ${name} was answered with ${status}${triedText(answer)}`,
      hint: 'Try again later; docs config shows the address in use',
    };
  }
  if (isKeyRefusal(status, message)) {
    return {
      code: 'auth-required',
      what: `This key is not valid for ${origin}: ${name}`,
      hint: inPipeline
        ? `Create a key ${whereKeysAreMade(origin)}, and pass it to this step as the secret DOCS_API_KEY`
        : (restartedTrial(origin)?.newKey ??
          `Create a key ${whereKeysAreMade(origin)}, then run docs login; docs whoami shows which is used`),
    };
  }
  // A platform without the operation answers with these statuses.
  if (mayLack !== undefined && (status === 404 || status === 405)) {
    const otherwise = status === 404 ? `, or ${mayLack}` : '';
    return {
      code: 'unsupported',
      what: `This platform has no ${name.replace(/\?.*/s, '')}${otherwise}`,
      isSilent: true,
      hint:
        status === 404
          ? 'Check the id; if it is right, the platform is older: use the editor instead'
          : 'Older platforms lack some operations: use the editor instead',
    };
  }
  if (status === 403 && isPage(headers, message)) {
    return {
      code: 'unreachable',
      what: `${name} was refused (403) on the way to ${origin}: the answer is a web page, not the platform's`,
      hint: 'Ask who runs the network, or the firewall in front of the platform, to allow the access',
    };
  }
  if (status === 403) {
    const [needs, gives] =
      permission === null
        ? ['', '']
        : [
            `: it needs a key with the permission ${permission}`,
            `; for ${permission}, create another ${whereKeysAreMade(origin)}`,
          ];
    return {
      code: 'forbidden',
      what: `${name} is forbidden${needs}`,
      // The platform's words would name the permission again.
      isSilent: permission !== null && message?.includes(permission) === true,
      hint: `docs whoami shows what this key may do${gives}`,
    };
  }
  if (status !== 404) return undefined;
  if (!isEverywhere(request)) return { code: 'not-found', what: `${name}: not found` };
  const what = `"${address}" does not look like a platform: ${name.replace(/\?.*/s, '')} answered 404`;
  return {
    code: 'not-found',
    what,
    isSilent: true,
    hint: 'Addresses end in /api/v1; docs config shows which one is used',
  };
}

const triedText = ({ attempts = 1 }: Answered): string =>
  attempts > 1 ? `, ${attempts} attempts` : '';

/** What a server answers that cannot work now, or one in between that cannot reach it. */
const UNAVAILABLE: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether the answer is one for browsers: of a firewall, a proxy or a sign-in. */
const isPage = (headers: Answered['head']['headers'], message: string | null): boolean =>
  message === null && /\bhtml\b/i.test(headers['content-type'] ?? '');

/** Whether every platform has what this reads: no version, page or the like is named. */
const isEverywhere = ({ method, path }: ApiRequest): boolean => {
  const [bare, query = ''] = path.split('?', 2);
  return (
    method === 'GET' &&
    !/(?:^|&)version/.test(query) &&
    Object.values(OPERATIONS).some((each) => each.method === method && each.path === bare)
  );
};

/** The platform answers 400 with this message (docs/service.md, "Errors"). A proxy may answer 401. */
const isKeyRefusal = (status: number, message: string | null): boolean =>
  status === 401 || (status === 400 && /\bAPI key is invalid\b/i.test(message ?? ''));

/** Undefined if the address of a redirect cannot be read. */
const targetOf = (location: string | undefined, origin: string): URL | undefined =>
  location !== undefined && URL.canParse(location, origin) ? new URL(location, origin) : undefined;

/**
 * What a message shows of a redirect's target: for another origin only the origin, because the path
 * may contain anything. An address that is not on the web has no origin and is shown whole.
 */
function shownTarget({ origin, href, pathname, search }: URL, isElsewhere: boolean): string {
  if (!isElsewhere) return pathname + search;
  return origin === 'null' ? href : origin;
}

function sentenceOf(what: string, words: string | null): string {
  const sentence = what.replace(/\.$/, '');
  return words === null || words === '' ? `${sentence}.` : `${sentence} (${words}).`;
}
