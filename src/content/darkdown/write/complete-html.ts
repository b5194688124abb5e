/** Sanitises raw HTML and colours code. Loads each library for the first page that needs it. */
import { escapeHtml } from './html.ts';
import type { Deferred, PartialHtml } from './to-html.ts';

/** The complete HTML, including the parts that need a library. */
export async function completeHtml({ html, deferred }: PartialHtml): Promise<string> {
  if (deferred.length === 0) return html;
  const [first = '', ...rest] = html.split('\0');
  const kinds = new Set(deferred.map(({ kind }) => kind));
  const sanitise = kinds.has('html') ? (await import('./sanitise.ts')).sanitise : escapeHtml;
  const highlight = kinds.has('code') ? (await import('./highlight.ts')).highlight : escapeHtml;
  const fill = (part: Deferred | undefined): string => {
    if (part === undefined) return '';
    return part.kind === 'html' ? sanitise(part.html) : highlight(part.code, part.language);
  };
  return first + rest.map((text, index) => fill(deferred[index]) + text).join('');
}
