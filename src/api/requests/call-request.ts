/** From a call to its request. */
import type { BytesCall, WriteCall } from '../calls/http.ts';
import { multipartOf } from './multipart.ts';
import { operationPlanOf } from './operation-plan.ts';
import { JSON_TYPE } from './request.ts';
import type { ApiRequest } from './request.ts';
import { pathOf } from './url.ts';

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
    departure: call.departure,
    mayLack: call.mayLack,
  };
}

/** Every JSON operation that writes names its type, also the one without a body (notes, "Requests"). */
function contentOf({ file, body }: WriteCall<unknown>): Pick<ApiRequest, 'contentType' | 'body'> {
  if (file !== undefined) return multipartOf(file);
  return { contentType: JSON_TYPE, body: body === undefined ? null : JSON.stringify(body) };
}
