/** A site whose pages are the files that a test names. */
import { FolderSite } from '../../src/site/folder/folder-site.ts';
import { SERVED } from '../../src/site/addresses.ts';
import { answerTo } from '../../src/site/answer.ts';
import { PUBLIC } from '../../src/content/page/visibility.ts';
import type { Reader } from '../../src/content/page/visibility.ts';
import type { Stage } from '../../src/site/html/page.ts';
import { Icons } from '../../src/site/icons.ts';
import { SiteView } from '../../src/site/site-view.ts';
import { iconLines } from '../../tools/icons.js';
import { temporaryFolder } from '../support/folder.ts';
import { projectAt } from '../support/project.ts';

export const stageOf = (view: SiteView): Stage => ({
  view,
  addresses: SERVED,
  icons: new Icons(iconLines),
  script: 'site.js',
  search: 'served',
});

export async function siteOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  reader: Reader = PUBLIC,
) {
  const root = await temporaryFolder(files);
  const source = await FolderSite.open(projectAt(root));
  const view = new SiteView(source.site, reader);
  const stage = stageOf(view);
  return {
    source,
    view,
    at: async (path: string) => {
      const answer = await answerTo(path, source, stage);
      return 'location' in answer
        ? { status: answer.status, body: answer.location }
        : { status: answer.status, body: answer.body };
    },
  };
}

export const page = (title: string, body = '', header = ''): string =>
  `---\ntype: page\ntitle: ${title}\n${header}---\n\n${body}\n`;
