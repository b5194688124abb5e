/** The heading of output that a run of `docs` writes on a forge. */
import { markdownText } from '../../../ui/markdown.ts';

/**
 * The platform is compared with all pages of the branch, so changes outside the pull request cannot
 * be distinguished.
 */
export const OF_THE_BRANCH =
  'This plan is of the whole branch: it may list changes of others that were not pushed yet.';

/**
 * @param configuration its name, if the repository has several; null if there is only the default
 * one
 */
export const docsHeading = (what: string, configuration: string | null): string =>
  `### docs${configuration === null ? '' : ` (${markdownText(configuration)})`}: ${what}`;
