import type { DefinitionDiff } from '../../content/openapi/diff/changes.ts';
import type { FailOn } from './options.ts';

/** Why a comparison fails, without a full stop; `undefined` where it does not. */
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
