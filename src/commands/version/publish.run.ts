import type { Api } from '../../api/api.ts';
import { carryOut, batchVerdict } from '../shared/carry-out.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { FailureCode } from '../../model/failure.ts';
import type { Version } from '../../model/resources.ts';
import type { ChangedVersions } from './document.ts';
import { resolveVersion } from '../shared/names/version-names.ts';
import { guardLinks } from '../shared/broken-links.ts';
import type { View } from '../../ui/ui.ts';

export interface PublishVersionsOptions {
  readonly dryRun: boolean;
  /** Publish even if links are broken. */
  readonly force?: boolean;
}

/**
 * Publishes or unpublishes the versions that `names` name. Skips those that are already in that
 * state; one failure spares the others, unless it would affect them as well. Rejects with `guard`
 * if readers would get broken links, with `partial` if some versions were not changed.
 */
export async function setPublished(
  context: Context,
  names: readonly string[],
  { published, dryRun, force = false }: PublishVersionsOptions & { readonly published: boolean },
): Promise<void> {
  const { ui, host } = context;
  const api = await context.api();
  const found = new Map<number, Version>();
  const typed = new Map<number, string>();
  for (const name of names) {
    const version = await resolveVersion(context, name);
    found.set(version.id, version);
    typed.set(version.id, name);
  }
  const unchanged = [...found.values()].filter((version) => version.published === published);
  const wanted = [...found.values()].filter((version) => version.published !== published);
  const report = (said: Partial<ChangedVersions>): Promise<void> =>
    ui.result({ changed: [], unchanged, failed: [], planned: [], ...said }, changedVersionsView);
  if (published) await guardLinks(context, wanted, { force, dryRun });
  if (dryRun) return report({ planned: wanted });
  const list = wanted.map(({ slug }) => slug).join(', ');
  const question = published ? `Let readers see ${list}?` : `Hide ${list} from readers?`;
  if (wanted.length > 0) await ui.agree(question);
  const outcome = await carryOut(wanted, (version) =>
    publishVersion(api, version, published, host.signal),
  );
  const failure = batchVerdict(outcome, {
    many: 'versions',
    done: published ? 'published' : 'hidden',
  });
  if (failure === null || wanted.length > 1) {
    await report({
      changed: outcome.done.map(({ value }) => value),
      failed: outcome.failed.map(({ item: { id, slug }, failure: { message } }) => ({
        name: typed.get(id) ?? slug,
        reason: message,
      })),
    });
  }
  if (failure !== null) throw failure;
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

/** One line per version with its current state. */
const changedVersionsView: View<ChangedVersions> = (
  { changed, unchanged, failed, planned },
  style,
) => {
  const state = ({ published }: Version): string => (published ? 'published' : 'unpublished');
  return [
    ...planned.map(
      (version) =>
        `${style.text(version.slug)} would be ${version.published ? 'unpublished' : 'published'}`,
    ),
    ...changed.map(
      (version) => `${style.green('✔')} ${style.text(version.slug)} is now ${state(version)}`,
    ),
    ...unchanged.map(
      (version) => `${style.dim('·')} ${style.text(version.slug)} was already ${state(version)}`,
    ),
    ...failed.map(
      ({ name, reason }) => `${style.red('✘')} ${style.text(name)}: ${style.text(reason)}`,
    ),
  ].join('\n');
};
