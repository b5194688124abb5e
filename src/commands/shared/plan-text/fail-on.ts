import type { FailOnVerdict } from '../../../model/change.ts';
import { foundWords } from './kinds.ts';

/** The findings of `--fail-on` in words: `2 pages in conflict, 1 file that cannot be sent` */
export const failOnWords = ({ found }: FailOnVerdict): string =>
  found.map(({ kind, number }) => foundWords(kind, number)).join(', ');

/** The last line of a plan with `--fail-on`. */
export const failOnLine = (verdict: FailOnVerdict): string => {
  const { kinds, found, exitCode } = verdict;
  const asked = `--fail-on ${kinds.join(',')}`;
  return found.length === 0
    ? `${asked}: nothing found, exit code 0`
    : `${asked}: ${failOnWords(verdict)}; exit code ${exitCode}`;
};
