/** Warnings about links that lead nowhere on the platform: to files that do not exist, or are not pages. Pure. */
import { isPageFile, parseAddress } from '../../content/darkdown/address.ts';
import type { Change, Plan } from '../../model/change.ts';
import type { PageKey } from '../../model/ids.ts';
import type { LocalProject } from '../../model/local.ts';
import type { Relinked } from '../pairing/relink.ts';

/** How many pages or links a warning names; the rest is a number. */
const NAMED = 3;
/** How many warnings of one kind are shown. */
const MOST_WARNINGS = 10;

interface Left {
  readonly local: Pick<LocalProject, 'pages' | 'loose'>;
  readonly relinked: readonly Relinked[];
  readonly meant: (key: PageKey) => boolean;
}

/** Returns a warning for each missing file that pages link to, for each change that sends a broken link, and for files that are not pages. */
export function leftLinks({ changes }: Plan, { local, relinked, meant }: Left): readonly string[] {
  const gone = relinked.flatMap(({ file, to, pages }) => {
    const from = pages.filter(meant);
    if (from.length === 0) return [];
    const kept = local.pages.has(to) ? `lead to ${to}` : `still lead to its page, ${to}`;
    return `${file} no longer exists: links to it, in ${firstNamed(from)}, ${kept}. docs check lists them.`;
  });
  const sent = new Set(changes.flatMap((change) => (sendsText(change) ? change.key : [])));
  const nowhere = local.loose.flatMap(({ key, targets }) => {
    if (!sent.has(key)) return [];
    const links = targets.filter(isPage).map((target) => `"${target}"`);
    if (links.length === 0) return [];
    const which = links.length === 1 ? 'a broken link' : 'broken links';
    return `${key} is sent with ${which}: ${firstNamed(links)}. docs check lists them.`;
  });
  const files = local.loose.flatMap(({ key, targets }) =>
    sent.has(key)
      ? targets.filter((target) => !isPage(target)).map((target) => `"${target}" in ${key}`)
      : [],
  );
  const unsent =
    files.length === 0 ? [] : [`Files that pages link to are not sent: ${firstNamed(files)}.`];
  return [...few(gone, 'files'), ...few(nowhere, 'pages'), ...unsent];
}

const isPage = (target: string): boolean => isPageFile(parseAddress(target));

function sendsText(change: Change): boolean {
  const { kind } = change;
  if (kind === 'update') return change.fields.includes('body');
  return kind === 'create' || kind === 'publish';
}

/** The first names, and the number of the others. */
export function firstNamed(names: readonly string[]): string {
  const rest = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return names.slice(0, NAMED).join(', ') + rest;
}

/** The first warnings, and the number of the others. */
export function few(warnings: readonly string[], what: 'files' | 'pages'): readonly string[] {
  if (warnings.length <= MOST_WARNINGS) return warnings;
  const more = `There are ${warnings.length - MOST_WARNINGS} more ${what} like these. docs check lists them.`;
  return [...warnings.slice(0, MOST_WARNINGS), more];
}
