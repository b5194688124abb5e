import { Refusal } from '../refusal.ts';

/**
 * All bytes of a body. One that is larger than `most` is read to its end and thrown away, so that the caller gets to read
 * why it was refused; at eight times that the platform stops listening.
 */
export async function readBody(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length <= most) chunks.push(chunk);
    else chunks.length = 0;
    if (length > most * 8) break;
  }
  if (length > most) throw new Refusal('invalid', `The request body is larger than ${most} bytes`);
  return Buffer.concat(chunks, length);
}

/** The text of a body in UTF-8, which is the only encoding that JSON is sent in (RFC 8259, section 8.1). */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('invalid', 'The request body is not UTF-8');
  }
}
