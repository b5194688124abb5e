/** Pages of the lock that have another key on the platform already, and new files that say so: renamed documentations, moved pages, changed slugs. */
import type { Api } from '../../api/api.ts';
import { groupBy } from '../../model/group-by.ts';
import type { DocumentationId, PageId, PageKey, VersionId } from '../../model/ids.ts';
import { placeOf, withSlug } from '../../model/ids.ts';
import type { LocalProject } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import { found } from '../snapshot/documentations.ts';
import type { Lock } from '../lock/lock.ts';
import { chooseMeans } from './lookups.ts';
import { RATES } from './match.ts';
import { moved } from '../recognition/observe.ts';
import { forEachAtOnce } from '../pool.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

interface Folder {
  /** Keys of files that the lock does not know. */
  readonly strangers: readonly PageKey[];
  readonly local: LocalProject;
  readonly lock: Lock;
  readonly snapshot: Pick<Snapshot, 'pages' | 'placement'>;
}

interface Deps {
  readonly api: Pick<Api, 'pages'>;
  readonly signal: AbortSignal;
}

/** A documentation of the platform that has new files here, and pages that the lock knows and no file has. */
interface Meeting {
  readonly version: VersionId;
  readonly documentation: DocumentationId;
  readonly files: ReadonlySet<PageKey>;
  readonly pages: readonly BasePage[];
}

const WIDTH = 32;

/**
 * New keys to those that the lock has. A key is a page's identity: a new file at the place where the platform already has a page is that
 * page's, whatever it says. Asks only for slugs of pages that moved since the lock saw them, and only if there are new files.
 */
export async function findRekeyed(
  folder: Folder,
  deps: Deps,
): Promise<ReadonlyMap<PageKey, PageKey>> {
  const { pages: summaries } = folder.snapshot;
  const rekeyed = new Map<PageKey, PageKey>();
  if (summaries === null) return rekeyed;
  for (const meeting of meetingsOf(folder, summaries)) {
    const asked: BasePage[] = [];
    for (const line of meeting.pages) {
      const summary = summaries.get(line.id);
      if (summary && moved(line, summary)) asked.push(line);
      else pair(meeting, line, line.slug, rekeyed);
    }
    await ask({ ...meeting, pages: asked }, deps, rekeyed);
  }
  return rekeyed;
}

function meetingsOf(
  { strangers, local, lock, snapshot }: Folder,
  summaries: NonNullable<Snapshot['pages']>,
): readonly Meeting[] {
  const disputed = new Set(local.unplaced.map(({ key }) => key));
  const lost = [...lock.pages.values()].filter(
    ({ key }) => !local.pages.has(key) && !disputed.has(key),
  );
  if (lost.length === 0) return [];
  const pages = groupBy(lost, ({ id }) => summaries.get(id)?.documentationId);
  const files = groupBy(strangers, (key) => {
    const placement = snapshot.placement(key);
    return placement.kind === 'visible' ? placement.documentation : undefined;
  });
  return [...files].flatMap(([documentation, keys]) => {
    const [some] = keys;
    const placement = some && snapshot.placement(some);
    const here = pages.get(documentation);
    if (documentation === undefined || placement?.kind !== 'visible' || !here) return [];
    return [{ version: placement.version, documentation, files: new Set(keys), pages: here }];
  });
}

function pair(
  { files }: Meeting,
  line: BasePage,
  slug: BasePage['slug'],
  rekeyed: Map<PageKey, PageKey>,
): void {
  const [some] = files;
  const key = some && withSlug(some, slug);
  if (key !== undefined && files.has(key) && !rekeyed.has(key)) rekeyed.set(key, line.key);
}

/** By the cheaper of reading the pages and looking up the files' slugs. */
async function ask(
  meeting: Meeting,
  { api, signal }: Deps,
  rekeyed: Map<PageKey, PageKey>,
): Promise<void> {
  const { version, documentation, pages } = meeting;
  const wanted = [...meeting.files].filter((key) => !rekeyed.has(key));
  if (wanted.length === 0 || pages.length === 0) return;
  const search = { wanted: wanted.length, candidates: pages.length };
  if (chooseMeans([search], RATES)[0] === 'read') {
    await forEachAtOnce(pages, WIDTH, async (line) => {
      const page = await found(api.pages.read(line.id, { signal }));
      if (page) pair(meeting, line, page.slug, rekeyed);
    });
    return;
  }
  const lines = new Map<PageId, BasePage>(pages.map((line) => [line.id, line]));
  await forEachAtOnce(wanted, WIDTH, async (key) => {
    const address = {
      version: { id: version },
      documentation: { id: documentation },
      slug: placeOf(key).slug,
    };
    const page = await found(api.pages.find(address, { signal }));
    const line = page && lines.get(page.id);
    if (line) rekeyed.set(key, line.key);
  });
}
