import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { CopyFlags } from './copy.run.ts';

export const platformCopyCommand = (context: Context): Command =>
  new Command('copy')
    .summary('copy a platform: for a backup, into a database, or out of one')
    .description(
      'Copies everything on a platform, with ids, keys, history and audit log, into an empty folder or database. ' +
        'The platform may run: the copy is the project as it was when the copy began. To move a platform, stop it first, because what is changed later is not copied.',
    )
    .requiredOption('--from <folder|address>', 'where the platform is kept now')
    .requiredOption('--to <folder|address>', 'where it will be kept')
    .addHelpText(
      'after',
      `
Examples:
  $ docs platform copy --from ~/docs-platform --to ~/backups/monday
  $ docs platform copy --from ~/docs-platform --to postgres://docs@db.example.com/docs
  $ docs platform copy --from postgres://docs@db.example.com/docs --to ~/docs-platform`,
    )
    .action(async (flags: CopyFlags) => {
      const { copyWholePlatform } = await import('./copy.run.ts');
      await copyWholePlatform(context, flags);
    });
