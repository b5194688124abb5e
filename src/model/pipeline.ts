/**
 * Whether the process runs in a pipeline: `CI` is set, and not to `false` or `0`. Some CI services
 * have a terminal, and nobody who sees it or types on it.
 */
export const inPipeline = (env: Readonly<Record<string, string | undefined>>): boolean =>
  !NOT_SET.has(env['CI'] ?? '');

const NOT_SET = new Set(['', 'false', '0']);
