import type { Api } from '../../api/api.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { PageId } from '../../model/ids.ts';
import type { Author, ReportedPage } from '../../model/resources.ts';
import { parseInstant } from '../../model/time.ts';
import { didYouMean, nearest } from '../../model/text/nearest.ts';
import { readLastShared } from '../../sync/reader.ts';
import type { VersionReport } from './document.ts';
import { pagesReportView } from './view.ts';
import { resolveVersion } from '../shared/names/version-names.ts';

export interface ReportPagesOptions {
  /** Only pages that nobody changed for at least this many milliseconds. */
  readonly stale?: number;
  /** Only pages that this user created. */
  readonly by?: string;
  readonly all: boolean;
  readonly exact: boolean;
}

/**
 * Prints the pages of a version, those with the oldest change first: pages that have a draft; with
 * `stale`, pages that were not changed for that long; with `all`, every page. Two requests, and one
 * more if nobody is found by `by`.
 */
export async function reportPages(
  context: Context,
  name: string,
  { stale, by, all, exact }: ReportPagesOptions,
): Promise<void> {
  const { host, ui } = context;
  const api = await context.api();
  const version = await resolveVersion(context, name);
  const report = await api.versions.report(version.id, { createdByEmail: by }, host.signal);
  const now = host.clock.now();
  // The platform may ignore the parameter.
  const theirs = report.filter(({ createdBy }) => by === undefined || isBy(createdBy, by));
  if (by !== undefined && theirs.length === 0) await requireUser(api, by, host.signal);
  const wanted = theirs.filter((page) => {
    if (stale !== undefined) return now - changedAt(page) >= stale;
    return all || page.hasDraft;
  });
  const keys = await keysById(context);
  const document: VersionReport = {
    version: version.slug,
    total: report.length,
    pages: wanted
      .toSorted((a, b) => changedAt(a) - changedAt(b) || a.id - b.id)
      .map((page) => Object.assign({ key: keys.get(page.id) ?? null }, page)),
  };
  await ui.result(document, pagesReportView(exact), { long: true });
}

/** Rejects with `not-found` if nobody has this address, as far as the key may know. One request. */
async function requireUser(api: Api, email: string, signal: AbortSignal): Promise<void> {
  const users = await api.project.users(signal).catch((error: unknown) => {
    // Whoever may read the report need not be able to list users.
    if (error instanceof Failure && (error.code === 'forbidden' || !error.endsRun))
      return undefined;
    throw error;
  });
  if (users === undefined || users.some((user) => isBy(user, email))) return;
  const near = nearest(
    email,
    users.map((user) => user.email),
  );
  throw new Failure('not-found', `Nobody in the project has the address "${email}".`, {
    hint: didYouMean(near, 'docs users lists all'),
  });
}

const isBy = ({ email }: Pick<Author, 'email'>, by: string): boolean =>
  email?.toLowerCase() === by.toLowerCase();

/** A date that cannot be read counts as very old. */
const changedAt = ({ updated }: ReportedPage): number => parseInstant(updated) ?? 0;

async function keysById(context: Context): Promise<ReadonlyMap<PageId, string>> {
  const { pages } = await readLastShared(await context.folder());
  return new Map([...pages.values()].map(({ id, key }) => [id, key]));
}
