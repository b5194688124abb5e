import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { writing } from '../../consent.ts';
import type { CloneVersionOptions } from './clone.run.ts';

export const versionCloneCommand = (context: Context): Command =>
  writing(new Command('clone'))
    .summary('copy a version with everything in it')
    .description(
      'Copies a version: documentations, pages with their drafts, and API references. Links inside it lead to the copies. The copy is not published, and ' +
        'comes first in the project: once it is published, it is the default version. Then copy or rename the folder of the version, too, to ' +
        'the slug of the copy: docs push matches each file in it with the copied page. Asks first; without a terminal it needs --yes.',
    )
    .argument('<version>', 'slug, name or id, or `latest`')
    .requiredOption('--name <name>', 'the name of the copy')
    .option(
      '--slug <slug>',
      'its slug, of letters, digits and dashes (default: made from the name)',
    )
    .option('--publish', 'let readers see it', false)
    .option('--force', 'publish it even if links are broken', false)
    .option('-n, --dry-run', 'show what would be copied, and stop', false)
    .addHelpText(
      'after',
      '\nExamples:\n  $ docs version clone v1.0 --name v2.0\n  $ docs version clone latest --name "Version 2" --slug v2 --yes',
    )
    .action(async (version: string, options: CloneVersionOptions) => {
      const { cloneVersion } = await import('./clone.run.ts');
      await cloneVersion(context, version, options);
    });
