/** What the platform has, and what it would have after a push. */
import type { Context } from '../../../context.ts';
import { readSharedContent } from '../../../content/folder/shared-content.ts';
import type { SharedContent } from '../../../content/folder/shared-content.ts';
import { isForeign } from '../../../model/change.ts';
import type { Change, Publish } from '../../../model/change.ts';
import { Failure } from '../../../model/failure.ts';
import type { PageKey } from '../../../model/ids.ts';
import type { Project } from '../../../model/project.ts';
import type { PagePair, PageVersion } from '../../../site/review/review.ts';
import { pagesHere, textsOf } from '../../../sync/engine.ts';
import type { Prepared, SideOfPage, SyncDeps } from '../../../sync/engine.ts';
import { reporter } from '../run-report.ts';
import { readOnlyPlan } from './status.ts';
import { syncDeps } from './sync-deps.ts';
import { requireCompared } from './verdict.ts';
import { resolverOf, surroundings } from '../review-run/page-surroundings.ts';
import { CarriedPictures, Pictures } from '../review-run/pictures.ts';
import type { AroundPages, NamedPage } from '../review-run/page-surroundings.ts';
import type { ReviewSides } from '../review-run/sides.ts';

/** `platform`: the newest texts. `published`: what readers see now, and after `push --publish`. */
export type PlatformText = 'platform' | 'published';

/** The pages that a push would change, and those changed on the platform. A request each. */
export async function platformSides(
  context: Context,
  names: readonly string[],
  which: PlatformText,
): Promise<ReviewSides> {
  const deps = await syncDeps(context, reporter(context.ui));
  const publish = which === 'published' ? true : undefined;
  const prepared = await readOnlyPlan(context, deps, names, publish);
  requireCompared(prepared);
  return sidesOfPlan(prepared, deps, which);
}

/** As `platformSides`, for a plan that was already made. */
export async function sidesOfPlan(
  prepared: Prepared,
  deps: SyncDeps,
  which: PlatformText,
): Promise<ReviewSides> {
  const { root } = deps.project;
  const pictures = new CarriedPictures();
  const shown = new Pictures(root, pictures);
  const around = surroundings(pagesHere(prepared), await sharedOf(deps.project), shown);
  return {
    old: which === 'published' ? 'what readers see' : 'the platform',
    new: which === 'published' ? 'a push that publishes' : 'the files',
    pairs: pairs(prepared, deps, around, which),
    warnings: prepared.warnings,
    pictures,
  };
}

/** Each page whose text, title or slug would change. */
async function* pairs(
  prepared: Prepared,
  deps: SyncDeps,
  around: AroundPages,
  which: PlatformText,
): AsyncGenerator<PagePair> {
  const known = new Set<PageKey>();
  for (const change of prepared.plan.changes) {
    const { kind, key } = change;
    if (key === null || known.has(key) || !COMPARED[which].has(kind)) continue;
    known.add(key);
    const { local, remote } = await textsOf(prepared, deps, key);
    const file = 'file' in change ? change.file : null;
    const text = (side: SideOfPage | null): PageVersion | undefined =>
      versionOf({ key, file }, side, which, around);
    // A pull changes the file, not the platform.
    const [old, next] = kind === 'pull' ? [local, remote] : [remote, local];
    // A push publishes no page whose file is a draft.
    if (which === 'published' && (next?.published ?? null) === null) continue;
    yield { name: key, file, note: noteOf(change, prepared), old: text(old), new: text(next) };
  }
}

const COMPARED: Readonly<Record<PlatformText, ReadonlySet<Change['kind']>>> = {
  platform: new Set(['create', 'update', 'pull', 'conflict']),
  published: new Set(['create', 'update', 'publish', 'conflict']),
};

/** One side of a page. The slug is shown as a header field: the page's URL changes with it. */
function versionOf(
  page: Pick<NamedPage, 'key' | 'file'>,
  side: SideOfPage | null,
  which: PlatformText,
  around: AroundPages,
): PageVersion | undefined {
  const text = (which === 'published' ? side?.published : side?.text) ?? null;
  if (!side || (which === 'published' && text === null)) return undefined;
  const { title, slug } = side;
  const resolver = resolverOf({ ...page, title }, around);
  return { title, header: new Map([['slug', slug]]), body: { text: text ?? '', resolver } };
}

function noteOf(change: Change, { plan }: Prepared): string | null {
  if (change.kind === 'pull') {
    return 'Changed on the platform: this is what a pull would change in the file.';
  }
  if (change.kind === 'conflict')
    return 'Both sides changed it: a push stops because of this page.';
  const held = plan.changes.find(
    (each): each is Publish =>
      each.kind === 'publish' && each.key === change.key && each.held !== null,
  );
  if (held === undefined) return null;
  if (held.held === 'not-yet') return `It is ${held.heldBy ?? 'not for readers yet'}.`;
  return isForeign(held)
    ? 'Its draft was written on the platform: docs page publish publishes it.'
    : 'Its file is not meant for all readers: it is only published with --allow-listed.';
}

/** Variables and synced blocks of the content folders: the API does not tell those of the platform. */
async function sharedOf({ root, contents }: Project): Promise<SharedContent> {
  const variables = new Map<string, string>();
  const syncedBlocks = new Map<string, string>();
  for (const { path } of contents) {
    const shared = await orNothing(readSharedContent(`${root}/${path}`));
    for (const [name, value] of shared?.variables ?? []) variables.set(name, value);
    for (const [id, body] of shared?.syncedBlocks ?? []) syncedBlocks.set(id, body);
  }
  return { variables, syncedBlocks };
}

/** Resolves to undefined if the file is malformed: reporting that is the task of `docs check`. */
async function orNothing<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
