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
    const before = beforeInvalid(bytes);
    const byte = (bytes[Buffer.byteLength(before)] ?? 0).toString(16).padStart(2, '0');
    return {
      ok: false,
      message: `byte 0x${byte} is not UTF-8; save the file as UTF-8`,
      before: before.replace(BOM, ''),
    };
  }
}

const BOM = /^\uFEFF/;

/** ASCII in UTF-16 without a mark: every other byte is zero. */
const looksLikeUtf16 = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 &&
  (bytes[0] === 0) !== (bytes[1] === 0) &&
  (bytes[2] === 0) !== (bytes[3] === 0);

/** What a decoder writes for an invalid character. A text may have it, too. */
const REPLACEMENT = '\uFFFD';

/** The text before the first invalid character, with its byte order mark. */
function beforeInvalid(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const own = Buffer.from(REPLACEMENT);
  let [offset, start] = [0, 0];
  for (;;) {
    const at = text.indexOf(REPLACEMENT, start);
    offset += Buffer.byteLength(text.slice(start, at));
    if (at < 0 || !own.equals(bytes.subarray(offset, offset + own.length)))
      return text.slice(0, at);
    offset += own.length;
    start = at + 1;
  }
}
