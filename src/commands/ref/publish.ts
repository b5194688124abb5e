import type { PublishReferencesOptions } from './publish.run.ts';
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { writing } from '../../consent.ts';

export const refPublishCommand = (context: Context): Command =>
  writing(new Command('publish'))
    .summary('publish the drafts of references')
    .description(
      'Publishes the drafts of references. Asks first; without a terminal it needs --yes.',
    )
    .argument('<ref...>', 'slug, title or id, with or without its version: v1.0/petstore')
    .option('--in <version>', 'the version that they are in')
    .option('-n, --dry-run', 'show what would be published, and stop', false)
    .addHelpText(
      'after',
      '\nExamples:\n  $ docs ref publish petstore\n  $ docs ref publish orders users --in v2.0',
    )
    .action(async (names: string[], options: PublishReferencesOptions) => {
      const { publishReferences } = await import('./publish.run.ts');
      await publishReferences(context, names, options);
    });
