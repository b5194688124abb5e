/**
 * Finds all problems of a project's pages. No disk, no network. Loads markdown-it only if needed.
 */
import { checkBody } from './body.ts';
import { checkGatedDefinitions } from './link-definitions.ts';
import { checkEmptyLinks } from './empty-links.ts';
import { checkConflict, checkNoText, checkEncoding, checkStraySections } from './encoding.ts';
import type { CheckFinding } from './finding.ts';
import { checkFollows } from './follows.ts';
import { checkHeader } from './header.ts';
import { checkLinks } from './links.ts';
import { Readings } from './references.ts';
import type { CheckedPage, Site } from './linkable-pages.ts';
import { checkSnippets } from './snippets.ts';
import { checkDuplicates, checkFolderSlugs, checkSlug } from './structure.ts';
import { checkHeaderInText } from './text/header-in-text.ts';
import { checkTables } from './tables.ts';
import { checkVariables } from './variables.ts';

/** Checks a page file by itself. `text` is the text on disk. */
export function checkPage(
  page: Pick<CheckedPage, 'file' | 'page' | 'bodies'>,
  text: string,
): CheckFinding[] {
  const noText = checkNoText(page.file, text);
  if (noText.length > 0) return [...checkEncoding(page.file, text), ...noText];
  return [
    ...checkEncoding(page.file, text),
    ...checkConflict(page.file, text),
    ...checkStraySections(page.file, text, page.page),
    ...checkHeader(page.file, text, page.page),
    ...checkHeaderInText(page.file, page.page),
    ...page.bodies.flatMap((body) => checkBody(page.file, body)),
  ];
}

/**
 * Checks the pages against each other. `asked` selects the pages whose findings are returned.
 * `readings`: pages that were parsed before.
 */
export async function checkSite(
  pages: readonly CheckedPage[],
  site: Site,
  asked: (page: CheckedPage) => boolean,
  readings = new Readings(),
): Promise<CheckFinding[]> {
  const findings = [...checkDuplicates(pages), ...checkFolderSlugs(pages.filter(asked))];
  for (const page of pages) {
    if (!asked(page)) continue;
    findings.push(...checkSlug(page), ...checkFollows(page, site));
    for (const finding of checkEmptyLinks(page, site)) findings.push(finding);
    for (const finding of await checkLinks(page, site, readings)) findings.push(finding);
    for (const body of page.bodies) {
      findings.push(...checkSnippets(page.file, body, site));
      for (const each of await checkVariables(page, body, readings)) findings.push(each);
      for (const each of await checkGatedDefinitions(page.file, body)) findings.push(each);
      for (const each of await checkTables(page.file, body)) findings.push(each);
    }
  }
  return findings;
}
