import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { LogoutOptions } from './logout.run.ts';

export const logoutCommand = (context: Context): Command =>
  new Command('logout')
    .summary('remove a stored API key')
    .description(
      'Removes the key that is stored for the base URL. The key itself stays valid: to end that, replace it on the platform.',
    )
    .option('--all', 'remove the keys for all addresses', false)
    .addHelpText('after', '\nExamples:\n  $ docs logout\n  $ docs logout --all')
    .action(async (options: LogoutOptions) => {
      const { logout } = await import('./logout.run.ts');
      await logout(context, options);
    });
