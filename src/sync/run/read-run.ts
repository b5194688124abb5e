/** What a run starts from: folder, lock and log, read while the platform answers. Writes nothing. */
import { Failure } from '../../model/failure.ts';
import type { LocalProject } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import type { SyncDeps } from '../deps.ts';
import { openFolder } from '../folder/found-folder.ts';
import { readLockAndLog } from '../record/read-log.ts';
import type { LockAndLog } from '../record/read-log.ts';
import { RecentPages } from '../platform/look.ts';
import type { SyncOptions } from '../run-options.ts';
import { namesMore } from '../plan/select.ts';
import type { Run } from '../run.ts';
import { takeSnapshot } from '../platform/snapshot.ts';
import type { AllResources } from '../../model/resources.ts';

/** Requests the snapshot without waiting for it. */
function requestAll({ api, signal }: SyncDeps): Promise<AllResources> {
  const asked = api.project.all({}, signal);
  // Awaited later. Without this handler, a scan that fails first would leave an unhandled rejection.
  asked.catch(() => undefined);
  return asked;
}

/** Waits while the platform may still create a page for a killed run. Returns whether it had to. */
async function waitForCreates({ writes }: LockAndLog, deps: SyncDeps): Promise<boolean> {
  const { clock, requestTimeoutMs, report, signal } = deps;
  const last = writes.creates.toSorted((a, b) => a.at - b.at).at(-1);
  const ms = last ? Math.min(last.at + requestTimeoutMs - clock.now(), requestTimeoutMs) : 0;
  if (!last || ms <= 0) return false;
  report({ type: 'settling', key: last.key, ms });
  await clock.sleep(ms, signal);
  return true;
}

/**
 * Reads what a run starts from. Rejects as the functions that it calls do, and with `conflict` if
 * two files are one page according to the lock.
 */
export async function readRun(options: SyncOptions, deps: SyncDeps): Promise<Run> {
  const { project, signal, report } = deps;
  const { only, workingFolder, newFiles } = options;
  const first = requestAll(deps);
  // Not concurrently: in a large folder, a scan needs more memory than the rest of the run.
  const folder = await openFolder(project, signal);
  const { local } = folder;
  const lock = await readLockAndLog(project);
  requireOneFile(lock, local, project);
  report({ type: 'scanned', pages: local.pages.size });
  const needed = [...local.pages.keys()];
  const outline = local.documentations.map(({ version, slug }) => `${version}/${slug}`);
  const isEmpty = needed.length === 0 && outline.length === 0;
  const isNamed = namesMore({ only, workingFolder, root: project.root }, local, lock.pages);
  const isElsewhereToo = newFiles && (isEmpty || isNamed);
  const configured = new Set(
    project.contents.flatMap(({ version, documentation }) =>
      version === null ? [] : `${version}/${documentation}`,
    ),
  );
  // The snapshot must include pages of such creates, or they would be created twice.
  const asked = (await waitForCreates(lock, deps)) ? requestAll(deps) : first;
  const { baseUrl } = deps;
  const request = { asked, lock, needed, outline, configured, baseUrl, isElsewhereToo, signal };
  const snapshot = await takeSnapshot(deps.api, request);
  report({ type: 'snapshot', pages: snapshot.pages.size });
  return { folder, lock, platform: { snapshot, recent: new RecentPages() } };
}

/**
 * Throws `conflict` if files of several keys are one page. If the lines were dropped, one of the
 * files would become a second page.
 */
function requireOneFile(
  { samePage }: LockAndLog,
  { pages }: LocalProject,
  { lockFile }: Project,
): void {
  for (const keys of samePage) {
    const files = [...keys].flatMap((key) => pages.get(key)?.file ?? []);
    if (files.length < 2) continue;
    throw new Failure(
      'conflict',
      `${files.slice(0, -1).join(', ')} and ${files.at(-1)} are one page according to ${lockFile}; nothing was written.`,
      { hint: `Remove one of the files, or, if they are two pages, the wrong line of ${lockFile}` },
    );
  }
}
