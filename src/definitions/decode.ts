/** The text of a definition's bytes, or why they are not text. */
export type Encoding =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly message: string;
      /** The text before the invalid part. */
      readonly before: string;
    };

const BOMS = [
  { name: 'UTF-32', bytes: [0xff, 0xfe, 0, 0] },
  { name: 'UTF-32', bytes: [0, 0, 0xfe, 0xff] },
  { name: 'UTF-16', bytes: [0xff, 0xfe] },
  { name: 'UTF-16', bytes: [0xfe, 0xff] },
] as const;

/** The text of a definition file, without its byte order mark. Only UTF-8 is accepted: JSON allows nothing else (RFC 8259, section 8.1). */
export function decodeText(bytes: Uint8Array): Encoding {
  const foreign = BOMS.find((bom) => bom.bytes.every((byte, at) => bytes[at] === byte))?.name;
  const name = foreign ?? (looksLikeUtf16(bytes) ? 'UTF-16' : undefined);
  if (name !== undefined) {
    return { ok: false, message: `the file is ${name}; save it as UTF-8`, before: '' };
  }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    const offset = firstBadByte(bytes);
    const before = new TextDecoder().decode(bytes.subarray(0, offset));
    const byte = (bytes[offset] ?? 0).toString(16).padStart(2, '0');
    return {
      ok: false,
      message: `byte 0x${byte} is not UTF-8; save the file as UTF-8`,
      before,
    };
  }
}

/** ASCII in UTF-16 without a mark: every other byte is zero. */
const looksLikeUtf16 = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 &&
  (bytes[0] === 0) !== (bytes[1] === 0) &&
  (bytes[2] === 0) !== (bytes[3] === 0);

/**
 * The offset of the first invalid character, found by binary search: a prefix decodes as the start of a stream exactly if no invalid character
 * ends in it. The result then moves back to the start of the last character if that was cut off.
 */
function firstBadByte(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (decodes(bytes.subarray(0, middle), true)) good = middle;
    else bad = middle;
  }
  while (!decodes(bytes.subarray(0, good), false)) good -= 1;
  return good;
}

function decodes(bytes: Uint8Array, stream: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream });
    return true;
  } catch {
    return false;
  }
}
