import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { LogoutOptions } from '../../features/keys/logout.ts';

export const logoutCommand = (context: Context): Command =>
  new Command('logout')
    .summary('forget a kept API key')
    .description(
      'Forgets the key that was kept for the base URL. The key itself stays valid: replace it on the platform.',
    )
    .option('--all', 'forget the keys of every address', false)
    .addHelpText('after', '\nExamples:\n  $ docs logout\n  $ docs logout --all')
    .action(async (options: LogoutOptions) => {
      const { logout } = await import('../../features/keys/logout.ts');
      await logout(context, options);
    });
