import { Option, type Command } from 'commander';
import type { DefinitionDiff } from '../../definitions/diff/changes.ts';

export const withReferenceOptions = (command: Command): Command =>
  command
    .option('--remote-refs', 'follow `$ref`s to the network', false)
    .option('--outside-refs', 'follow `$ref`s outside the project folder', false);

export const failOnOption = (description: string): Option =>
  new Option('--fail-on <what>', description)
    .choices(['breaking', 'warning', 'never'])
    .default('never');

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
