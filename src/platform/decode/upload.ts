import { MAX_DEFINITION_BYTES } from '../../model/operations.ts';
import { shortQuote } from './value.ts';
import { invalid, Refusal } from '../refusal.ts';
import { readBody } from './read-body.ts';
import type { HttpRequest } from '../../http/exchange.ts';

/** What a multipart body adds to its file: boundaries, and headers of the part. */
const MULTIPART_OVERHEAD = 64 * 1024;

/** The only parameter, in quotes or not, with the characters of RFC 2046, section 5.1.1. */
const BOUNDARY =
  /^[^;]*;\s*boundary=(?:"([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])"|([\w'()+,./:=?-]{1,70}))\s*$/i;

/**
 * The bytes of the form field `file` (contract, "Add or update a reference specification").
 * @throws Refusal `invalid` if the body is not a form, has no such file or several, or the file is too large
 */
export async function readUpload({ headers, body }: HttpRequest): Promise<Uint8Array> {
  const type = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new Refusal('invalid', 'The request body must be multipart/form-data with a file');
  }
  const boundary = BOUNDARY.exec(type)?.slice(1).find(Boolean);
  if (boundary === undefined) {
    throw new Refusal(
      'invalid',
      'The Content-Type must have a boundary of 1 to 70 characters, and no other parameter',
    );
  }
  const bytes = await readBody(body, MAX_DEFINITION_BYTES + MULTIPART_OVERHEAD);
  const { field, isFile, content } = onlyPart(bytes, boundary);
  if (field !== 'file') throw invalid(shortQuote(field), 'is not a field of this request');
  if (!isFile) throw new Refusal('invalid', 'No file provided.');
  if (content.length > MAX_DEFINITION_BYTES) {
    throw invalid('file', `is larger than ${MAX_DEFINITION_BYTES} bytes`);
  }
  return content;
}

interface Part {
  readonly field: string;
  readonly isFile: boolean;
  readonly content: Uint8Array;
}

/** The part of a form that has one. Others are not read: a body could have a hundred thousand. */
function onlyPart(bytes: Buffer, boundary: string): Part {
  const start = bytes.indexOf('\r\n\r\n') + 4;
  const mark = Buffer.from(`\r\n--${boundary}`);
  const end = bytes.indexOf(mark, start);
  const head = bytes.toString('utf8', 0, Math.min(start, MULTIPART_OVERHEAD));
  const said = /^content-disposition:[ \t]*form-data[ \t]*(;.*)$/im.exec(head)?.[1] ?? '';
  const field = /;[ \t]*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(said)?.slice(1).find(Boolean);
  if (!head.startsWith(`--${boundary}\r\n`) || end < 0 || field === undefined) {
    throw new Refusal('invalid', 'The form cannot be read');
  }
  const isLast = bytes.toString('latin1', end + mark.length, end + mark.length + 2) === '--';
  if (!isLast) throw invalid(shortQuote(field), 'is not the only part of the form');
  const isFile = /;[ \t]*filename\*?=/i.test(said);
  return { field, isFile, content: new Uint8Array(bytes.subarray(start, end)) };
}
