import type { User } from '../../model/resources.ts';
import type { View } from '../../ui/ui.ts';
import { sinceView } from '../../ui/when.ts';

export const usersView =
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
