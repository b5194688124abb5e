/** Turns a call into its request: path, query and content. */
import { OPERATIONS } from '../../model/operations.ts';
import type { OperationName } from '../../model/operations.ts';
import type { BytesCall, QueryValue, WriteCall } from '../calls/http.ts';
import { multipartOf } from './multipart.ts';
import { operationPlanOf } from './operation-plan.ts';
import { JSON_TYPE } from './request.ts';
import type { ApiRequest } from './request.ts';

/** The request of a call that changes nothing. */
export const requestToRead = (call: BytesCall, answer: ApiRequest['answer']): ApiRequest => ({
  ...operationPlanOf(call.operation),
  path: pathOf(call.operation, call.path, call.query),
  contentType: null,
  body: null,
  answer,
  mayLack: call.mayLack,
});

/** The request of a call that changes something. */
export function requestToWrite(call: WriteCall<unknown>): ApiRequest {
  const plan = operationPlanOf(call.operation);
  return {
    ...plan,
    path: pathOf(call.operation, call.path, call.query),
    ...contentOf(call),
    answer: 'json',
    permission: call.permission ?? plan.permission,
    beforeSend: call.beforeSend,
    mayLack: call.mayLack,
  };
}

/** Every write in JSON sends its content type, even one without a body (notes, "Requests"). */
function contentOf({ file, body }: WriteCall<unknown>): Pick<ApiRequest, 'contentType' | 'body'> {
  if (file !== undefined) return multipartOf(file);
  return { contentType: JSON_TYPE, body: body === undefined ? null : JSON.stringify(body) };
}

/** The path of a call after the base URL, with its query. Every value is encoded, so none can leave its segment. */
function pathOf(
  operation: OperationName,
  values: Readonly<Record<string, string | number>> = {},
  query: Readonly<Record<string, QueryValue>> = {},
): string {
  const path = OPERATIONS[operation].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    segmentOf(values[name], name),
  );
  return path + queryOf(query);
}

/** `encodeURIComponent` keeps `.` and `..`, which would change the path. */
function segmentOf(value: string | number | undefined, name: string): string {
  const text = String(value ?? '');
  if (text === '' || text === '.' || text === '..')
    throw new RangeError(`no path segment: ${name}`);
  return encoded(text);
}

/** Half of a surrogate pair, which JSON can contain and UTF-8 cannot, becomes U+FFFD. */
const encoded = (text: string | number | boolean): string =>
  encodeURIComponent(String(text).replaceAll(/\p{Surrogate}/gu, '\uFFFD'));

/** The query with its `?`, or empty. Encodes everything except unreserved characters, so `+` becomes `%2B` (contract, "Get audit log"). */
export function queryOf(query: Readonly<Record<string, QueryValue>>): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of typeof value === 'object' ? value : [value]) {
      pairs.push(`${encodeURIComponent(name)}=${encoded(one)}`);
    }
  }
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
