/** Warnings about texts that a push sends. They are true of plans that are only shown, too. */
import { checkSnippets } from '../../content/check/snippets.ts';
import { mayHaveSnippets } from '../../content/snippets/snippets.ts';
import { snippetSources } from '../../content/snippets/sources.ts';
import { listOf } from '../../model/text/list.ts';
import { isPageFile, parseAddress } from '../../content/darkdown/address.ts';
import type { Change, Plan } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage, LocalProject } from '../../model/local.ts';
import { count } from '../../model/text/count.ts';
import type { GitPlace } from '../../system/git/run-git.ts';
import { ignoredIn, ignoredWarning } from '../../system/git/working-tree.ts';
import type { Folder } from './found-folder.ts';

/** The most links that a warning names. The others are only counted. */
const NAMED = 3;
/** The most pages that get a warning. The others are only counted. */
const MAX_WARNINGS = 10;

/**
 * One warning for each page with broken links, and one for all links to files that are not pages.
 */
export function brokenLinks(
  plan: Plan,
  { unresolved }: Pick<LocalProject, 'unresolved'>,
): readonly string[] {
  const sent = keysSent(plan);
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
  shorten(warnings);
  if (files.length > 0)
    warnings.push(`A push does not send the files that pages link to: ${listOf(files, NAMED)}.`);
  return warnings;
}

/** A warning of the files that git ignores. */
export const ignoredPages = (
  plan: Plan,
  { local }: Folder,
  place: GitPlace,
): Promise<readonly string[]> =>
  ignoredWarning(
    ignoredIn(place),
    [...keysSent(plan)].flatMap((key) => local.pages.get(key)?.file ?? []),
    'a push sends',
  );

/** One warning for each page with samples that are not what their files have. */
export function staleSamples(plan: Plan, { local, texts }: Folder, root: string): string[] {
  // Nothing of the files is shown, so git is not asked which of them it ignores.
  const site = { sampleOf: snippetSources(root, () => true) };
  const warnings: string[] = [];
  for (const key of keysSent(plan)) {
    const page = local.pages.get(key);
    if (page === undefined) continue;
    const found = textsOf(page, texts).flatMap((text) =>
      text !== null && mayHaveSnippets(text)
        ? checkSnippets(page.file, { section: { source: text, line: 1 } }, site)
        : [],
    );
    if (found.length === 0) continue;
    const which =
      found.length === 1
        ? 'a sample that is not what its file has'
        : `${found.length} samples that are not what their files have`;
    warnings.push(`${key} has ${which}. docs check lists them.`);
  }
  return shorten(warnings);
}

function shorten(warnings: string[]): string[] {
  const more = warnings.splice(MAX_WARNINGS).length;
  if (more > 0)
    warnings.push(`The same goes for ${count(more, 'more page')}. docs check lists them.`);
  return warnings;
}

const keysSent = ({ changes }: Plan): ReadonlySet<PageKey> =>
  new Set(changes.flatMap((change) => (sendsText(change) ? (change.key ?? []) : [])));

/** Empty if the page changed after the scan: the run says so when it sends the page. */
function textsOf(page: LocalPage, texts: Folder['texts']): readonly (string | null)[] {
  try {
    const { draft, published } = texts.read(page);
    return [draft, published];
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}

const isPage = (target: string): boolean => isPageFile(parseAddress(target));

function sendsText(change: Change): boolean {
  const { kind } = change;
  if (kind === 'update') return change.fields.includes('body');
  return kind === 'create' || kind === 'publish';
}
