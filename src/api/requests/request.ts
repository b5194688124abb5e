/** A request as it is carried out. */
import type { Permission } from '../../model/operations.ts';
import type { Departure } from '../calls/http.ts';
import type { Mask } from '../errors/mask.ts';
import { oneLine } from '../errors/mask.ts';
import type { PacedOperation } from '../pace/operation-queue.ts';

/** The type of what is sent and answered as JSON. */
export const JSON_TYPE = 'application/json';

/** Everything that sending a request takes, but for who asks, and where. */
export interface ApiRequest {
  readonly method: string;
  /** After the base URL, with its query. */
  readonly path: string;
  readonly contentType: string | null;
  readonly body: Buffer | string | null;
  /** A read changes nothing, so it may be sent again. */
  readonly kind: 'read' | 'write';
  /** How the answer is to be handed over: `stream`, if it is good, as it comes. */
  readonly answer: 'json' | 'bytes' | 'stream';
  readonly operation: PacedOperation;
  readonly permission: Permission | null;
  /** As `CallOf.mayLack`. */
  readonly mayLack?: string | undefined;
  readonly departure?: Departure | undefined;
  /** Headers that say who asks, names and values in turn. `keyed` adds them. */
  readonly credentials?: readonly string[];
}

/** How messages call a request: `PUT /page/17`. */
export const nameOf = ({ method, path }: ApiRequest, mask: Mask): string =>
  `${method} ${oneLine(mask(path))}`;
