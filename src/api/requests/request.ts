/** A request, ready to be carried out, and what all requests of one operation have in common. */
import type { Operation, OperationName, Permission } from '../../model/operations.ts';
import { OPERATIONS } from '../../model/operations.ts';
import type { BeforeSend } from '../call.ts';
import type { Mask } from '../mask.ts';
import { oneLine } from '../mask.ts';

/** The content type of requests and answers in JSON. */
export const JSON_TYPE = 'application/json';

/** Requests in the same lane share a limit on how many are pending. */
export type LaneName = 'reads' | 'writes' | 'uploads';

/** The properties of a request that decide when it may be sent. */
export interface PacedOperation {
  /** The operation's name, or `METHOD /path` if the contract has none. Each name has its own pace. */
  readonly name: string;
  readonly lane: LaneName;
  /** As the contract has it. */
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
  /** What the key needs, for messages. */
  readonly permission: Permission | null;
  /** As in `ReadCall`. */
  readonly mayLack?: string | undefined;
  readonly beforeSend?: BeforeSend | undefined;
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
