import { didYouMean } from '../../model/text/nearest.ts';
import type { OpenedAddress } from './document.ts';
import type { Config } from '../../config/config.ts';
import { nearestPage, pathsNamed } from '../../content/folder/page-names.ts';
import type { CalledPage } from '../../content/folder/page-names.ts';
import type { Context } from '../../context.ts';
import { isLoopback } from '../../model/address.ts';
import { Failure } from '../../model/failure.ts';
import type { PageKey } from '../../model/ids.ts';
import { openBrowser } from '../shared/open-browser.ts';
import { readerLinks } from '../shared/sync-run/reader-links.ts';
import { readLastShared, scanFolder } from '../../sync/reader.ts';

/**
 * Opens the address of a page, or of the site, in the browser if somebody is at the terminal.
 * Prints it in any case. Rejects with `usage` if this folder has no such page, and with `config` if
 * the address of the site is not known.
 */
export async function openAddress(context: Context, page: string | undefined): Promise<void> {
  const { host, ui } = context;
  const config = await context.config();
  const url = page === undefined ? startOf(config) : await addressOf(context, config, page);
  const opened = host.stdout.isTTY === true && ui.interactive;
  if (opened) await openBrowser(url, host, config.root, ui);
  await ui.result<OpenedAddress>({ url, opened }, () => url);
}

/** The address of the readers' site; null if it is not known. The embedded platform has it at its own. */
function siteOf({ site, baseUrl }: Config): string | null {
  if (site.value !== null) return new URL(site.value).href;
  const own = new URL(baseUrl.value);
  return isLoopback(own) ? `${own.origin}/` : null;
}

function startOf(config: Config): string {
  const site = siteOf(config);
  if (site !== null) return site;
  throw siteUnknown();
}

async function addressOf(context: Context, config: Config, name: string): Promise<string> {
  const key = await keyOf(context, name);
  const url = readerLinks(siteOf(config))(key);
  if (url === null) throw siteUnknown();
  return url;
}

const siteUnknown = (): Failure =>
  new Failure('config', 'The address of the site is not known.', {
    hint: 'Write it in docs-cli.config.yml, such as site: https://docs.example.com',
  });

/** The key of a page that has a file here, or a line in the lock. */
async function keyOf(context: Context, name: string): Promise<PageKey> {
  const { host } = context;
  const project = await context.project();
  const [local, lock] = await Promise.all([
    scanFolder(project, { remember: false, signal: host.signal }),
    readLastShared(project),
  ]);
  const paths = pathsNamed(name, { root: project.root, workingFolder: host.cwd });
  const called: CalledPage[] = [];
  for (const key of new Set([...local.pages.keys(), ...lock.pages.keys()])) {
    const page = local.pages.get(key);
    const id = lock.pages.get(key)?.id;
    const isFile = page !== undefined && paths.includes(page.file);
    if (isFile || name === key || name === String(id ?? '')) return key;
    called.push({ key, file: page?.file ?? '', ...(page ? { title: page.title } : {}) });
  }
  const near = nearestPage(name, called);
  throw new Failure('usage', `There is no page "${name}" in this folder.`, {
    hint: didYouMean(near, 'Name it by file, key (version/documentation/slug) or id'),
  });
}
