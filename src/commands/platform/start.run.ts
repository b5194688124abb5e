import { once } from 'node:events';
import { resolve } from 'node:path';
import { readChangelogs } from '../../content/changelog/changelog-files.ts';
import type { Context } from '../../context.ts';
import type { Host } from '../../host.ts';
import type { ApiRevision } from '../../model/operations.ts';
import type { ImportedProject } from '../../content/export/read-export.ts';
import { Failure } from '../../model/failure.ts';
import type { MetricsOptions, ProjectPlan, Seed } from '../../platform/platform-options.ts';
import { allChangelogs } from '../../platform/resources/changelogs.ts';
import { startPlatform } from '../../platform/serve.ts';
import { databasePlaceOf, type PlaceFlags } from './place.ts';
import type { PlatformContents } from './view.ts';
import { platformView } from './view.ts';
import { postgresAddress } from '../../platform/database/postgres/address.ts';
import type { DatabasePlace } from '../../platform/database/open-database.ts';
import { countItems, readProject } from '../../content/export/read-export.ts';
import { isFile } from '../shared/named-files/input.ts';
import { eventsOf, logOf, messagesOf } from './notice.ts';
import { seedFrom } from '../shared/seed-folder.ts';
import type { PlatformUser } from '../../platform/platform-options.ts';

export interface ServeOptions extends PlaceFlags {
  readonly port: number;
  readonly listen?: string;
  readonly hostName?: readonly string[];
  readonly trustedProxy?: readonly string[];
  readonly metricsPort?: number;
  readonly metricsListen?: string;
  readonly log?: 'json';
  /** Seconds. */
  readonly drain?: number;
  readonly from?: string;
  readonly api: ApiRevision;
  readonly plan: ProjectPlan;
  readonly protection?: 'none' | 'email-invite';
  readonly user: readonly PlatformUser[];
  /** Left out: only if something is kept, because a trial would soon wait for an hour. */
  readonly rateLimits?: boolean;
  readonly remaining: 'consumed' | 'remaining';
  readonly takenSlugs: 'refuse' | 'suffix';
  readonly reprint: boolean;
  readonly dates: 'seconds' | 'frozen' | 'strict';
  readonly site: boolean;
}

const EMPTY: Seed = { versions: [], documentations: [], references: [] };

/** Serves until the host's signal is aborted, then closes the database and resolves. */
export async function serve(context: Context, flags: ServeOptions): Promise<void> {
  const { host, ui } = context;
  const { clock, pid, signal, version } = host;
  const {
    from,
    data,
    database,
    user: users,
    site: hasSite,
    listen: address,
    hostName: hosts,
    trustedProxy: proxies,
    metricsPort,
    metricsListen,
    log: format,
    drain = 0,
    rateLimits,
    ...rest
  } = flags;
  if (hasSite) refuseExposedSite(flags);
  const place = databasePlaceOf({ data, database }, host) ?? { folder: null };
  const metrics = metricsOf(metricsPort, metricsListen, version);
  const log = format && (await logOf(host));
  const notice = log ? eventsOf(log) : messagesOf(context);
  const { seed, archive } = await contentOf(from, host);
  for (const note of archive?.notes ?? []) notice.warn(note);
  if (archive) notice.warn(publishedNote(archive));
  const site = hasSite ? await siteOf(host) : undefined;
  const platform = await startPlatform({
    ...rest,
    rateLimits: rateLimits ?? keptIn(place) !== null,
    protection: flags.protection ?? 'email-invite',
    ...place,
    address,
    hosts,
    proxies,
    seed,
    archive,
    users,
    clock,
    onBug: notice.bug,
    onOutage: notice.outage,
    site,
    metrics,
    log,
  });
  try {
    const { baseUrl, apiKey, metricsUrl } = platform;
    const changelogs = (await allChangelogs(platform.store)).map(({ id, path, title }) => ({
      id,
      path,
      title,
    }));
    const shown = {
      ...(hasSite ? { siteUrl: `${new URL(baseUrl).origin}/` } : {}),
      ...(metricsUrl === null ? {} : { metricsUrl }),
    };
    const isWindows = host.platform === 'win32';
    const kept = keptIn(place);
    const view = platformView({ kept, from: contents(from, seed, archive), isWindows });
    await ui.item({ baseUrl, ...shown, apiKey, pid, changelogs }, view);
    log?.add('info', 'started', { version, api: rest.api, baseUrl, ...shown, kept });
    if (!signal.aborted) await once(signal, 'abort');
    log?.add('info', 'stopping', { drainSeconds: drain });
  } finally {
    await platform.close(signal.aborted ? drain * 1000 : 0);
  }
  notice.stopped();
}

function metricsOf(
  port: number | undefined,
  address: string | undefined,
  version: string,
): MetricsOptions | undefined {
  if (port !== undefined) return { port, address, version };
  if (address === undefined) return undefined;
  throw new Failure('usage', '--metrics-listen needs a port for the metrics.', {
    hint: 'Give --metrics-port as well, such as --metrics-port 9464',
  });
}

/** Addresses that only this machine reaches. */
const LOOPBACK = /^(?:127\.|::1$)/;

/**
 * Throws for flags that the site cannot satisfy: it does not identify its readers, so only this
 * machine may open it.
 *
 * @throws Failure `usage`
 */
function refuseExposedSite({ protection, listen }: ServeOptions): void {
  if (protection === 'email-invite') {
    throw new Failure('usage', 'The site of --site does not ask readers for an invitation.', {
      hint: 'Leave out --site, or --protection: everybody on this machine may read the site',
    });
  }
  if (listen !== undefined && !LOOPBACK.test(listen)) {
    throw new Failure('usage', 'The site of --site is for this machine only.', {
      hint: 'Leave out --site or --listen; for a site that others may read: docs build --out site',
    });
  }
}

/** Without a published version, nobody could see the loaded content. */
const publishedNote = ({ versions }: ImportedProject): string =>
  `An export does not say which versions are published. The start publishes those that it creates: ${versions
    .map(({ name }) => name)
    .join(', ')}. To hide one again: docs version unpublish.`;

const keptIn = ({ folder, database }: DatabasePlace): string | null =>
  database === undefined ? folder : `PostgreSQL at ${postgresAddress(database).shown}`;

async function siteOf({ packageFolder, cwd }: Host) {
  const { readerSite } = await import('./reader-site.ts');
  return readerSite(packageFolder, cwd);
}

interface Content {
  readonly seed: Seed;
  readonly archive?: ImportedProject;
}

/**
 * The content to load. A folder has what the API cannot create; an archive is a project with its
 * pages.
 */
async function contentOf(from: string | undefined, host: Host): Promise<Content> {
  if (from === undefined) return { seed: EMPTY };
  const path = resolve(host.cwd, from);
  if (!(await isFile(path))) return { seed: await seedFrom(path, host) };
  const { readArchive } = await import('../../content/archive/read-texts.ts');
  const texts = await readArchive(
    path,
    '--from takes the ZIP of docs export, or a folder of pages',
  );
  const changelogs = await readChangelogs(texts);
  return { seed: { ...EMPTY, changelogs }, archive: readProject(texts) };
}

/** The numbers of what the start created, by kind. Null without `--from`. */
function contents(
  from: string | undefined,
  { versions, documentations, references }: Seed,
  archive: ImportedProject | undefined,
): PlatformContents | null {
  if (archive) return { ...countItems(archive), versions: archive.versions.length };
  if (from === undefined) return null;
  return {
    versions: versions.length,
    documentations: documentations.length,
    references: references.length,
    pages: null,
  };
}
