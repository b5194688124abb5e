/** Decides whether a comparison fails. Apart from `options`, which loads Commander: the start-up chunk would be split. */
import type { DefinitionChange } from '../../../definitions/diff/changes.ts';
import type { Judged } from '../../shared/definition-changes/accepted.ts';

/** The changes that make a comparison fail. */
export type FailOn = 'breaking' | 'warning' | 'never';

/** Why a comparison fails, without a period. Returns `undefined` if it does not. */
export function failuresAmong(
  changes: readonly Pick<Judged<DefinitionChange>, 'severity' | 'accepted'>[],
  failOn: FailOn,
): string | undefined {
  const countOf = (severity: 'breaking' | 'risky'): number =>
    changes.filter((each) => each.severity === severity && each.accepted === null).length;
  const [breaking, risky] = [countOf('breaking'), countOf('risky')];
  const parts = [
    ...(failOn === 'never' || breaking === 0 ? [] : [changesThat(breaking, 'breaks', 'break')]),
    ...(failOn !== 'warning' || risky === 0 ? [] : [changesThat(risky, 'may break', 'may break')]),
  ];
  return parts.length === 0 ? undefined : `${parts.join(', and ')} clients`;
}

const changesThat = (count: number, one: string, many: string): string =>
  count === 1 ? `1 change ${one}` : `${count} changes ${many}`;
