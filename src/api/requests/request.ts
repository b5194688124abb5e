/** A request, ready to be carried out. */
import type { Permission } from '../../model/operations.ts';
import type { BeforeSend } from '../calls/http.ts';
import type { Mask } from '../errors/mask.ts';
import { oneLine } from '../errors/mask.ts';
import type { PacedOperation } from '../pace/lanes.ts';

/** The content type of requests and answers in JSON. */
export const JSON_TYPE = 'application/json';

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
  readonly permission: Permission | null;
  /** As `CallOf.mayLack`. */
  readonly mayLack?: string | undefined;
  readonly beforeSend?: BeforeSend | undefined;
  /** Headers that identify the client, as alternating names and values. `keyed` adds them. */
  readonly credentials?: readonly string[];
}

/** The name of a request in messages: `PUT /page/17`. */
export const nameOf = ({ method, path }: ApiRequest, mask: Mask): string =>
  `${method} ${oneLine(mask(path))}`;
