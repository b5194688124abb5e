import { Command } from 'commander';
import type { Context } from '../context.ts';
import { Failure } from '../model/failure.ts';
import { parseInstant } from '../model/instant.ts';
import type { User, UserRole } from '../model/resources.ts';
import { listOption } from './arguments.ts';

const ROLES: readonly UserRole[] = ['ADMIN', 'PUBLISHER', 'WRITER', 'REVIEWER'];

interface UsersOptions {
  readonly role?: readonly UserRole[];
  readonly inactive?: string;
  readonly exact: boolean;
}

export const usersCommand = (context: Context): Command =>
  new Command('users')
    .summary('list users and their roles')
    .description('Lists the users of the project with their roles, and when each was last active.')
    .addOption(listOption('--role <role,…>', 'only these', ROLES))
    .option('--inactive <duration>', 'only who was not active for so long, such as 90d')
    .option('--exact', 'show dates instead of "3 days ago"', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs users
  $ docs users --role admin,publisher
  $ docs users --inactive 90d --json`,
    )
    .action((options: UsersOptions) => listUsers(context, options));

/** Prints the users, by name. One request. */
async function listUsers(context: Context, options: UsersOptions): Promise<void> {
  const { role, inactive, exact } = options;
  const since = inactive === undefined ? undefined : await inactiveSince(context, inactive);
  const users = await (await context.api()).project.users();
  const shown = users
    .filter((user) => role === undefined || role.includes(user.role))
    .filter((user) => since === undefined || lastActive(user) < since)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id);
  const { usersView } = await import('../ui/views/users.ts');
  await context.ui.result(shown, usersView(exact), { long: true });
}

async function inactiveSince({ host }: Context, text: string): Promise<number> {
  const { parseLength } = await import('./times.ts');
  const ms = parseLength(text);
  if (ms === undefined) {
    throw new Failure('usage', `--inactive takes a length of time, not "${text}".`, {
      hint: 'such as 90d, 2w or 12h',
    });
  }
  return host.clock.now() - ms;
}

/** Who was never active has been inactive for ever. */
const lastActive = ({ lastActiveAt }: User): number =>
  (lastActiveAt === null ? undefined : parseInstant(lastActiveAt)) ?? Number.NEGATIVE_INFINITY;
