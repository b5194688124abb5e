/** Warnings about broken links. Pure. */
import { listOf } from '../../model/text/list.ts';
import { isPageFile, parseAddress } from '../../content/darkdown/address.ts';
import type { Change, Plan } from '../../model/change.ts';
import type { LocalProject } from '../../model/local.ts';
import { count } from '../../model/text/count.ts';

/** The most links that a warning names. The others are only counted. */
const NAMED = 3;
/** The most pages that get a warning. The others are only counted. */
const MAX_WARNINGS = 10;

/**
 * One warning for each page with broken links that a push sends, and one for all its links to
 * files that are not pages. They are true of plans that are only shown, too.
 */
export function brokenLinks(
  { changes }: Plan,
  { unresolved }: Pick<LocalProject, 'unresolved'>,
): readonly string[] {
  const sent = new Set(changes.flatMap((change) => (sendsText(change) ? change.key : [])));
  const warnings: string[] = [];
  const files: string[] = [];
  for (const { key, targets } of unresolved) {
    if (!sent.has(key)) continue;
    const links = targets.filter(isPage).map((target) => `"${target}"`);
    const which = links.length === 1 ? 'a broken link' : 'broken links';
    if (links.length > 0)
      warnings.push(`${key} has ${which}: ${listOf(links, NAMED)}. docs check lists them.`);
    for (const file of targets) if (!isPage(file)) files.push(`"${file}" in ${key}`);
  }
  const more = warnings.splice(MAX_WARNINGS).length;
  if (more > 0)
    warnings.push(`The same goes for ${count(more, 'more page')}. docs check lists them.`);
  if (files.length > 0)
    warnings.push(`A push does not send the files that pages link to: ${listOf(files, NAMED)}.`);
  return warnings;
}

const isPage = (target: string): boolean => isPageFile(parseAddress(target));

function sendsText(change: Change): boolean {
  const { kind } = change;
  if (kind === 'update') return change.fields.includes('body');
  return kind === 'create' || kind === 'publish';
}
