/** All findings about the pages of a project. No disk, no network. Loads markdown-it only for pages that need a whole reading. */
import { checkBody } from './body.ts';
import { checkEmptyLinks } from './empty-links.ts';
import { checkConflict, checkNoText, checkEncoding } from './encoding.ts';
import type { Finding } from './finding.ts';
import { checkHeader } from './header.ts';
import { checkLinks } from './links.ts';
import type { AnchorIndex } from './links.ts';
import { plainAnchorsOf } from './plain-headings.ts';
import type { PageReading } from './reading.ts';
import type { CheckedPage, Site } from './site.ts';
import { checkDuplicates, checkSlug } from './structure.ts';
import { checkHeaderInText } from './text/header-in-text.ts';
import { checkVariables } from './variables.ts';

/** A page file by itself; `text` is what is on disk. */
export function checkPage(
  page: Pick<CheckedPage, 'file' | 'page' | 'bodies'>,
  text: string,
): Finding[] {
  const noText = checkNoText(page.file, text);
  if (noText.length > 0) return [...checkEncoding(page.file, text), ...noText];
  return [
    ...checkEncoding(page.file, text),
    ...checkConflict(page.file, text),
    ...checkHeader(page.file, text, page.page),
    ...checkHeaderInText(page.file, page.page),
    ...page.bodies.flatMap((body) => checkBody(page.file, body)),
  ];
}

/** Checks the pages against each other. `asked`: the pages whose findings are wanted; links may lead to the others. */
export async function checkSite(
  pages: readonly CheckedPage[],
  site: Site,
  asked: (page: CheckedPage) => boolean,
): Promise<Finding[]> {
  const reader = lazyReader();
  const findings = checkDuplicates(pages);
  for (const page of pages) {
    if (!asked(page)) continue;
    findings.push(...checkSlug(page));
    for (const finding of checkEmptyLinks(page, site)) findings.push(finding);
    for (const finding of await checkLinks(page, site, reader)) findings.push(finding);
    for (const body of page.bodies) {
      const names = () => reader.variables(page, body);
      for (const each of await checkVariables(page.file, body, page.variables, names)) {
        findings.push(each);
      }
    }
  }
  return findings;
}

/** Reads each body at most once, whatever is asked about it. */
function lazyReader(): AnchorIndex {
  const plain = new Map<CheckedPage, ReadonlySet<string>>();
  const readings = new Map<CheckedPage, PageReading>();
  const read = async (page: CheckedPage): Promise<PageReading> => {
    const known = readings.get(page);
    if (known) return known;
    const { readPage } = await import('./reading.ts');
    const found = readPage(page);
    readings.set(page, found);
    return found;
  };
  return {
    hasPlainAnchor(page, fragment) {
      let known = plain.get(page);
      if (!known) {
        known = new Set(page.bodies.flatMap(({ document }) => [...plainAnchorsOf(document)]));
        plain.set(page, known);
      }
      return known.has(fragment);
    },
    hrefs: async (page, body) => (await read(page)).hrefs.get(body) ?? new Set(),
    anchors: async (page) => (await read(page)).anchors,
    variables: async (page, body) => (await read(page)).variables.get(body) ?? new Set(),
  };
}
