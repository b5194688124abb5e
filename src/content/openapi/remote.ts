import { MAX_DEFINITION_BYTES } from '../../model/operations.ts';

/** Milliseconds that one referenced document may take. */
const TIMEOUT_MS = 30_000;

export const isRemote = (reference: string): boolean => /^https?:\/\//i.test(reference);

/** The body at `url`, at most 8 MB. Nothing is sent along: no key, no cookie. */
export async function fetchReference(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const response = await fetch(url, { signal: limit, credentials: 'omit' }).catch(
    (cause: unknown): never => {
      signal.throwIfAborted();
      throw new Error('the address could not be reached', { cause });
    },
  );
  if (!response.ok) throw new Error(`the address answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_DEFINITION_BYTES) throw new Error('the document is over 8 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
