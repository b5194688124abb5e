import type { Exchange, Opened } from '../transport/exchange.ts';
import { networkError } from '../transport/network-error.ts';
import type { Send } from './send.ts';

/**
 * Finds answers that were cut off. One that ends with its connection looks whole, but for its JSON, which then has no end: such an
 * exchange becomes `broken`.
 */
export function wholeJson(send: Send): Send {
  return async (request, signals) => {
    const exchange = await send(request, signals);
    if (request.answer !== 'json' || !isCutOff(exchange)) return exchange;
    return {
      kind: 'broken',
      sent: true,
      head: exchange.head,
      error: networkError('ANSWER_CUT_OFF', 0),
    };
  };
}

function isCutOff(exchange: Exchange | Opened): boolean {
  if (exchange.kind !== 'answered') return false;
  const { status, headers } = exchange.head;
  const isFramed = 'content-length' in headers || 'transfer-encoding' in headers;
  return !isFramed && status < 300 && !isJson(decoder.decode(exchange.body));
}

const decoder = new TextDecoder();

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
