/** A request, ready to be carried out, and what all requests of one operation have in common. */
import { OPERATIONS } from '../../model/operations.ts';
import type { Operation, OperationName, Permission } from '../../model/operations.ts';
import type { FilePart, QueryValue, WriteCall, WriteSlot } from '../call.ts';
import { oneLine } from '../mask.ts';
import type { Mask } from '../../model/text/mask.ts';

/** The content type of requests and answers in JSON. */
export const JSON_TYPE = 'application/json';

/** Requests in the same lane share a limit on how many are pending. */
export type LaneName = 'reads' | 'writes' | 'uploads';

/** The properties of a request that decide when it may be sent. */
export interface PacedOperation {
  /** The operation's name, or `METHOD /path` if the contract has none. Each name has its own pace. */
  readonly name: string;
  readonly lane: LaneName;
  /** The limit in the contract. */
  readonly limit: { readonly requests: number; readonly windowMs: number };
}

/** Everything needed to send a request, except credentials and origin. */
export interface ApiRequest {
  readonly method: string;
  /** After the base URL, with its query. */
  readonly path: string;
  readonly contentType: string | null;
  readonly body: Buffer | string | null;
  /** A read changes nothing, so it may be sent again. */
  readonly kind: 'read' | 'write';
  /** How to return the answer. `stream`: a successful answer as it arrives. */
  readonly answer: 'json' | 'bytes' | 'stream';
  readonly operation: PacedOperation;
  /** The permission that the key needs, for messages. */
  readonly permission: Permission | null;
  /** As in `ReadCall`. */
  readonly mayLack?: string | undefined;
  /** The slot to send it in. */
  readonly slot?: WriteSlot | undefined;
  /** Headers that identify the client, as alternating names and values. `keyed` adds them. */
  readonly credentials?: readonly string[];
}

/** How the operation with this name is sent. */
export function operationPlanOf(
  name: OperationName,
): Pick<ApiRequest, 'method' | 'kind' | 'operation' | 'permission'> {
  const { method, permission, isPermissionAssumed, limit, body }: Operation = OPERATIONS[name];
  const isRead = method === 'GET';
  const writing = body === 'file' ? 'uploads' : 'writes';
  return {
    method,
    kind: isRead ? 'read' : 'write',
    operation: {
      name,
      lane: isRead ? 'reads' : writing,
      limit: { requests: limit.requests, windowMs: limit.windowSeconds * 1000 },
    },
    permission: isPermissionAssumed ? null : permission,
  };
}

/** The name of a request in messages: `PUT /page/17`. */
export const nameOf = ({ method, path }: ApiRequest, mask: Mask): string =>
  `${method} ${oneLine(mask(path))}`;

type Content = Pick<ApiRequest, 'contentType' | 'body'>;

/** The request of a call. `answer`: how to return what is answered. */
export function requestOf(
  operation: OperationName,
  call: WriteCall,
  answer: ApiRequest['answer'],
): ApiRequest {
  const plan = operationPlanOf(operation);
  const { path, query = {}, permission = plan.permission, mayLack, slot } = call;
  const content = plan.kind === 'read' ? { contentType: null, body: null } : contentOf(call);
  const whole = pathOf(operation, path) + queryOf(query);
  return { ...plan, ...content, path: whole, answer, permission, mayLack, slot };
}

/** Every write in JSON sends its content type, even one without a body (docs/service.md, "Requests"). */
function contentOf({ file, body }: WriteCall): Content {
  if (file !== undefined) return multipartOf(file);
  return { contentType: JSON_TYPE, body: body === undefined ? null : JSON.stringify(body) };
}

/** The path of a call after the base URL. Every value is encoded, so none can leave its segment. */
const pathOf = (operation: OperationName, values: WriteCall['path'] = {}): string =>
  OPERATIONS[operation].path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(values[name] ?? '');
    // `encodeURIComponent` keeps `.` and `..`, which would change the path.
    if (['', '.', '..'].includes(text)) throw new RangeError(`no path segment: ${name}`);
    return encoded(text);
  });

/** Half of a surrogate pair, which JSON can contain and UTF-8 cannot, becomes U+FFFD. */
const encoded = (text: string | number | boolean): string =>
  encodeURIComponent(String(text).replaceAll(/\p{Surrogate}/gu, '\uFFFD'));

/** The query with its `?`, or empty. Even `+` is encoded, as `%2B` (docs/service.md, "Requests"). */
export function queryOf(query: Readonly<Record<string, QueryValue>>): string {
  const pairs = Object.entries(query).flatMap(([name, value = []]) =>
    (typeof value === 'object' ? value : [value]).map(
      (one) => `${encodeURIComponent(name)}=${encoded(one)}`,
    ),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** A file as field `file` of `multipart/form-data` (RFC 7578), its name escaped as by browsers. */
function multipartOf(file: FilePart): Content {
  const content = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
  const boundary = boundaryFor(content);
  const name = file.name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const head =
    `--${boundary}\r\n` +
    `Content-Disposition: form-data; name="file"; filename="${name}"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n';
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

/** The first boundary of a series that is not in the content. Not random, never ambiguous. */
function boundaryFor(content: Buffer): string {
  for (let number = 0; ; number++) {
    const boundary = `docs-cli-boundary-${number}`;
    if (!content.includes(boundary)) return boundary;
  }
}
