import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { formatOption } from '../arguments.ts';
import type { ExportOptions } from './export.run.ts';

export const exportCommand = (context: Context): Command =>
  new Command('export')
    .summary('save the project as a ZIP or a folder')
    .description(
      'Saves the whole project, or one version, as a ZIP, or as a folder with --extract. The folder has the repository layout, which docs push ' +
        'and docs dev work with. The ZIP appears only after the whole export is on the disk and was checked, so it is never incomplete. ' +
        'Enterprise plans only; ten an hour.',
    )
    .option('-o, --output <file>', 'file to write (default: docs-export.zip); - is standard output')
    .option('--extract <folder>', 'write the pages into this folder, which must be new or empty')
    .addOption(formatOption('format of the pages', ['markdoc', 'markdown']).default('markdoc'))
    .option('--in <version>', 'only this version: slug, name, id or `latest`')
    .option('--force', 'replace an existing file', false)
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
      const { exportProject } = await import('./export.run.ts');
      await exportProject(context, options);
    });
