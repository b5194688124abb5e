/** What answers of the site say besides their content. */
import { POLICY } from '../site/policy.ts';

/** A picture that is a document of its own runs nothing and loads nothing. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const COMMON: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** @param type with its charset */
export const headersFor = (type: string): Record<string, string> => ({
  ...COMMON,
  'Content-Type': type,
  'Content-Security-Policy': type.startsWith('image/')
    ? PICTURE_POLICY
    : [...POLICY, "frame-ancestors 'none'"].join('; '),
});
