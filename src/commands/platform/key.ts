import { Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import { PERMISSIONS } from '../../model/operations.ts';
import { databaseOption } from './database-option.ts';
import type { KeyFlags } from './key.run.ts';

export const platformKeyCommand = (context: Context): Command =>
  new Command('key')
    .summary('create API keys')
    .description('Keys of a platform of your own.')
    .addCommand(
      new Command('create')
        .summary('create an API key')
        .description(
          "Creates an API key in a platform's data folder or database, also while it runs. The key is shown only once.",
        )
        .option('--data <folder>', 'the data folder of docs platform start')
        .addOption(databaseOption())
        .option('--name <name>', 'name of the key', 'docs')
        .addOption(
          new Option('--permission <permission...>', 'what it may do; default: everything').choices(
            PERMISSIONS,
          ),
        )
        .option('--in <version...>', 'slugs of the versions that it may use; default: all')
        .option('--user <email>', 'the user who counts as creator of its pages; default: nobody')
        .addHelpText(
          'after',
          `
Examples:
  $ docs platform key create --data ~/docs-platform
  $ docs platform key create --data ~/docs-platform --name ci --permission project.read page.read page.edit
  $ docs platform key create --database postgres://docs@db.example.com/docs`,
        )
        .action(async (flags: KeyFlags) => {
          const { createPlatformKey } = await import('./key.run.ts');
          await createPlatformKey(context, flags);
        }),
    );
