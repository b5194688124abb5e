/** Links without text. No fix removes one, because the author wanted a link there. */
import { check } from '../darkdown/read/syntax.ts';
import { findLinks } from '../links/find-links.ts';
import { lineIn } from './linkable-pages.ts';
import { finding } from './finding.ts';
import type { CheckFinding } from './finding.ts';
import type { CheckedPage, Site } from './linkable-pages.ts';
import { targetOf } from './targets.ts';

/**
 * The fix of a link to a page of the project uses the title of that page as its text: `[auto$](…)`.
 */
export function checkEmptyLinks(page: CheckedPage, site: Site): CheckFinding[] {
  return page.bodies.flatMap((body) => {
    const { document } = body;
    if (!document.source.includes('[](')) return [];
    return check(document).flatMap((found) => {
      const { rule, message, column, emptyLink } = found;
      if (rule !== 'empty-link') return [];
      const at = { file: page.file, line: lineIn(body, found.line), column, message };
      if (emptyLink === null || !leadsToPage(emptyLink, page, site)) {
        return finding(rule, { ...at, hint: 'Give it a text, or remove it' });
      }
      const hint = 'Give it a text, or let it show the title of its page: `[auto$](…)`';
      const edits = [{ line: at.line, column: column + 1, length: 0, text: 'auto$' }];
      return finding(rule, { ...at, hint, fix: { kind: 'edits', edits } });
    });
  });
}

function leadsToPage(source: string, page: CheckedPage, site: Site): boolean {
  const target = findLinks(source)[0]?.target;
  return target !== undefined && targetOf(target, page, site).kind === 'page';
}
