import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { ListContentsOptions } from './list.run.ts';

export const listCommand = (context: Context): Command =>
  new Command('list')
    .alias('ls')
    .summary('list documentations, references and changelogs')
    .description(
      'Lists what a version holds, or every version: documentations with their slugs, pages and state, and API references. Changelogs are ' +
        'those in the configuration, because the platform does not list them.',
    )
    .argument('[version]', 'slug, name or id, or `latest`')
    .option('--exact', 'show dates instead of "3 days ago"', false)
    .addHelpText('after', '\nExamples:\n  $ docs list\n  $ docs list v2.0 --json')
    .action(async (version: string | undefined, options: ListContentsOptions) => {
      const { listContents } = await import('./list.run.ts');
      await listContents(context, version, options);
    });
