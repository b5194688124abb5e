/** Messages about a place that the platform does not have, or does not show. Pure. */
import { nearest } from '../../model/text/nearest.ts';

/** At most this many are named. */
const SHOWN = 12;

/**
 * The message that a version or documentation does not exist.
 *
 * @param what `version` or `documentation`
 * @param there the existing ones
 * @param isConfigured whether the configuration names it, not the name of a folder
 */
export function absent(
  what: 'version' | 'documentation',
  name: string,
  there: readonly string[],
  isConfigured: boolean,
): string {
  const near = there.length > 1 ? nearest(name, there) : undefined;
  const wayOut = isConfigured
    ? `Correct \`${what}\` in the configuration.`
    : `Rename the folder, create the ${what} in the editor, or say where the folder goes: docs init --in version/documentation.`;
  const meant = near === undefined ? '' : ` Did you mean "${near}"?`;
  return `There is no ${what} "${name}" on the platform; there ${listed(there)}.${meant} ${wayOut}`;
}

/**
 * The message that a documentation's slug could not be found out.
 *
 * @param name the documentation, as `version/documentation`
 * @param silent titles of the version's documentations whose slugs are unknown; not empty
 */
export function notFoundOut(name: string, silent: readonly string[]): string {
  const [one] = silent;
  const which = silent.length === 1 ? `the slug of "${one}"` : `the slugs of ${listOf(silent)}`;
  return `It is not known whether the platform has the documentation "${name}": it does not report ${which}. Create a page there in the editor, then run the same command again: a page shows where it is.`;
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'are none';
  return `${names.length === 1 ? 'is' : 'are'} ${listOf(names)}`;
}

function listOf(names: readonly string[]): string {
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '';
  const shown = names.slice(0, SHOWN).map((name) => `"${name}"`);
  return shown.join(', ') + more;
}
