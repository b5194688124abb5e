import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { UserRole } from '../../model/resources.ts';
import { listOption } from '../arguments.ts';
import type { UsersOptions } from './users.run.ts';

const ROLES: readonly UserRole[] = ['ADMIN', 'PUBLISHER', 'WRITER', 'REVIEWER'];

export const usersCommand = (context: Context): Command =>
  new Command('users')
    .summary('list users and their roles')
    .description('Lists the users of the project with their roles, and when each was last active.')
    .addOption(listOption('--role <role,…>', 'only users with these roles', ROLES))
    .option('--inactive <duration>', 'only users inactive for at least this long, such as 90d')
    .option('--exact', 'show dates instead of "3 days ago"', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs users
  $ docs users --role admin,publisher
  $ docs users --inactive 90d --json`,
    )
    .action(async (options: UsersOptions) => {
      const { listUsers } = await import('./users.run.ts');
      await listUsers(context, options);
    });
