/** Finds files for pages that only the platform has. Reads each: the snapshot lacks slugs. */
import { destinationOf, pathForNewPage } from '../../content/layouts/new-page.ts';
import type { Destination } from '../../content/layouts/new-page.ts';
import type { Pull } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import type { DocumentationId, FilePath, PageId, PageKey, Slug } from '../../model/ids.ts';
import { pageKey, placeOf, documentationsOf } from '../../model/ids.ts';
import { headText } from '../../model/local.ts';
import type { LocalPage, LocalProject } from '../../model/local.ts';
import type { AllResources, Page, PageSummary } from '../../model/resources.ts';
import { loadCanonical } from '../comparable-digest.ts';
import type { RemoteSelection } from '../plan/remote-selection.ts';
import { storedOf } from '../record/stored-page.ts';
import type { Seen } from '../record/stored-page.ts';
import { lookAt } from '../platform/look.ts';
import { forEachAtOnce, Meter, READS_AT_ONCE } from '../pool.ts';
import type { SyncDeps } from '../deps.ts';
import type { Run } from '../run.ts';

/** A file to be created for a page. */
export interface NewFile {
  readonly id: PageId;
  readonly file: FilePath;
  readonly listed: boolean;
  readonly destination: Destination;
  /** The key in the lock, if the page had a file before. */
  readonly was: PageKey | null;
  /**
   * The page as read, or, if memory had no room for its text, what to compare it with when it is
   * read again.
   */
  readonly page: Page | Seen;
  /** Its date in the snapshot. */
  readonly updated: PageSummary['updated'];
}

export interface NewFiles {
  readonly pulls: readonly Pull[];
  readonly newFiles: ReadonlyMap<PageKey, NewFile>;
  /** The pages that were looked at, whether they get a file or not. */
  readonly seen: ReadonlySet<PageKey>;
  readonly warnings: readonly string[];
  /** How many pages get no file, because their names cannot be file names or they cannot be read. */
  readonly withoutFile: number;
}

/** Which pages should get a file. */
export interface Wanted {
  /** Pages that neither the lock nor a file claims. */
  readonly unclaimed: ReadonlyMap<PageId, PageSummary>;
  /** Pages of the lock whose file is gone and should be written again, with their keys. */
  readonly lost: ReadonlyMap<PageId, PageKey>;
  readonly remote: Pick<RemoteSelection, 'documentations' | 'selected' | 'ids'>;
  /** Files without a lock line. One that has the text of a new page may be that page's file. */
  readonly strangers: readonly LocalPage[];
}

const HELD_CHARACTERS = 16 * 1024 * 1024;

/** Reads these pages and finds a place for each. `warnings` names those without a place. */
export async function findNewFiles(wanted: Wanted, run: Run, deps: SyncDeps): Promise<NewFiles> {
  const { unclaimed, lost, remote } = wanted;
  const { all, documentations } = run.platform.snapshot;
  const searched = new Set([...remote.documentations, ...documentationsOf(lost.values())]);
  const names = new Map([...documentations].map(([name, id]) => [id, name]));
  const candidates = [...all.pages].flatMap(([id, summary]): Candidate[] => {
    const name = names.get(summary.documentationId);
    const isInside = (name !== undefined && searched.has(name)) || remote.ids.has(id);
    const isFree = unclaimed.has(id) || lost.has(id);
    return isInside && isFree ? [{ id, summary }] : [];
  });
  const { pages, unusable } = await readAll(
    candidates,
    await fileByText(wanted.strangers, run),
    deps,
  );
  const told = await publishedOf(pages, names, run);
  const found = placed(pages, names, wanted, run, deps, told.published);
  return {
    ...found,
    warnings: [...found.warnings, ...unusable, ...told.warnings],
    withoutFile: found.warnings.length + unusable.length,
  };
}

interface Candidate {
  readonly id: PageId;
  readonly summary: PageSummary;
}

interface Read extends Candidate {
  readonly page: NewFile['page'];
  /** A file that has the page's text. */
  readonly file: FilePath | undefined;
}

/** Returns a function that finds the file with the text of a page of the same documentation. */
async function fileByText(
  strangers: readonly LocalPage[],
  { folder: { texts }, platform: { snapshot } }: Run,
): Promise<(page: Page, summary: PageSummary) => FilePath | undefined> {
  if (strangers.length === 0) return () => undefined;
  const { evidenceIn } = await loadCanonical();
  const files = new Map<string, FilePath>();
  for (const page of strangers) {
    const placement = snapshot.placement(page.key);
    const text = placement.kind === 'visible' ? evidenceIn(headText(texts.read(page))) : null;
    if (placement.kind === 'visible' && text !== null)
      files.set(`${placement.documentation} ${text}`, page.file);
  }
  return ({ contentDraft, contentPublished }, { documentationId }) =>
    files.get(`${documentationId} ${evidenceIn(contentDraft ?? contentPublished ?? null)}`);
}

/**
 * Reads the pages, in the platform's order. Keeps texts as long as there is room. An invalid page,
 * such as one without a slug, does not stop the others.
 */
