import { MAX_DEFINITION_BYTES } from '../../model/operations.ts';
import { invalid, Refusal } from '../refusal.ts';
import { readBody } from './body.ts';
import type { HttpRequest } from './exchange.ts';

/** What a multipart body adds to its file: boundaries, headers of the parts, other small fields. */
const MULTIPART_OVERHEAD = 64 * 1024;

/**
 * The bytes of the form field `file` (contract, "Add or update a reference specification").
 * @throws Refusal `invalid` if the body is not a form, has no such file or several, or the file is too large
 */
export async function readUpload({ headers, body }: HttpRequest): Promise<Uint8Array> {
  const type = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new Refusal('invalid', 'The request body must be multipart/form-data with a file');
  }
  const most = MAX_DEFINITION_BYTES + MULTIPART_OVERHEAD;
  const bytes = await readBody(body, most);
  if (hasManyParts(bytes, type)) throw invalid('file', 'is not the only part of the form');
  const form = await parseForm(bytes, type);
  const unknown = [...form.keys()].find((field) => field !== 'file');
  if (unknown !== undefined) throw invalid(unknown.slice(0, 60), 'is not a field of this request');
  const [file, second] = form.getAll('file');
  if (file === undefined || typeof file === 'string') {
    throw new Refusal('invalid', 'No file provided.');
  }
  if (second !== undefined) throw invalid('file', 'is there twice');
  if (file.size > MAX_DEFINITION_BYTES) {
    throw invalid('file', `is larger than ${MAX_DEFINITION_BYTES} bytes`);
  }
  return new Uint8Array(await file.arrayBuffer());
}

/** More parts than any client of this operation sends. Each part costs the form's parser time, and a body could have a hundred thousand. */
const MOST_PARTS = 16;

function hasManyParts(bytes: Buffer, type: string): boolean {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type)?.slice(1).find(Boolean);
  if (boundary === undefined) return false;
  const mark = `\r\n--${boundary}`;
  let parts = 0;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) {
    parts += 1;
    if (parts > MOST_PARTS) return true;
  }
  return false;
}

async function parseForm(bytes: Buffer, type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), {
      headers: { 'Content-Type': type },
    }).formData();
  } catch (cause) {
    throw new Refusal('invalid', `The form cannot be read: ${(cause as Error).message}`);
  }
}
