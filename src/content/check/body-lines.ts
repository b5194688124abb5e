import type { CheckedBody } from './site.ts';

/** The line in the file, from 1, of a line in a body, from 1. */
export const lineIn = ({ section }: CheckedBody, line: number): number => section.line + line - 1;
