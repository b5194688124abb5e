/** Text of pages, which may have been written to deceive whoever reviews it. */
import { escapeHtml } from '../../content/darkdown/write/html.ts';
import { showHidden } from '../../model/text/hidden-characters.ts';

/** HTML of a text: what is hidden in it shows. */
export const textHtml = (text: string): string => escapeHtml(showHidden(text));

/**
 * Raw HTML of a page, harmless already, without what a review marks changes with: who trusts a review must be able to tell its marks from
 * those of the page, and what is hidden in it shows.
 */
export const plainHtml = (safe: string): string =>
  showHidden(safe).replaceAll(/<\/?[a-z][^>]*>/gi, (tag) =>
    tag
      .replace(/ class="[^"]*"/, '')
      .replace(/^<(\/?)ins\b/, '<$1u')
      .replace(/^<(\/?)del\b/, '<$1s'),
  );
