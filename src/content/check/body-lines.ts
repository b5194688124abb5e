import type { CheckedBody } from './site.ts';

/** The line in the file of a line in a body. */
export const lineIn = ({ section }: CheckedBody, line: number): number => section.line + line - 1;
