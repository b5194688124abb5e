/**
 * Decides which pages without a file stay: all but those whose files somebody provably deleted.
 */
import { namesPage } from '../../content/folder/page-names.ts';
import { documentationKey, isDirectlyIn, placeOf } from '../../model/ids.ts';
import type { PageKey, FilePath } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';
import type { Staying, RemoteSide } from '../plan/plan.ts';
import type { SyncDeps } from '../deps.ts';
import type { SyncOptions } from '../run-options.ts';
import type { Cases } from '../plan/cases.ts';
import type { Run } from '../run.ts';
import { documentationOf } from '../../model/local.ts';
import type { LocalPage, LocalProject } from '../../model/local.ts';

/** Why pages without a file stay, and where git moved their files. */
interface WithoutFile {
  readonly stays: Staying;
  readonly moved: ReadonlyMap<PageKey, PageKey>;
}

/**
 * Says why pages without a file stay. The others may be deleted: a commit removed their files, or
 * the command line names them by key or id. Asks git only if a file is missing.
 */
export async function stayingPages(
  cases: Cases,
  remote: RemoteSide,
  { folder: { local }, platform: { snapshot } }: Run,
  options: Pick<SyncOptions, 'only' | 'workingFolder'>,
  deps: Pick<SyncDeps, 'project' | 'machine'>,
): Promise<WithoutFile> {
  const stays = new Map<PageKey, string>();
  const named = new Set<PageKey>();
  const asked: BasePage[] = [];
  const pathBase = { ...options, root: deps.project.root };
  for (const { key, base, placement } of cases.withoutFile()) {
    if (placement.kind === 'hidden' || remote.get(key) === undefined) continue;
    const [child] = filesBelow(key, local);
    const there = snapshot.pages.get(base.id);
    const isNamed = namesPage(options.only, { ...base, file: null }, pathBase);
    if (isNamed) named.add(key);
    if (child !== undefined && !isNamed) stays.set(key, `${child} is below it`);
    else if (there && there.documentationId !== placement.documentation) stays.set(key, MOVED);
    else asked.push(base);
  }
  if (asked.length === 0) return { stays, moved: new Map() };
  const { whyNotRemoved } = await import('./removals.ts');
  const { reasons, moved } = await whyNotRemoved(asked, local, deps);
  for (const [key, reason] of reasons) if (!named.has(key)) stays.set(key, reason);
  return { stays, moved };
}

const MOVED = 'it was moved to another documentation on the platform';

/**
 * Files of pages below the page: in the folder next to its file or, if it has no file, in one named
 * like its slug.
 */
export const filesBelow = (
  key: PageKey,
  local: Pick<LocalProject, 'pages' | 'documentations'>,
): readonly FilePath[] => localPagesBelow(key, local).map(({ file }) => file);

/** The pages of these files. */
export function localPagesBelow(
  key: PageKey,
  { pages, documentations }: Pick<LocalProject, 'pages' | 'documentations'>,
): readonly LocalPage[] {
  const file = pages.get(key)?.file;
  const home = documentationOf(documentations, placeOf(key))?.folder;
  const isBelow = (page: LocalPage): boolean => {
    if (!isDirectlyIn(page.key, documentationKey(key))) return false;
    if (file !== undefined) return page.file.startsWith(`${file.replace(/\.[^./]+$/, '')}/`);
    const start = home === '.' ? '' : `${home}/`;
    if (home === undefined || !page.file.startsWith(start)) return false;
    return page.file.slice(start.length).split('/').slice(0, -1).includes(placeOf(key).slug);
  };
  return [...pages.values()].filter(isBelow);
}
