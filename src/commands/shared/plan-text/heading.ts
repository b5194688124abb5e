/** The heading of what a run of `docs` leaves on a forge. */
import { markdownText } from '../../../ui/markdown.ts';

/** @param configuration its name, if the repository has several; null: there is only the usual one */
export const docsHeading = (what: string, configuration: string | null): string =>
  `### docs${configuration === null ? '' : ` (${markdownText(configuration)})`}: ${what}`;
