import type { Change } from '../model/change.ts';
import { placeOf, type PageKey } from '../model/ids.ts';
import { count } from '../ui/count.ts';
import type { Style } from '../ui/style.ts';
import { wrap } from '../ui/width.ts';
import { nameLines } from './name-lines.ts';

/** A redirect rule for each URL of readers that changes. Empty if none changes. */
export function redirectsSection(
  changes: readonly Change[],
  style: Style,
  verbose: boolean,
): string {
  const rules = new Set(
    changes.flatMap((change) => {
      if (change.kind !== 'update' || !change.isShown || change.from === null) return [];
      return [`^${sitePath(change.from)}$ >> ${sitePath(change.key)}`];
    }),
  );
  if (rules.size === 0) return '';
  const heading = `${count(rules.size, 'redirect rule')} to paste into the platform’s hosting settings`;
  return [
    style.bold(heading),
    ...nameLines(rules, style, (rule) => rule, verbose),
    ...wrap(NOT_DEFAULT.split(' '), Math.min(style.width, 80), 6).map(style.dim),
  ].join('\n');
}

/** The plan does not tell which version is the default one. */
const NOT_DEFAULT =
  'in a version other than the default one, both paths begin with the slug of the version';

/** The path for readers of the default version. */
function sitePath(key: PageKey): string {
  const { documentation, slug } = placeOf(key);
  return `/${documentation}/${slug}`;
}
