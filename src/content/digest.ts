import { hash } from 'node:crypto';
import type { Digest } from '../model/ids.ts';

/** SHA-256 of `text` in UTF-8, in base64url: 43 characters. */
export const digestOf = (text: string): Digest => hash('sha256', text, 'base64url') as Digest;
