/** What went wrong with a connection. */
export interface NetworkError {
  /** The code of Node or undici, such as `ECONNRESET`. */
  readonly code: string;
  /** A clause for people: `connection refused`. */
  readonly what: string;
  /** Trying again cannot help. */
  readonly lasting: boolean;
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

/** Describes an error of the transport. Does not use its message, which may quote a server. */
export function toNetworkError(error: unknown, timeoutMs: number): NetworkError {
  const code = codeOf(error);
  const lasting = LASTING.has(code) || isCertificateCode(code);
  return { code, what: wordsFor(code, timeoutMs, error), lasting };
}

/** The same for errors that we detect in an answer ourselves. `code`: one of the table below. */
export const networkError = (code: string, timeoutMs: number): NetworkError =>
  toNetworkError(Object.assign(new Error(code), { code }), timeoutMs);

/** The code of the error. If it wraps others (several addresses were tried, or a tunnel), the code of the first one inside. */
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

/** Whether the code means that the other side's certificate is not trusted. */
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
  ANSWER_PACKED: 'the answer is compressed, and cannot be decompressed',
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

/** undici reports a proxy's refusal only in its message: `Proxy response (407) !== 200 when HTTP Tunneling`. */
function refusedByProxy(error: unknown): string {
  const status =
    error instanceof Error ? /^Proxy response \((\d+)\)/.exec(error.message)?.[1] : undefined;
  return status === undefined ? 'the connection was closed' : `the proxy answered ${status}`;
}
