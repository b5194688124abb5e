/** Checks the conditions for sending anything: the user agreed to it, and there is a key. */
import { Failure } from '../../model/failure.ts';
import type { Mask } from '../errors/mask.ts';
import { nameOf } from '../requests/request.ts';
import type { Send } from './send.ts';

/** Sends only writes to which the user has agreed. If `mayWrite` returns false, that is a bug in the caller, so it rejects with a plain error. */
export function agreed(send: Send, mayWrite: () => boolean, mask: Mask): Send {
  return async (request, signal) => {
    if (request.kind === 'write' && !mayWrite()) {
      throw new Error(`${nameOf(request, mask)} was not agreed to`);
    }
    return send(request, signal);
  };
}

interface Identity {
  /** `undefined` or empty: there is none. */
  readonly key: string | undefined;
  readonly userAgent: string;
  /** The destination of the key, for messages. */
  readonly origin: string;
}

/** Adds the headers that identify the client. Rejects with `auth-required`, and sends nothing, if there is no usable key. */
export function keyed(send: Send, identity: Identity): Send {
  let credentials: readonly string[] | undefined;
  return async (request, signal) => {
    credentials ??= credentialsOf(identity);
    return send({ ...request, credentials }, signal);
  };
}

function credentialsOf({ key, userAgent, origin }: Identity): readonly string[] {
  if (key === undefined || key === '') {
    throw new Failure('auth-required', `No API key is set for ${origin}.`, {
      hint: 'Set DOCS_API_KEY, or store a key with docs login',
    });
  }
  if (!/^[\x21-\x7E]+$/.test(key)) {
    throw new Failure('auth-required', 'That does not look like an API key.', {
      hint: 'Copy it again, without spaces and line breaks',
    });
  }
  return ['x-api-key', key, 'user-agent', userAgent];
}
