/** What pages of the site may load (Content-Security-Policy). */

/** Nothing runs, and nothing looks like anything, but what comes from the site itself; pictures and films may come from elsewhere. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: https: http:",
  // Custom HTML, in a sandbox.
  "frame-src 'self'",
  "media-src 'self' https: http:",
  "base-uri 'none'",
  "form-action 'none'",
];
