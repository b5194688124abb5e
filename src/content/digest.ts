import { createHash } from 'node:crypto';
import type { Digest } from '../model/ids.ts';

/** SHA-256 of `text` in UTF-8, in base64url: 43 characters. */
export const digestOf = (text: string): Digest =>
  createHash('sha256').update(text, 'utf8').digest('base64url') as Digest;
