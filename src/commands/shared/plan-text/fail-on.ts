import { FAIL_ON, type FailOnVerdict } from '../../../model/change.ts';
import { grouped } from '../../../model/text/count.ts';

/** The findings of `--fail-on` in words: `2 conflicts, 1 file that cannot be sent` */
export const failOnWords = ({ found }: FailOnVerdict): string =>
  found
    .map(({ kind, number }) => `${grouped(number)} ${FAIL_ON[kind][number === 1 ? 0 : 1]}`)
    .join(', ');

/** The last line of a plan with `--fail-on`. */
export const failOnLine = (verdict: FailOnVerdict): string => {
  const { kinds, found, exitCode } = verdict;
  const asked = `--fail-on ${kinds.join(',')}`;
  return found.length === 0
    ? `${asked}: nothing found, exit code 0`
    : `${asked}: ${failOnWords(verdict)}; exit code ${exitCode}`;
};
