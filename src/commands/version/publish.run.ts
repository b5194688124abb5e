import type { Api } from '../../api/api.ts';
import { runBatch } from '../shared/batch/batch.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { FailureCode } from '../../model/failure.ts';
import type { Version } from '../../model/resources.ts';
import type { PublishedVersion } from './document.ts';
import { resolveVersion } from '../shared/names/version-names.ts';
import { guardLinks } from '../shared/broken-links.ts';

export interface PublishVersionsOptions {
  readonly dryRun: boolean;
  /** Publish even if links are broken. */
  readonly force?: boolean;
}

/**
 * Publishes or unpublishes the versions that `names` name. Skips those that are already in that
 * state; one failure spares the others, unless it would affect them as well. Rejects with `guard`
 * if readers would get broken links, and as `runBatch` does.
 */
export async function setPublished(
  context: Context,
  names: readonly string[],
  { published, dryRun, force = false }: PublishVersionsOptions & { readonly published: boolean },
): Promise<void> {
  const api = await context.api();
  const found = new Map<number, Version>();
  for (const name of names) {
    const version = await resolveVersion(context, name);
    found.set(version.id, version);
  }
  const isThere = (version: Version): boolean => version.published === published;
  const wanted = [...found.values()].filter((version) => !isThere(version));
  if (published) await guardLinks(context, wanted, { force, dryRun });
  const list = wanted.map(({ slug }) => slug).join(', ');
  const state = published ? 'published' : 'unpublished';
  await runBatch<Version, PublishedVersion>(context, {
    dryRun,
    plan: [...found.values()].map((version) => ({
      of: version,
      item: {
        name: version.slug,
        state: isThere(version) ? 'unchanged' : 'planned',
        reason: null,
        id: version.id,
        version,
      },
    })),
    question: published ? `Let readers see ${list}?` : `Hide ${list} from readers?`,
    send: async (version) => ({
      version: await publishVersion(api, version, published, context.host.signal),
    }),
    words: { one: 'version', done: state, says: { done: () => `is now ${state}` } },
  });
}

/** Makes a version visible to readers, or hides it. If the platform refuses, the hint says what may be missing; after a lost answer, where to look. */
export async function publishVersion(
  api: Api,
  { id, slug }: Version,
  published: boolean,
  signal: AbortSignal,
): Promise<Version> {
  try {
    return await api.versions.update(id, { published }, signal);
  } catch (error) {
    const hint = error instanceof Failure ? hintFor(error.code, slug, published) : undefined;
    if (!(error instanceof Failure) || hint === undefined) throw error;
    throw new Failure(error.code, error.message, { hint, cause: error, status: error.status });
  }
}

function hintFor(code: FailureCode, slug: string, published: boolean): string | undefined {
  if (code === 'outcome-unknown') {
    const again = `docs version ${published ? 'publish' : 'unpublish'} ${slug}`;
    return `docs version list shows whether readers see it; ${again} checks first, and does what is left`;
  }
  if (code !== 'platform-refused' || !published) return undefined;
  return 'First publish a documentation or a reference in it, in the editor, or with docs platform publish if this is the embedded platform; nothing in a locked version can be published';
}
