import { Refusal } from '../refusal.ts';

/**
 * All bytes of a body. One that ends before it is whole is its sender's doing, and is refused. One that is larger
 * than `most` is read to its end and dropped, so that the caller can read why it was refused. At eight times that size
 * the platform stops reading.
 */
export async function readBody(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length <= most) chunks.push(chunk);
      else chunks.length = 0;
      if (length > most * 8) break;
    }
  } catch {
    throw new Refusal('invalid', 'The request body is not whole');
  }
  if (length > most) throw new Refusal('invalid', `The request body is larger than ${most} bytes`);
  return Buffer.concat(chunks, length);
}

/** The text of a body in UTF-8, the only encoding for JSON between systems (RFC 8259, section 8.1). */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('invalid', 'The request body is not UTF-8');
  }
}
