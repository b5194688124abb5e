/** Text of pages, which may have been written to deceive whoever reviews it. */
import { escapeHtml } from '../../content/darkdown/write/html.ts';
import { showHidden } from '../../model/text/hidden-characters.ts';

/** HTML of a text: what is hidden in it shows. */
export const textHtml = (text: string): string => escapeHtml(showHidden(text));
