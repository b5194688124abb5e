/** `docs dev`: the folder as readers will see it, changing as files are saved. */
import { once } from 'node:events';
import type { Context } from '../../context.ts';
import { ownFolder } from '../../files/own.ts';
import type { Project } from '../../model/project.ts';
import { listen } from '../../http/listen.ts';
import type { Reader } from '../../content/page/visibility.ts';
import { count } from '../../ui/count.ts';
import { devView } from './view.ts';
import { ruleSettings } from '../../page-folders/rule-settings.ts';
import { LiveSite } from './live-site.ts';
import { openBrowser } from '../../site-server/open-browser.ts';
import { ownIcons } from '../../site-server/own-icons.ts';
import { listenNear } from '../../site-server/port.ts';
import { serveSite } from '../../site-server/site-server.ts';
import { watchFiles } from './watch-files.ts';
import type { Watching } from './watch-files.ts';

export interface DevFlags {
  readonly drafts: boolean;
  readonly audience: readonly string[];
  /** Left out: the usual one, or any if that is in use. */
  readonly port?: number;
  readonly open: boolean;
  /** Left out: loopback. */
  readonly host?: string;
}

/** Serves until the host's signal is aborted. No key is read, nothing is sent anywhere. */
export async function runDev(context: Context, flags: DevFlags): Promise<void> {
  const { host, ui } = context;
  const project = await context.project();
  const reader: Reader = { audiences: new Set(flags.audience), drafts: flags.drafts };
  const kept = await cacheFolder(context, project);
  const rules = await ruleSettings(context);
  const icons = ownIcons(host.packageFolder);
  const site = await LiveSite.open(
    project,
    reader,
    rules,
    kept,
    icons,
    () => sinceLastCommit(context),
    (text) => {
      ui.warn(text);
    },
  );
  const handler = serveSite(site, host.packageFolder, flags.host ?? null);
  const server = await listenNear(
    (port) => listen(handler, port, { address: flags.host }),
    flags.port,
  );
  const name = flags.host === undefined ? '127.0.0.1' : nameInUrl(flags.host);
  const url = `http://${name}:${server.port}/`;
  const beyond = flags.host !== undefined;
  const pages = site.pageCount;
  const view = devView({ pages, drafts: flags.drafts, beyond });
  let watching: Watching | undefined;
  try {
    await ui.item({ url, pid: host.pid }, view);
    if (flags.open) void openBrowser(url, host, project.root, ui);
    // The folder is read, and watched, behind the first page.
    await Promise.race([site.shown, host.clock.sleep(BEFORE_WATCHING_MS, host.signal)]).catch(
      () => undefined,
    );
    const warn = (error: unknown): void => {
      ui.warn(error instanceof Error ? error.message : String(error));
    };
    await site.read();
    const now = site.pageCount;
    if (now !== pages) {
      const there = `There ${now === 1 ? 'is' : 'are'} ${count(now, 'page')}`;
      ui.say(`${there}: files have changed since the last run.`);
    }
    site.keep();
    watching = watchFiles(project, (files) => void site.take(files).catch(warn), warn);
    // What changed between the reading of the folder and now was heard by nobody.
    site.lookAgain().catch(warn);
    if (!host.signal.aborted) await once(host.signal, 'abort');
  } finally {
    site.close();
    watching?.close();
    await server.close();
  }
  ui.say('Stopped.');
}

/** Against git, because no key is read here: what a push would change is told by the platform alone. */
async function sinceLastCommit(context: Context): Promise<string> {
  const { gitSides } = await import('../../review-run/git-sides.ts');
  const { reviewOf } = await import('../../review-run/write-review.ts');
  return (await reviewOf(context, await gitSides(context, [], 'HEAD'), true)).html;
}

/** Null without a config file: who only looks at a folder leaves nothing in it. */
async function cacheFolder(
  context: Context,
  { root, stateFolder }: Project,
): Promise<string | null> {
  const { file } = await context.config();
  return file === null ? null : ownFolder(root, stateFolder);
}

/** The longest that changes wait for a first page to be asked for. */
const BEFORE_WATCHING_MS = 1_000;

/** All addresses of a machine together are not one to go to. */
function nameInUrl(address: string): string {
  if (address === '0.0.0.0' || address === '::') return '127.0.0.1';
  return address.includes(':') ? `[${address}]` : address;
}
