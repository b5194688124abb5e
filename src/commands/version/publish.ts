import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { Version } from '../../model/resources.ts';

export const versionPublishCommand = (context: Context): Command =>
  new Command('publish')
    .summary('let readers see versions')
    .argument('<version...>', 'slug, name or id, or `latest`')
    .addHelpText(
      'after',
      '\nExamples:\n  $ docs version publish v2.0\n  $ docs version publish v1.0 v1.1',
    )
    .action((names: readonly string[]) => setPublished(context, names, true));

export const versionUnpublishCommand = (context: Context): Command =>
  new Command('unpublish')
    .summary('hide versions from readers')
    .description('Hides versions from readers. Asks first on a terminal.')
    .argument('<version...>', 'slug, name or id, or `latest`')
    .addHelpText(
      'after',
      '\nExamples:\n  $ docs version unpublish v0.9\n  $ docs version unpublish v0.9 --yes --json',
    )
    .action((names: readonly string[]) => setPublished(context, names, false));

/** Publishes or unpublishes the versions that `names` name; leaves alone those that are so already. */
async function setPublished(
  context: Context,
  names: readonly string[],
  published: boolean,
): Promise<void> {
  const { ui } = context;
  const api = await context.api();
  const { resolveVersion } = await import('../resolve-version.ts');
  const found = new Map<number, Version>();
  for (const name of names) {
    const version = await resolveVersion(api, name);
    found.set(version.id, version);
  }
  const unchanged = [...found.values()].filter((version) => version.published === published);
  const wanted = [...found.values()].filter((version) => version.published !== published);
  if (!published && wanted.length > 0) {
    await ui.agree(`Hide ${wanted.map(({ slug }) => slug).join(', ')} from readers?`);
  }
  const changed: Version[] = [];
  const report = async (): Promise<void> => {
    const { changedVersionsView } = await import('../../ui/views/versions.ts');
    await ui.result({ changed, unchanged }, changedVersionsView);
  };
  try {
    for (const { id } of wanted) changed.push(await api.versions.update(id, { published }));
  } catch (error) {
    if (changed.length > 0) await report();
    throw error;
  }
  await report();
}
