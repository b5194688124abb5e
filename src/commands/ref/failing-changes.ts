/** Decides whether a comparison fails. Apart from `options`, which loads Commander: the start-up chunk would be split. */
import type { DefinitionDiff } from '../../definitions/diff/changes.ts';

/** The changes that make a comparison fail. */
export type FailOn = 'breaking' | 'warning' | 'never';

/** Why a comparison fails, without a period. Returns `undefined` if it does not. */
export function failuresAmong(
  { counts: { breaking, risky } }: Pick<DefinitionDiff, 'counts'>,
  failOn: FailOn,
): string | undefined {
  const parts = [
    ...(failOn === 'never' || breaking === 0 ? [] : [changes(breaking, 'breaks', 'break')]),
    ...(failOn !== 'warning' || risky === 0 ? [] : [changes(risky, 'may break', 'may break')]),
  ];
  return parts.length === 0 ? undefined : `${parts.join(', and ')} clients`;
}

const changes = (count: number, one: string, many: string): string =>
  count === 1 ? `1 change ${one}` : `${count} changes ${many}`;
