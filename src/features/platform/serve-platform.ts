import { once } from 'node:events';
import { resolve } from 'node:path';
import { readChangelogs } from '../../content/changelog/changelog-files.ts';
import type { Context } from '../../context.ts';
import type { Host } from '../../host.ts';
import type { ApiRevision } from '../../model/operations.ts';
import type { ImportedProject } from '../../platform/import/project.ts';
import type { ProjectPlan, Seed } from '../../platform/options.ts';
import { startPlatform } from '../../platform/serve.ts';
import { databasePlaceOf, type PlaceFlags } from './place.ts';
import type { PlatformContents } from '../../ui/views/platform.ts';
import { platformView } from '../../ui/views/platform.ts';
import { postgresAddress } from '../../platform/store/database/postgres/address.ts';
import type { DatabasePlace } from '../../platform/store/database/open-database.ts';
import { countItems, readProject } from '../../platform/import/project.ts';
import { isFile } from '../named-files/input.ts';
import { seedFrom } from './seed.ts';
import type { PlatformUser } from '../../platform/options.ts';

export interface ServeOptions extends PlaceFlags {
  readonly port: number;
  readonly listen?: string;
  readonly hostName?: readonly string[];
  readonly trustedProxy?: readonly string[];
  readonly from?: string;
  readonly api: ApiRevision;
  readonly plan: ProjectPlan;
  readonly protection: 'none' | 'email-invite';
  readonly user: readonly PlatformUser[];
  readonly rateLimits: boolean;
  readonly remaining: 'consumed' | 'remaining';
  readonly takenSlugs: 'refuse' | 'suffix';
  readonly reprint: boolean;
  readonly dates: 'seconds' | 'frozen' | 'strict';
  readonly site: boolean;
}

const EMPTY: Seed = { versions: [], documentations: [], references: [] };

/** Serves until the host's signal is aborted, then closes the database and resolves. */
export async function serve({ host, ui }: Context, flags: ServeOptions): Promise<void> {
  const { clock, pid, signal } = host;
  const {
    from,
    data,
    database,
    user: users,
    site: hasSite,
    listen: address,
    hostName: hosts,
    trustedProxy: proxies,
    ...rest
  } = flags;
  const place = databasePlaceOf({ data, database }, host) ?? { folder: null };
  const { seed, archive } = await contentOf(from, host);
  for (const note of archive?.notes ?? []) ui.warn(note);
  const onBug = (error: unknown): void => {
    ui.warn(
      `Internal error in the embedded platform: ${error instanceof Error ? error.stack : String(error)}`,
    );
  };
  const site = hasSite ? await siteOf(host) : undefined;
  const platform = await startPlatform({
    ...rest,
    ...place,
    address,
    hosts,
    proxies,
    seed,
    archive,
    users,
    clock,
    onBug,
    site,
  });
  try {
    const { baseUrl, apiKey } = platform;
    const changelogs = (await platform.admin.changelogs()).map(({ id, path, title }) => ({
      id,
      path,
      title,
    }));
    const shown = hasSite ? { siteUrl: `${new URL(baseUrl).origin}/` } : {};
    const isWindows = host.platform === 'win32';
    const view = platformView({
      kept: keptIn(place),
      from: contents(from, seed, archive),
      isWindows,
    });
    await ui.item({ baseUrl, ...shown, apiKey, pid, changelogs }, view);
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await platform.close();
  }
  ui.say('Stopped.');
}

const keptIn = ({ folder, database }: DatabasePlace): string | null =>
  database === undefined ? folder : `PostgreSQL at ${postgresAddress(database).shown}`;

async function siteOf({ packageFolder }: Host) {
  const { readerSite } = await import('./reader-site.ts');
  return readerSite(packageFolder);
}

interface Content {
  readonly seed: Seed;
  readonly archive?: ImportedProject;
}

/** A folder names what the API cannot make; an archive is a project with its pages. */
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

/** How many of each the start brought; `null`: it was told of nothing. */
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
