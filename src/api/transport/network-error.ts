/** What went wrong with a connection, and what to do about it. */
export interface NetworkError {
  /** The code of Node or undici, such as `ECONNRESET`. */
  readonly code: string;
  /** A clause for people: `connection refused`. */
  readonly what: string;
  readonly hint: string;
  /** Whether another attempt cannot help. */
  readonly lasting: boolean;
  /** Whether there was no connection yet, so that no request can have been sent. */
  readonly unsent: boolean;
}

/** What is known of a code. */
type Known = Pick<NetworkError, 'what'> & Partial<NetworkError>;

const AGAIN = 'Try again; docs config shows the address in use';
const LONGER = 'Try again with a longer --timeout';
const ADDRESS = 'Check the address with docs config; --base-url sets another one';
const NO_TLS = { what: 'no TLS on that port', lasting: true, unsent: true };

/** `{}`: the time limit. Errors of system calls that connect are recognised without this table. */
const KNOWN: Readonly<Record<string, Known>> = {
  ECONNREFUSED: { what: 'connection refused', hint: ADDRESS },
  ENOTFOUND: { what: 'no such host', hint: ADDRESS, lasting: true },
  EAI_AGAIN: { what: 'the name could not be looked up' },
  EHOSTUNREACH: { what: 'no route to the host' },
  ENETUNREACH: { what: 'no network' },
  ETIMEDOUT: { what: 'the connection timed out' },
  ECONNRESET: { what: 'the connection was reset' },
  EPIPE: { what: 'the connection was closed' },
  EPROTO: NO_TLS,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  UND_ERR_SOCKET: { what: 'the connection was closed' },
  UND_ERR_ABORTED: { what: 'the connection was closed' },
  UND_ERR_CONNECT_TIMEOUT: { what: 'no connection within {}', hint: LONGER, unsent: true },
  UND_ERR_HEADERS_TIMEOUT: { what: 'no answer within {}', hint: LONGER },
  UND_ERR_BODY_TIMEOUT: { what: 'the answer stalled for {}', hint: LONGER },
  UND_ERR_INVALID_ARG: { what: 'UND_ERR_INVALID_ARG', lasting: true, unsent: true },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: { what: 'the answer was cut off' },
  UND_ERR_RES_EXCEEDED_MAX_SIZE: { what: 'the answer is larger than 64 MiB', lasting: true },
  UND_ERR_DESTROYED: { what: 'the client was closed' },
  UND_ERR_CLOSED: { what: 'the client was closed' },
  ANSWER_TOO_SLOW: { what: 'the answer came too slowly', hint: LONGER },
  ANSWER_CUT_OFF: { what: 'the answer was cut off' },
  ANSWER_PACKED: {
    what: 'the answer is compressed, although docs did not ask for that',
    hint: 'Switch off compression in the proxy between docs and the platform',
    lasting: true,
  },
};

/** An error that we detect in an answer ourselves. `code`: one of the table above. */
export const codedError = (code: string): Error => Object.assign(new Error(code), { code });

/** Describes an error of the transport. Does not use its message, which may quote a server. */
export function toNetworkError(
  error: unknown,
  timeoutMs: number,
  proxy: URL | null = null,
): NetworkError {
  const inner = innerError(error);
  const code = codeOf(inner);
  const { what, ...known } = patternOf(code, inner) ?? KNOWN[code] ?? { what: code };
  const limited = what.replace('{}', `${Math.round(timeoutMs / 100) / 10} s`);
  const unsent = isConnecting(inner);
  const found = { code, what: limited, hint: AGAIN, lasting: false, unsent, ...known };
  // Behind a proxy, this process connects to nothing but the proxy.
  if (proxy === null || !(unsent || code === 'UND_ERR_CONNECT_TIMEOUT')) return found;
  return { ...found, what: `the proxy ${proxy.host}: ${limited}`, hint: PROXY_HINT };
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
  if (!(error instanceof Error)) return 'UNKNOWN';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

const isConnecting = (error: unknown): boolean =>
  error instanceof Error &&
  'syscall' in error &&
  ['connect', 'getaddrinfo'].includes(error.syscall as string);

const CERTIFICATE =
  /^(?:CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH)/;

const OUT_OF_DATE: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  CERT_HAS_EXPIRED: [
    'the certificate has expired',
    'Whoever runs the platform has to renew it; if the clock of this machine is wrong, set it',
  ],
  CERT_NOT_YET_VALID: [
    'the certificate is not valid yet',
    'If the clock of this machine is wrong, set it',
  ],
};

const PROXY_HINT = 'Check HTTPS_PROXY, and NO_PROXY for addresses that need none';

/** How undici reports a proxy's refusal: `Proxy response (407) !== 200 when HTTP Tunneling`. */
const PROXY = /^Proxy response \((\d+)\)/;

/** What is known of an error that has one of many codes. */
function patternOf(code: string, error: unknown): Known | undefined {
  const status = error instanceof Error ? PROXY.exec(error.message)?.[1] : undefined;
  if (status !== undefined) {
    return { what: `the proxy answered ${status}`, hint: PROXY_HINT, unsent: true };
  }
  if (CERTIFICATE.test(code)) {
    const [what, hint] = OUT_OF_DATE[code] ?? [
      `the certificate is not trusted (${code})`,
      'If the certificate is your organisation’s, set NODE_EXTRA_CA_CERTS to the file of its authority',
    ];
    return { what, hint, lasting: true, unsent: true };
  }
  return code.startsWith('HPE_') ? { what: 'the answer is not HTTP' } : undefined;
}
