import type { Context } from '../../context.ts';
import type { Version } from '../../model/resources.ts';
import { resolveVersion } from '../names/version-names.ts';
import { changedVersionsView } from '../../ui/views/versions.ts';

export interface PublishVersionsOptions {
  readonly dryRun: boolean;
}

/** Publishes or unpublishes the versions that `names` name; leaves alone those that are so already. */
export async function setPublished(
  context: Context,
  names: readonly string[],
  { published, dryRun }: PublishVersionsOptions & { readonly published: boolean },
): Promise<void> {
  const { ui } = context;
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
  if (dryRun) return report(wanted);
  const list = wanted.map(({ slug }) => slug).join(', ');
  const question = published ? `Let readers see ${list}?` : `Hide ${list} from readers?`;
  if (wanted.length > 0) await ui.agree(question);
  try {
    for (const { id } of wanted) changed.push(await api.versions.update(id, { published }));
  } catch (error) {
    if (changed.length > 0) await report();
    throw error;
  }
  await report();
}
