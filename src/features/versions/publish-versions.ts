import type { Context } from '../../context.ts';
import type { Version } from '../../model/resources.ts';
import { resolveVersion } from '../names/version-names.ts';
import { guardLinks } from '../inventory/broken-links.ts';
import { publishVersion } from './publish-version.ts';
import { changedVersionsView } from '../../ui/views/versions.ts';

export interface PublishVersionsOptions {
  readonly dryRun: boolean;
  /** Publish even if links are broken. */
  readonly force?: boolean;
}

/**
 * Publishes or unpublishes the versions that `names` name. Skips those that are already in that state. Rejects with `guard` if readers would
 * get broken links.
 */
export async function setPublished(
  context: Context,
  names: readonly string[],
  { published, dryRun, force = false }: PublishVersionsOptions & { readonly published: boolean },
): Promise<void> {
  const { ui, host } = context;
  const api = await context.api();
  const found = new Map<number, Version>();
  for (const name of names) {
    const version = await resolveVersion(context, name);
    found.set(version.id, version);
  }
  const unchanged = [...found.values()].filter((version) => version.published === published);
  const wanted = [...found.values()].filter((version) => version.published !== published);
  const changed: Version[] = [];
  const report = async (planned: readonly Version[] = []): Promise<void> => {
    await ui.result({ changed, unchanged, planned }, changedVersionsView);
  };
  if (published) await guardLinks(context, wanted, { force, dryRun });
  if (dryRun) return report(wanted);
  const list = wanted.map(({ slug }) => slug).join(', ');
  const question = published ? `Let readers see ${list}?` : `Hide ${list} from readers?`;
  if (wanted.length > 0) await ui.agree(question);
  try {
    for (const version of wanted) {
      changed.push(await publishVersion(api, version, published, host.signal));
    }
  } catch (error) {
    if (changed.length > 0) await report();
    throw error;
  }
  await report();
}
