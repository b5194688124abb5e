import { Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import { PERMISSIONS } from '../../model/operations.ts';
import { onPlatform } from './database-option.ts';
import type { KeyFlags, RevokeFlags } from './key.run.ts';
import type { PlaceFlags } from './place.ts';

export const platformKeyCommand = (context: Context): Command =>
  new Command('key')
    .summary('create, list and revoke API keys')
    .description(
      'Keys of a platform of your own, in its data folder or database, also while it runs.',
    )
    .addCommand(createCommand(context))
    .addCommand(listCommand(context))
    .addCommand(revokeCommand(context));

const createCommand = (context: Context): Command =>
  onPlatform(
    new Command('create')
      .summary('create an API key')
      .description(
        "Creates an API key in a platform's data folder or database, also while it runs. The key is shown only once.",
      ),
  )
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
    });

const listCommand = (context: Context): Command =>
  onPlatform(
    new Command('list')
      .summary('list API keys')
      .description(
        "Lists the API keys in a platform's data folder or database, also while it runs: their names and what they may do, never the keys.",
      ),
  )
    .option('--exact', 'show exact times', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs platform key list --data ~/docs-platform
  $ docs platform key list --database postgres://docs@db.example.com/docs --json`,
    )
    .action(async (flags: PlaceFlags & { readonly exact: boolean }) => {
      const { listPlatformKeys } = await import('./key.run.ts');
      await listPlatformKeys(context, flags);
    });

const revokeCommand = (context: Context): Command =>
  onPlatform(
    new Command('revoke')
      .summary('revoke an API key')
      .description(
        "Revokes an API key in a platform's data folder or database, also while it runs: the next request with it is refused. Asks first; without a terminal it needs --yes. " +
          'A data folder whose own key was revoked gets another one when it is next started.',
      )
      .argument('<key>', 'its name, or its id if several have that name: docs platform key list'),
  )
    .option('-n, --dry-run', 'show which key would be revoked, and stop', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs platform key revoke ci --data ~/docs-platform
  $ docs platform key revoke 481516 --database postgres://docs@db.example.com/docs --yes`,
    )
    .action(async (key: string, flags: RevokeFlags) => {
      const { revokePlatformKey } = await import('./key.run.ts');
      await revokePlatformKey(context, key, flags);
    });
