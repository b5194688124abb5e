import type { InitOptions } from './init.run.ts';
import { Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import { several } from '../arguments.ts';

export const initCommand = (context: Context): Command =>
  new Command('init')
    .summary('write the config file of this folder')
    .description(
      'Looks at this folder, finds pages and OpenAPI definitions, shows where the pages would go, with a key as far as the platform has such places, asks whether that is right, ' +
        'and writes docs-cli.config.yml. With --yes, or if nobody can answer, it takes what is certain; otherwise it names the options, or the lines to write, and ends.',
    )
    .option('--content <folder>', 'where the pages are (default: detected)', several)
    .option('--in <version/documentation>', 'where they go, if the folder is one documentation')
    .option('--publish', 'publish what a push changes')
    .option('--no-publish', 'leave changed bodies as drafts; titles and slugs are live at once')
    .option('--references', 'list the OpenAPI definitions of this folder')
    .option('--no-references', 'do not list them')
    .addOption(
      new Option(
        '--ci <system>',
        'also write a pipeline; if this is the only option and there is a config file, write nothing else',
      ).choices(['github', 'gitlab', 'none']),
    )
    .option(
      '--comment',
      'with --ci: a job of its own writes what changes for readers as a comment, which each run replaces',
      false,
    )
    .option('--no-check', 'do not ask the platform')
    .option('--force', 'replace existing files; keeps copies', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs init
  $ docs init --yes --ci github
  $ docs init --ci gitlab --comment
  $ docs init --content guides --in v1.0/guides --no-publish --ci none --yes`,
    )
    .action(async (options: InitOptions) => {
      const { init } = await import('./init.run.ts');
      await init(context, options);
    });
