/** A grey picture of a size. */
import { deflateSync } from 'node:zlib';

export function pngOf(width: number, height: number): Uint8Array {
  const chunk = (name: string, content: Uint8Array): Buffer => {
    const named = Buffer.concat([Buffer.from(name), content]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(content.length);
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(crcOf(named));
    return Buffer.concat([size, named, crc]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width, 170)]);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crcOf(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
