import type { FilePart } from '../calls/http.ts';

/** A body and its type, as they are sent. */
export interface Multipart {
  readonly contentType: string;
  readonly body: Buffer;
}

/** One file as the field `file` of `multipart/form-data` (RFC 7578). The file name is escaped as browsers do it. */
export function multipartOf(file: FilePart): Multipart {
  const content = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
  const boundary = boundaryFor(content);
  const name = file.name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const head =
    `--${boundary}\r\n` +
    `Content-Disposition: form-data; name="file"; filename="${name}"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n';
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

/** The first boundary of a series that the content does not contain. Needs no randomness and is never ambiguous. */
function boundaryFor(content: Buffer): string {
  for (let number = 0; ; number++) {
    const boundary = `docs-cli-boundary-${number}`;
    if (!content.includes(boundary)) return boundary;
  }
}
