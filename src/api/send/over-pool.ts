import type { Transport } from '../transport/transport.ts';
import { JSON_TYPE } from '../requests/request.ts';
import type { ApiRequest } from '../requests/request.ts';
import type { Send } from './send.ts';

/** Sends over a pool of connections. `basePath`: what every path begins with. */
export function overPool(pool: Pick<Transport, 'exchange' | 'open'>, basePath: string): Send {
  return (request, signals) => {
    const { method, path, body, departure, answer } = request;
    const wire = {
      method,
      path: basePath + path,
      headers: headersOf(request),
      body,
      mayLeave: departure?.mayLeave,
    };
    return answer === 'stream' ? pool.open(wire, signals) : pool.exchange(wire, signals);
  };
}

function headersOf({ credentials = [], answer, contentType }: ApiRequest): string[] {
  const headers = [...credentials, 'accept', answer === 'json' ? JSON_TYPE : '*/*'];
  if (contentType !== null) headers.push('content-type', contentType);
  return headers;
}
