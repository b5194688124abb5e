/** HTML of page texts, which may have been written to deceive the reviewer. */
import { escapeHtml } from '../../../content/darkdown/write/html.ts';
import { showHidden } from '../../../model/text/hidden-characters.ts';

/** HTML of a text, with hidden characters made visible. */
export const textHtml = (text: string): string => escapeHtml(showHidden(text));

/**
 * Sanitised HTML with hidden characters shown, and without elements that mark changes in a review:
 * a reviewer must be able to tell the review's marks from the page's.
 */
export const plainHtml = (safe: string): string =>
  showHidden(safe).replaceAll(/<\/?[a-z][^>]*>/gi, (tag) =>
    tag
      .replace(/ class="[^"]*"/, '')
      .replace(/^<(\/?)ins\b/, '<$1u')
      .replace(/^<(\/?)del\b/, '<$1s'),
  );
