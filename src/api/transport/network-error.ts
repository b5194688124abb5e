/** What went wrong on the line. */
export interface NetworkError {
  /** Node's or undici's code, such as `ECONNRESET`. */
  readonly code: string;
  /** A clause for people: `connection refused`. */
  readonly what: string;
  /** Trying again cannot help. */
  readonly lasting: boolean;
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

/** Puts an error of the transport into words. Its own message may quote a server, so it is not used. */
export function toNetworkError(error: unknown, timeoutMs: number): NetworkError {
  const code = codeOf(error);
  const lasting = LASTING.has(code) || isCertificateCode(code);
  return { code, what: wordsFor(code, timeoutMs, error), lasting };
}

/** The same for what we find wrong with an answer ourselves: a code of the table below. */
export const networkError = (code: string, timeoutMs: number): NetworkError =>
  toNetworkError(Object.assign(new Error(code), { code }), timeoutMs);

/** The code of the error or, if it wraps others (several addresses tried, a tunnel), of the first inside it. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return 'UNKNOWN';
  if (error.cause instanceof Error && !('code' in error)) return codeOf(error.cause);
  if (error.name === 'SecureProxyConnectionError') return codeOf(error.cause);
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.name;
}

const LASTING = new Set([
  'ENOTFOUND',
  'UND_ERR_INVALID_ARG',
  'EPROTO',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ANSWER_TOO_LARGE',
  'ANSWER_PACKED',
]);

const CERTIFICATE =
  /^(?:CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH)/;

/** Whether it says that the certificate of the other side is not trusted. */
export const isCertificateCode = (code: string): boolean => CERTIFICATE.test(code);

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name could not be looked up',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no network',
  ETIMEDOUT: 'the connection timed out',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer was cut off',
  ANSWER_TOO_LARGE: 'the answer is larger than 64 MiB',
  ANSWER_PACKED: 'the answer is packed, and cannot be unpacked',
  ANSWER_TOO_SLOW: 'the answer came too slowly',
  ANSWER_CUT_OFF: 'the answer was cut off',
  EPROTO: 'no TLS on that port',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no TLS on that port',
  UND_ERR_DESTROYED: 'the client was closed',
  UND_ERR_CLOSED: 'the client was closed',
};

function wordsFor(code: string, timeoutMs: number, error: unknown): string {
  if (isCertificateCode(code)) return `the certificate is not trusted (${code})`;
  if (code.startsWith('HPE_')) return 'the answer is not HTTP';
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `no connection within ${seconds(timeoutMs)}`;
    case 'UND_ERR_HEADERS_TIMEOUT':
      return `no answer within ${seconds(timeoutMs)}`;
    case 'UND_ERR_BODY_TIMEOUT':
      return `the answer stalled for ${seconds(timeoutMs)}`;
    case 'UND_ERR_ABORTED':
      return refusedByProxy(error);
    default:
      return WORDS[code] ?? code;
  }
}

/** undici tells a proxy's refusal by its message only: `Proxy response (407) !== 200 when HTTP Tunneling`. */
function refusedByProxy(error: unknown): string {
  const status =
    error instanceof Error ? /^Proxy response \((\d+)\)/.exec(error.message)?.[1] : undefined;
  return status === undefined ? 'the connection was closed' : `the proxy answered ${status}`;
}
