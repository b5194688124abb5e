/** The links to a page in files of the project. */
import { relative, resolve } from 'node:path';
import { Readings } from '../../content/check/references.ts';
import type { CheckedPage } from '../../content/check/linkable-pages.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { didYouMean, nearest } from '../../model/text/nearest.ts';
import { readLastShared } from '../../sync/reader.ts';
import type { LinksTo, LinkTo } from './document.ts';
import { linksToView } from './view.ts';
import { linksBetween } from '../shared/links-to.ts';
import { checkFolders } from '../shared/page-folders/checked-folders.ts';
import { ignoredIn } from '../../system/git/working-tree.ts';
import { readTexts } from '../../content/folder/folder-of-texts.ts';

/** Prints the links on other pages to the page with this key, file or id. No request. */
export async function listLinksTo(context: Context, name: string): Promise<void> {
  const project = await context.project();
  const read = await Promise.all(project.contents.map((folder) => readTexts(project, folder)));
  const { pages, site } = await checkFolders(
    project,
    read,
    ignoredIn({ root: project.root, ...context.host }),
  );
  const page = await pageNamed(context, name, pages);
  const readings = new Readings();
  const links: LinkTo[] = [];
  for (const each of pages) {
    if (each.key === page.key) continue;
    for (const { file, line, target } of await linksBetween(each, page, site, readings)) {
      links.push({ file, line, href: target, from: each.key });
    }
  }
  const document: LinksTo = { page: page.key, links };
  await context.ui.result(document, linksToView, { long: true });
}

async function pageNamed(
  context: Context,
  name: string,
  pages: readonly CheckedPage[],
): Promise<CheckedPage> {
  const project = await context.project();
  const file = relative(project.root, resolve(context.host.cwd, name)).replaceAll('\\', '/');
  const found = pages.find(({ key }) => key === name) ?? pages.find((page) => page.file === file);
  if (found) return found;
  if (/^\d{1,15}$/.test(name)) {
    const lock = await readLastShared(project);
    const line = [...lock.pages.values()].find(({ id }) => String(id) === name);
    const page = pages.find(({ key }) => key === line?.key);
    if (page) return page;
  }
  const near = nearest(
    name,
    pages.flatMap((page) => [page.key, page.file]),
  );
  throw new Failure('usage', `No file here is the page "${name}".`, {
    hint: didYouMean(near, 'Name it by its key (version/documentation/slug), its file or its id'),
  });
}
