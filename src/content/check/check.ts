/** All findings about the pages of a project. No disk, no network; markdown-it only for pages that are in doubt. */
import { checkBody } from './body.ts';
import { checkEncoding } from './encoding.ts';
import type { Finding } from './finding.ts';
import { checkHeader } from './header.ts';
import { checkLinks } from './links.ts';
import type { Reader } from './links.ts';
import { plainAnchorsOf } from './plain-headings.ts';
import type { PageAnchors } from './reading.ts';
import type { CheckedBody, CheckedPage, Site } from './site.ts';
import { checkTwins } from './structure.ts';

/** A page file by itself; `text` is what is on disk. */
export const checkPage = (
  page: Pick<CheckedPage, 'file' | 'page' | 'bodies'>,
  text: string,
): Finding[] => [
  ...checkEncoding(page.file, text),
  ...checkHeader(page.file, text, page.page),
  ...page.bodies.flatMap((body) => checkBody(page.file, body)),
];

/** The pages against each other. `asked`: the pages whose findings are wanted; the others are what links lead to. */
export async function checkSite(
  pages: readonly CheckedPage[],
  site: Site,
  asked: (page: CheckedPage) => boolean,
): Promise<Finding[]> {
  const reader = lazyReader();
  const findings = checkTwins(pages);
  for (const page of pages) {
    if (asked(page)) findings.push(...(await checkLinks(page, site, reader)));
  }
  return findings;
}

/** Each page is read at most once for its anchors, and once a body for what it links to. */
function lazyReader(): Reader {
  const plain = new Map<CheckedPage, ReadonlySet<string>>();
  const anchors = new Map<CheckedPage, PageAnchors | null>();
  return {
    hasPlainAnchor(page, fragment) {
      let known = plain.get(page);
      if (!known) {
        known = new Set(page.bodies.flatMap(({ document }) => [...plainAnchorsOf(document)]));
        plain.set(page, known);
      }
      return known.has(fragment);
    },
    async hrefs({ document }: CheckedBody) {
      const { hrefsOf } = await import('./reading.ts');
      return hrefsOf(document);
    },
    async anchors(page) {
      const known = anchors.get(page);
      if (known !== undefined) return known;
      const { anchorsOf } = await import('./reading.ts');
      const documents = page.bodies.map(({ document }) => document);
      let isWhole = true;
      const found = anchorsOf(documents, (id) => {
        const body = page.synced?.get(id);
        isWhole &&= body !== undefined;
        return body;
      });
      anchors.set(page, isWhole ? found : null);
      return isWhole ? found : null;
    },
  };
}
