import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { writing } from '../../consent.ts';
import type { PublishVersionsOptions } from './publish.run.ts';

export const versionPublishCommand = (context: Context): Command =>
  writing(new Command('publish'))
    .summary('let readers see versions')
    .description(
      'Lets readers see versions. Shows their broken links first, as far as the platform checks for them, and needs --force if one is an ' +
        'error. Asks first; without a terminal it needs --yes.',
    )
    .argument('<version...>', 'slug, name or id, or `latest`')
    .option('-n, --dry-run', 'show what would change, and stop', false)
    .option('--force', 'publish even if links are broken', false)
    .addHelpText(
      'after',
      '\nExamples:\n  $ docs version publish v2.0\n  $ docs version publish v1.0 v1.1',
    )
    .action(async (names: readonly string[], options: PublishVersionsOptions) => {
      const { setPublished } = await import('./publish.run.ts');
      await setPublished(context, names, { ...options, published: true });
    });

export const versionUnpublishCommand = (context: Context): Command =>
  writing(new Command('unpublish'))
    .summary('hide versions from readers')
    .description('Hides versions from readers. Asks first; without a terminal it needs --yes.')
    .argument('<version...>', 'slug, name or id, or `latest`')
    .option('-n, --dry-run', 'show what would change, and stop', false)
    .addHelpText(
      'after',
      '\nExamples:\n  $ docs version unpublish v0.9\n  $ docs version unpublish v0.9 --yes --json',
    )
    .action(async (names: readonly string[], options: PublishVersionsOptions) => {
      const { setPublished } = await import('./publish.run.ts');
      await setPublished(context, names, { ...options, published: false });
    });
