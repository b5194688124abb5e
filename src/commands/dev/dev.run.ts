/** `docs dev`: the folder as readers will see it, changing as files are saved. */
import { once } from 'node:events';
import { relative } from 'node:path';
import type { Context } from '../../context.ts';
import { ignoredIn } from '../../system/git/working-tree.ts';
import { Failure } from '../../model/failure.ts';
import { requireFinishedMove } from '../../sync/reader.ts';
import type { FilePath } from '../../model/ids.ts';
import { listen } from '../../system/http/listen.ts';
import type { Listening } from '../../system/http/listen.ts';
import type { Reader } from '../../content/page/visibility.ts';
import { devView } from './view.ts';
import { warnOfPulledDrafts } from '../shared/page-folders/pulled-drafts.ts';
import { ruleSettings } from '../shared/page-folders/rule-settings.ts';
import { LiveSite } from './live-site.ts';
import { isOnlyHere } from '../shared/site-server/guard.ts';
import { openBrowser } from '../shared/open-browser.ts';
import { ownIcons } from '../shared/site-server/own-files.ts';
import { serveSite } from '../shared/site-server/site-server.ts';
import { watchFiles } from '../shared/watched-files/watch-files.ts';

export interface DevFlags {
  readonly drafts: boolean;
  readonly audience: readonly string[];
  /** Left out: the default port, or any port if that is in use. */
  readonly port?: number;
  readonly open: boolean;
  /** The address to listen on. Left out: loopback. */
  readonly host?: string;
}

/** Serves until the host's signal is aborted. Reads no key and sends no request. */
export async function runDev(context: Context, flags: DevFlags): Promise<void> {
  const { host, ui } = context;
  const project = await context.project();
  requireFinishedMove(project);
  const reader: Reader = { audiences: new Set(flags.audience), drafts: flags.drafts };
  const warn = (error: unknown): void => {
    ui.warn(error instanceof Error ? error.message : String(error));
  };
  // Watching starts before reading, so that no change is missed in between.
  let site: LiveSite | undefined;
  const early = new Set<FilePath>();
  const { file, editUrl } = await context.config();
  const config = file === null ? [] : [relative(project.root, file) as FilePath];
  const take = (files: ReadonlySet<FilePath>): void => {
    for (const changed of config) {
      if (files.has(changed)) warn(`${changed} has changed: start docs dev again to use it.`);
    }
    if (site) site.take(files).catch(warn);
    else for (const file of files) early.add(file);
  };
  const watching = watchFiles(project, take, warn, config);
  let server: Listening | undefined;
  try {
    site = await LiveSite.open({
      project,
      reader,
      rules: await ruleSettings(context),
      icons: ownIcons(host.packageFolder),
      isOnlyHere: isOnlyHere(flags.host ?? null),
      editUrl: editUrl.value ?? undefined,
      lastChanges: async () => {
        const { lastChanges } = await import('../shared/site-server/last-changes.ts');
        return lastChanges(context, project, true);
      },
      writeReview: () => sinceLastCommit(context),
      warn: (text) => {
        ui.warn(text);
      },
      samples: {
        // Asked each time, because rules change while pages are written.
        ignored: (files) => ignoredIn({ root: project.root, ...host })(files),
        shown: (file) => {
          watching.add(file);
        },
      },
    });
    if (early.size > 0) take(early);
    const handler = serveSite(site, host.packageFolder, flags.host ?? null);
    server = await listenNear((port) => listen(handler, port, { address: flags.host }), flags.port);
    const name = flags.host === undefined ? '127.0.0.1' : nameInUrl(flags.host);
    const url = `http://${name}:${server.port}/`;
    const beyond = flags.host !== undefined;
    const folders = project.contents.map(({ path }) => path);
    const view = devView({ pages: site.pageCount, folders, drafts: flags.drafts, beyond });
    await warnOfPulledDrafts(context, project);
    await ui.item({ url, pid: host.pid }, view);
    if (flags.open) void openBrowser(url, host, project.root, ui);
    if (!host.signal.aborted) await once(host.signal, 'abort');
  } finally {
    watching.close();
    site?.close();
    await server?.close();
  }
  ui.say('Stopped.');
}

/**
 * A review since the last commit. It compares with git, because no key is read here: only the
 * platform could say what a push would change.
 */
async function sinceLastCommit(context: Context): Promise<string> {
  const { gitSides } = await import('../shared/review-run/git-sides.ts');
  const { reviewOf } = await import('../shared/review-run/write-review.ts');
  return (await reviewOf(context, await gitSides(context, [], 'HEAD'), true)).html;
}

/** The host name for a URL. Addresses that mean all interfaces cannot be opened. */
function nameInUrl(address: string): string {
  if (address === '0.0.0.0' || address === '::') return '127.0.0.1';
  return address.includes(':') ? `[${address}]` : address;
}

/** The default port, so that bookmarks stay valid. */
const USUAL_PORT = 4400;

/**
 * Listens on the wanted port. Without one, listens on the default port, or on any if it is in use.
 */
async function listenNear(
  listen: (port: number) => Promise<Listening>,
  wanted: number | undefined,
): Promise<Listening> {
  if (wanted !== undefined) return listen(wanted);
  try {
    return await listen(USUAL_PORT);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return listen(0);
  }
}
