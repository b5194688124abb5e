import { nameOf } from '../requests/request.ts';
import type { Mask } from '../errors/mask.ts';
import type { Send } from './send.ts';

/** Sends no write that the user has not agreed to. If `mayWrite` says no, that is a bug of the caller: it rejects with a plain error. */
export function agreed(send: Send, mayWrite: () => boolean, mask: Mask): Send {
  return async (request, signals) => {
    if (request.kind === 'write' && !mayWrite()) {
      throw new Error(`${nameOf(request, mask)} was not agreed to`);
    }
    return send(request, signals);
  };
}
