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

/** An error that we detect in an answer ourselves. `code`: one of the table below. */
export const codedError = (code: string): Error => Object.assign(new Error(code), { code });

/** Whether no request can have been sent: there was no connection yet. */
export function isBeforeSending(error: unknown): boolean {
  const inner = innerError(error);
  const code = codeOf(inner);
  const isConnecting =
    inner instanceof Error &&
    'syscall' in inner &&
    ['connect', 'getaddrinfo'].includes(inner.syscall as string);
  return isConnecting || CONNECTING.has(code) || isCertificateCode(code) || isFromProxy(inner);
}

/** The error, or, if it wraps others (several addresses were tried, or a tunnel), the first one inside. */
function innerError(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0)
    return innerError(error.errors[0]);
  if (!(error instanceof Error)) return error;
  const isWrapper = !('code' in error) || error.name === 'SecureProxyConnectionError';
  return isWrapper && error.cause instanceof Error ? innerError(error.cause) : error;
}

function codeOf(error: unknown): string {
  const inner = innerError(error);
  if (!(inner instanceof Error)) return 'UNKNOWN';
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.name;
}

/** Of errors while a connection is made, those that do not name the system call. */
const CONNECTING = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_INVALID_ARG',
  'EPROTO',
  'ERR_SSL_WRONG_VERSION_NUMBER',
]);

const LASTING = new Set([
  'ENOTFOUND',
  'UND_ERR_INVALID_ARG',
  'EPROTO',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'UND_ERR_RES_EXCEEDED_MAX_SIZE',
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
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'the answer is larger than 64 MiB',
  ANSWER_PACKED: 'the answer is compressed, although docs did not ask for that',
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
const PROXY = /^Proxy response \((\d+)\)/;

const isFromProxy = (error: unknown): boolean =>
  error instanceof Error && PROXY.test(error.message);

function refusedByProxy(error: unknown): string {
  const status = error instanceof Error ? PROXY.exec(error.message)?.[1] : undefined;
  return status === undefined ? 'the connection was closed' : `the proxy answered ${status}`;
}
