import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { Version } from '../../model/resources.ts';
import { writing } from '../../consent.ts';

interface PublishOptions {
  readonly dryRun: boolean;
}

export const versionPublishCommand = (context: Context): Command =>
  writing(new Command('publish'))
    .summary('let readers see versions')
    .description('Lets readers see versions. Asks first; without a terminal it wants --yes.')
    .argument('<version...>', 'slug, name or id, or `latest`')
    .option('-n, --dry-run', 'show what would change, and stop', false)
    .addHelpText(
      'after',
      '\nExamples:\n  $ docs version publish v2.0\n  $ docs version publish v1.0 v1.1',
    )
    .action((names: readonly string[], options: PublishOptions) =>
      setPublished(context, names, { ...options, published: true }),
    );

export const versionUnpublishCommand = (context: Context): Command =>
  writing(new Command('unpublish'))
    .summary('hide versions from readers')
    .description('Hides versions from readers. Asks first; without a terminal it wants --yes.')
    .argument('<version...>', 'slug, name or id, or `latest`')
    .option('-n, --dry-run', 'show what would change, and stop', false)
    .addHelpText(
      'after',
      '\nExamples:\n  $ docs version unpublish v0.9\n  $ docs version unpublish v0.9 --yes --json',
    )
    .action((names: readonly string[], options: PublishOptions) =>
      setPublished(context, names, { ...options, published: false }),
    );

/** Publishes or unpublishes the versions that `names` name; leaves alone those that are so already. */
async function setPublished(
  context: Context,
  names: readonly string[],
  { published, dryRun }: PublishOptions & { readonly published: boolean },
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
  const changed: Version[] = [];
  const report = async (planned: readonly Version[] = []): Promise<void> => {
    const { changedVersionsView } = await import('../../ui/views/versions.ts');
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
