/** The heading of what a run of `docs` leaves on a forge. */
import { markdownText } from '../../../ui/markdown.ts';

/** What a pull request did not change cannot be told apart: the platform is compared with all pages of the branch. */
export const OF_THE_BRANCH =
  'This plan is of the whole branch: it may list changes of others that were not pushed yet.';

/** @param configuration its name, if the repository has several; null: there is only the usual one */
export const docsHeading = (what: string, configuration: string | null): string =>
  `### docs${configuration === null ? '' : ` (${markdownText(configuration)})`}: ${what}`;
