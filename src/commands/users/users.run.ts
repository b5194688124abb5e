import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { parseInstant, mayBeMonths } from '../../model/time.ts';
import type { User, UserRole } from '../../model/resources.ts';
import { parseLength } from '../shared/typed-times.ts';
import type { View } from '../../ui/ui.ts';
import { sinceView } from '../../ui/when.ts';

export interface UsersOptions {
  readonly role?: readonly UserRole[];
  readonly inactive?: string;
  readonly exact: boolean;
}

/** Prints the users, by name. One request. */
export async function listUsers(context: Context, options: UsersOptions): Promise<void> {
  const { role, inactive, exact } = options;
  const since = inactive === undefined ? undefined : await inactiveSince(context, inactive);
  const users = await (await context.api()).project.users();
  const shown = users
    .filter((user) => role === undefined || role.includes(user.role))
    .filter((user) => since === undefined || lastActive(user) < since)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id);
  await context.ui.result(shown, usersView(exact), { long: true });
}

async function inactiveSince({ host }: Context, text: string): Promise<number> {
  const length = parseLength(text);
  if (length !== undefined && !mayBeMonths(text)) return host.clock.now() - length;
  throw new Failure('usage', `Invalid --inactive "${text}".`, {
    hint: 'Give a duration, such as 90d or 12h',
  });
}

/** A user who was never active counts as inactive for any length of time. */
const lastActive = ({ lastActiveAt }: User): number =>
  (lastActiveAt === null ? undefined : parseInstant(lastActiveAt)) ?? Number.NEGATIVE_INFINITY;

const usersView =
  (exact: boolean): View<readonly User[]> =>
  (users, style) => {
    if (users.length === 0) return 'No users.';
    const rows = users.map(({ name, email, role, lastActiveAt }) => [
      style.text(name),
      style.text(email),
      style.text(role),
      sinceView(style, lastActiveAt, exact),
    ]);
    return style.table(rows, { head: ['NAME', 'EMAIL', 'ROLE', 'LAST ACTIVE'] });
  };
