/** Turns a call into its request: path, query and content. */
import { OPERATIONS } from '../../model/operations.ts';
import type { OperationName } from '../../model/operations.ts';
import type { FilePart, QueryValue, WriteCall } from '../call.ts';
import { JSON_TYPE, operationPlanOf } from './request.ts';
import type { ApiRequest } from './request.ts';

type Content = Pick<ApiRequest, 'contentType' | 'body'>;

/** The request of a call. `answer`: how to return what is answered. */
export function requestOf(
  operation: OperationName,
  call: WriteCall,
  answer: ApiRequest['answer'],
): ApiRequest {
  const plan = operationPlanOf(operation);
  const { path, query = {}, permission = plan.permission, mayLack, beforeSend } = call;
  const content = plan.kind === 'read' ? { contentType: null, body: null } : contentOf(call);
  const whole = pathOf(operation, path) + queryOf(query);
  return { ...plan, ...content, path: whole, answer, permission, mayLack, beforeSend };
}

/** Every write in JSON sends its content type, even one without a body (notes, "Requests"). */
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

/** The query with its `?`, or empty. Encodes everything except unreserved characters, so `+` becomes `%2B` (contract, "Get audit log"). */
export function queryOf(query: Readonly<Record<string, QueryValue>>): string {
  const pairs = Object.entries(query).flatMap(([name, value = []]) =>
    (typeof value === 'object' ? value : [value]).map(
      (one) => `${encodeURIComponent(name)}=${encoded(one)}`,
    ),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** One file as the field `file` of `multipart/form-data` (RFC 7578). The file name is escaped as browsers do it. */
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

/** The first boundary of a series that the content does not contain. Needs no randomness and is never ambiguous. */
function boundaryFor(content: Buffer): string {
  for (let number = 0; ; number++) {
    const boundary = `docs-cli-boundary-${number}`;
    if (!content.includes(boundary)) return boundary;
  }
}
