import { Command, InvalidArgumentError } from 'commander';
import type { Context } from '../../context.ts';
import type { BuildFlags } from './build.run.ts';
import { several } from '../arguments.ts';

export const buildCommand = (context: Context): Command =>
  new Command('build')
    .summary('write the site as static files, with search')
    .description(
      'Writes the pages of this folder as a site of static files, as readers would see them after docs push --publish, for any ' +
        'host of static files. The folder must be empty, new, or written by docs build. Files of an earlier build that no longer belong to the ' +
        'site are removed, and nothing else. Needs no key and no platform.',
    )
    .requiredOption('--out <folder>', 'where to write the site')
    .option(
      '--base <path>',
      'path of the site on its host, for links on the not-found page',
      basePath,
      '/',
    )
    .option('--drafts', 'show drafts and unpublished pages', false)
    .option('--audience <id>', 'also show pages for this audience; may be repeated', several, [])
    .addHelpText(
      'after',
      `
Examples:
  $ docs build --out public
  $ docs build --out public --base /handbook/ --drafts`,
    )
    .action(async (flags: BuildFlags) => {
      const { buildSite } = await import('./build.run.ts');
      await buildSite(context, flags);
    });

function basePath(text: string): string {
  if (!/^\/(?:[\w.~-]+\/)*[\w.~-]*$/.test(text) || /\/\.\.?(?:\/|$)/.test(text)) {
    throw new InvalidArgumentError('It is a path that begins with a slash, such as /handbook/.');
  }
  return text.endsWith('/') ? text : `${text}/`;
}
