import { carryOut, batchVerdict } from '../../carry-out.ts';
import type { Context } from '../../context.ts';
import type { Version } from '../../model/resources.ts';
import type { ChangedVersions } from './document.ts';
import { resolveVersion } from '../../names/version-names.ts';
import { guardLinks } from '../../broken-links.ts';
import { publishVersion } from './publish-version.ts';
import { changedVersionsView } from './view.ts';

export interface PublishVersionsOptions {
  readonly dryRun: boolean;
  /** Publish even if links are broken. */
  readonly force?: boolean;
}

/**
 * Publishes or unpublishes the versions that `names` name. Skips those that are already in that state; one failure spares the others, unless
 * it would affect them as well. Rejects with `guard` if readers would get broken links, with `partial` if some versions were not changed.
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
