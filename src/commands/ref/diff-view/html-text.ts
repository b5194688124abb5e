import { cleanLine } from '../../../ui/clean.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that others wrote, for use between tags or in a quoted attribute: one line, no control characters, no markup. */
export const htmlText = (text: string): string =>
  cleanLine(text).replaceAll(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);
