import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { writing } from '../../consent.ts';
import type { UpdateVersionOptions } from './update.run.ts';

export const versionUpdateCommand = (context: Context): Command =>
  writing(new Command('update'))
    .summary('change the name or the slug of a version')
    .description(
      'Changes the name or the slug of a version. A new slug changes the URL of every page in it. Asks first; ' +
        'without a terminal it needs --yes.',
    )
    .argument('<version>', 'slug, name or id, or `latest`')
    .option('--name <name>', 'its new name')
    .option('--slug <slug>', 'its new slug')
    .option('-n, --dry-run', 'show what would change, and stop', false)
    .addHelpText(
      'after',
      '\nExamples:\n  $ docs version update v1.0 --name "Version 1.0 (LTS)"\n  $ docs version update 1234 --slug v1.0',
    )
    .action(async (name: string, options: UpdateVersionOptions) => {
      const { updateVersion } = await import('./update.run.ts');
      await updateVersion(context, name, options);
    });
