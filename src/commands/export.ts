import { Command } from 'commander';
import type { Context } from '../context.ts';
import { formatOption } from './arguments.ts';
import type { ExportOptions } from '../features/export/export-project.ts';

export const exportCommand = (context: Context): Command =>
  new Command('export')
    .summary('save the project as a ZIP or a folder')
    .description(
      'Saves the whole project, or one version, as a ZIP, or unpacked with --extract. The answer is streamed to disk and checked to the last byte ' +
        'before it gets its name: a file that is there is sound. Enterprise plans only; ten an hour.',
    )
    .option('-o, --output <file>', 'where to (default: docs-export.zip); - is standard output')
    .option('--extract <folder>', 'unpack into this folder, which must be new or empty')
    .addOption(formatOption('of the pages', ['markdoc', 'markdown']).default('markdoc'))
    .option('--in <version>', 'only this version: slug, name, id or `latest`')
    .option('--force', 'replace a file that is there', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs export
  $ docs export -o backup.zip --force
  $ docs export --extract backup --format markdown
  $ docs export --in v2.0 -o v2.0.zip`,
    )
    .action(async (options: ExportOptions) => {
      const { exportProject } = await import('../features/export/export-project.ts');
      await exportProject(context, options);
    });
