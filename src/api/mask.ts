/** Makes text from a server safe to show. */
import { isUtf8 } from 'node:buffer';
import { MASKED, maskOf } from '../model/text/mask.ts';

/** Hides the key in bytes: as it is, and in text also in the other forms that `maskOf` knows. */
export function maskBytes(bytes: Buffer, key: string): Buffer {
  if (isUtf8(bytes)) return Buffer.from(maskOf(key)(bytes.toString()));
  if (key === '' || !bytes.includes(key)) return bytes;
  // latin1 maps each byte to one character and back, so the other bytes do not change.
  const hidden = bytes.toString('latin1').replaceAll(Buffer.from(key).toString('latin1'), MASKED);
  return Buffer.from(hidden, 'latin1');
}

const MAX_LENGTH = 300;

/** One line for people: without control and direction characters, and shortened. */
export function oneLine(text: string): string {
  // Cut first, because cleaning looks at every character and a hostile text may have any size.
  const clean = text
    .slice(0, MAX_LENGTH * 4)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH - 1)}…` : clean;
}
