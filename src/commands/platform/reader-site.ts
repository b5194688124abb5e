/** The site of a running platform for readers: public content of its store. */
import { projectRedirects } from '../../content/redirects/redirects-file.ts';
import type { HttpHandler } from '../../system/http/exchange.ts';
import type { SiteForReaders } from '../../platform/platform-options.ts';
import { SERVED } from '../../site/addresses.ts';
import type { Stage } from '../../site/html/page.ts';
import { movedFor } from '../../site/site-redirects.ts';
import { ownIcons } from '../shared/site-server/own-files.ts';
import { serveSite } from '../shared/site-server/site-server.ts';

/** The most results of a search. */
const MAX_FOUND = 12;

/**
 * Answers only for this machine, and never checks a key. The redirect rules are those of the folder
 * `root`, because the platform has no API for them.
 */
export const readerSite = (packageFolder: string, root: string) => {
  const icons = ownIcons(packageFolder);
  return (site: SiteForReaders): HttpHandler =>
    serveSite(
      {
        async page(path) {
          const { answerTo } = await import('../../site/answer.ts');
          const { source, view } = await site.now();
          const stage: Stage = {
            view,
            addresses: SERVED,
            icons,
            script: 'site.js',
            search: 'served',
          };
          const answer = await answerTo(path, source, stage);
          if (answer.status !== 404) return answer;
          return movedFor(path, projectRedirects(root).rules, view) ?? answer;
        },
        async definition(name) {
          const { definitionJson } = await import('../../site/answer.ts');
          const { source, view } = await site.now();
          return definitionJson(name, source, view);
        },
        search: (query, version, everywhere) => site.find(query, version, everywhere, MAX_FOUND),
        // The store has no theme.
        theme: () => null,
        folder: null,
      },
      packageFolder,
      null,
    );
};