async function readAll(
  candidates: readonly Candidate[],
  fileOf: (page: Page, summary: PageSummary) => FilePath | undefined,
  deps: SyncDeps,
): Promise<{ readonly pages: readonly Read[]; readonly unusable: readonly string[] }> {
  const read = new Map<PageId, Read>();
  const unusable: string[] = [];
  const meter = new Meter('observe', candidates.length, deps.clock, deps.report);
  let room = HELD_CHARACTERS;
  const look = async ({ id, summary }: Candidate): Promise<void> => {
    const page = await lookAt(id, deps).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.code !== 'platform-garbled') throw error;
      unusable.push(`No file was created for page ${id}, "${summary.title}": ${error.message}`);
      return undefined;
    });
    if (!page) return;
    const size = (page.contentDraft?.length ?? 0) + (page.contentPublished?.length ?? 0);
    const isHeld = size <= room;
    if (isHeld) room -= size;
    const { title, slug } = page;
    const kept = isHeld ? page : { title, slug, stored: storedOf(page) };
    read.set(id, { id, page: kept, summary, file: fileOf(page, summary) });
  };
  await forEachAtOnce(candidates, READS_AT_ONCE, look, meter);
  return { pages: candidates.flatMap(({ id }) => read.get(id) ?? []), unusable };
}

/**
 * Whether readers see the documentations that get a new folder: `GET /all` does not say it. Sends
 * one request for each version that the run has not requested yet.
 */
async function publishedOf(
  pages: readonly Read[],
  names: ReadonlyMap<DocumentationId, string>,
  { folder: { local }, platform: { snapshot } }: Run,
): Promise<{
  readonly published: ReadonlyMap<DocumentationId, boolean>;
  readonly warnings: readonly string[];
}> {
  const { published } = snapshot.listed;
  const known = new Set(local.documentations.map(({ version, slug }) => `${version}/${slug}`));
  const without = [...new Set(pages.map(({ summary }) => summary.documentationId))].filter(
    (id) => !published.has(id) && !known.has(names.get(id) ?? ''),
  );
  const versions = new Set(without.map((id) => snapshot.all.documentations.get(id)?.versionId));
  for (const version of versions) {
    if (version !== undefined) await snapshot.listed.of(version);
  }
  const unknown = without.flatMap((id) => (published.has(id) ? [] : (names.get(id) ?? [])));
  if (unknown.length === 0) return { published, warnings: [] };
  const their = unknown.length === 1 ? 'its' : 'their';
  const warning = `The platform does not tell whether readers see ${unknown.toSorted().join(', ')}: ${their} new _settings.yaml says \`published: false\`.`;
  return { published, warnings: [warning] };
}

function placed(
  pages: readonly Read[],
  names: ReadonlyMap<DocumentationId, string>,
  { lost, remote: { selected, ids } }: Wanted,
  { folder: { local }, platform }: Run,
  { project }: SyncDeps,
  published: ReadonlyMap<DocumentationId, boolean>,
): Omit<NewFiles, 'withoutFile'> {
  const files = [...local.pages.values(), ...local.unplaced].map(({ file }) => file);
  const newFiles = new Map<PageKey, NewFile>();
  const seen = new Set<PageKey>();
  const pulls: Pull[] = [];
  const warnings: string[] = [];
  for (const { id, page, summary, file: own } of pages) {
    const name = names.get(summary.documentationId);
    if (name === undefined) continue;
    const [version = '', documentation = ''] = name.split('/');
    const key = pageKey({
      version: version as Slug,
      documentation: documentation as Slug,
      slug: page.slug,
    });
    seen.add(key);
    const was = lost.get(id) ?? null;
    const isWanted = was !== null || ids.has(id) || selected(key);
    if (!isWanted || newFiles.has(key)) continue;
    const other = local.pages.get(key);
    if (other !== undefined) {
      warnings.push(
        `No file was created for ${key}: ${other.file} has its slug, and is another page.`,
      );
      continue;
    }
    if (own !== undefined && was === null) {
      warnings.push(`No file was created for ${key}: ${own} has its text.`);
      continue;
    }
    try {
      const destination = destinationFor(
        key,
        summary.documentationId,
        platform.snapshot.all,
        local,
        project,
        published.get(summary.documentationId) ?? false,
      );
      if (destination === null) continue;
      const file = pathForNewPage(destination, page, files);
      files.push(file);
      const { listed, updated } = summary;
      newFiles.set(key, { id, file, listed, destination, was, page, updated });
      pulls.push({ kind: 'pull', key, file, id, fields: ['title', 'body'], newFile: true });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      warnings.push(`No file was created for ${key}: ${error.message}`);
    }
  }
  return { pulls, newFiles, seen, warnings };
}

function destinationFor(
  key: PageKey,
  id: DocumentationId,
  { documentations, versions }: AllResources,
  local: LocalProject,
  project: SyncDeps['project'],
  published: boolean,
): Destination | null {
  const { version, documentation } = placeOf(key);
  const found = documentations.get(id);
  const named = found && versions.get(found.versionId);
  return destinationOf(project, local, {
    version: { slug: version, name: named?.name ?? version, published: named?.published ?? false },
    documentation: { slug: documentation, title: found?.title ?? documentation, published },
  });
}
