/** What is said of a place that the platform does not have, or does not show. Pure. */
import { nearest } from '../../model/nearest.ts';

/** At most this many are named. */
const SHOWN = 12;

/**
 * @param what `version` or `documentation`
 * @param there those that there are; null: not known
 */
export function absent(
  what: 'version' | 'documentation',
  name: string,
  there: readonly string[] | null,
): string {
  const near = nearest(name, there ?? []);
  return [
    `The platform has no ${what} "${name}" that this key may see`,
    there === null ? '' : `; there ${listed(there)}`,
    near === undefined ? '.' : `: did you mean ${near}?`,
    ` Rename the folder, make the ${what} in the editor, or say where the folder goes: docs init --in version/documentation.`,
  ].join('');
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'are none';
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '';
  return `${names.length === 1 ? 'is' : 'are'} ${names.slice(0, SHOWN).join(', ')}${more}`;
}
