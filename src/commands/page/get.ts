import type { GetPageOptions } from './get.run.ts';
import { Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import { formatOption } from '../arguments.ts';

export const pageGetCommand = (context: Context): Command =>
  new Command('get')
    .alias('show')
    .summary('print the text of a page')
    .description(
      'Prints the text of a page as it is, or writes it to a file. By default this is the draft if there is one, and otherwise what is ' +
        'published: what the editor of the platform shows.',
    )
    .argument('<page>', 'key (version/documentation/slug), id, file or title')
    .option('--in <version[/documentation]>', 'where the page is, for a slug or a title')
    .addOption(
      formatOption('format of the text', ['markdoc', 'markdown', 'html', 'text']).default(
        'markdoc',
      ),
    )
    .addOption(new Option('--draft', 'only the draft').conflicts('published'))
    .option('--published', 'only what readers see')
    .option('-o, --output <file>', 'write to this file')
    .option('--force', 'replace an existing file', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs page get v1.0/docs/intro
  $ docs page get intro --in latest/docs --format html -o intro.html
  $ docs page get 4711 --draft --json`,
    )
    .action(async (name: string, options: GetPageOptions) => {
      const { getPage } = await import('./get.run.ts');
      await getPage(context, name, options);
    });
