/** Decompresses answers that a proxy compressed although we did not ask for it. Loaded only when such an answer arrives. */
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, constants, createBrotliDecompress, createUnzip, unzip } from 'node:zlib';
import { BrokenBody } from './exchange.ts';
import type { Answered, Exchange, Head, Opened } from './exchange.ts';
import { networkError } from './network-error.ts';
import type { NetworkError } from './network-error.ts';

/** Only a part of a refusal is read, so its end may be missing. */
const REFUSAL = { finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI_REFUSAL = { finishFlush: constants.BROTLI_OPERATION_FLUSH };

/**
 * Decompresses an answer, up to `mostBytes`. If a successful answer cannot be decompressed, it counts as
 * broken; of such a refusal only the status is kept.
 */
export async function unpack(
  { head, body }: Answered,
  mostBytes: number,
  timeoutMs: number,
): Promise<Exchange> {
  const isRefusal = head.status >= 300;
  const isBrotli = encodingOf(head) === 'br';
  const most = { maxOutputLength: mostBytes };
  try {
    const text = isBrotli
      ? await promisify(brotliDecompress)(body, { ...most, ...(isRefusal ? BROTLI_REFUSAL : {}) })
      : await promisify(unzip)(body, { ...most, ...(isRefusal ? REFUSAL : {}) });
    return { kind: 'answered', head: unpacked(head), body: text };
  } catch (error) {
    if (isRefusal) return { kind: 'answered', head: unpacked(head), body: Buffer.alloc(0) };
    return { kind: 'broken', sent: true, head, error: whyNot(error, timeoutMs) };
  }
}

function whyNot(error: unknown, timeoutMs: number): NetworkError {
  const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
  return networkError(isLarge ? 'ANSWER_TOO_LARGE' : 'ANSWER_PACKED', timeoutMs);
}

/** The same for an answer whose body is still arriving. */
export function unpackStream({ kind, head, body }: Opened, timeoutMs: number): Opened {
  return { kind, head: unpacked(head), body: unzipped(body, encodingOf(head), timeoutMs) };
}

async function* unzipped(
  body: Opened['body'],
  encoding: string,
  timeoutMs: number,
): AsyncGenerator<Uint8Array> {
  const unzipping = encoding === 'br' ? createBrotliDecompress() : createUnzip();
  try {
    // An error of the body itself is thrown here too.
    yield* pipeline(Readable.from(body, { objectMode: false }), unzipping, () => undefined);
  } catch (error) {
    throw error instanceof BrokenBody ? error : new BrokenBody(whyNot(error, timeoutMs));
  }
}

const encodingOf = ({ headers }: Head): string =>
  (headers['content-encoding'] ?? '').trim().toLowerCase();

function unpacked(head: Head): Head {
  const { 'content-encoding': _, 'content-length': __, ...headers } = head.headers;
  return { ...head, headers };
}
