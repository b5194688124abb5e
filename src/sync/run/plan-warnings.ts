/** What a person should know about a plan, whether it is carried out or only shown. */
import { unreadWarnings } from '../../content/folder/list-folder.ts';
import { listOf, count } from '../../model/text/sentences.ts';
import { isPageFile, parseAddress } from '../../content/darkdown/address.ts';
import type { Change, Plan, Pull } from '../../model/change.ts';
import { documentationKey, type PageKey, placeOf } from '../../model/ids.ts';
import { foreignDraftIn, hasOnlyCopy } from '../../model/sides.ts';
import { documentationOf, restrictionWords, saysNotYet } from '../../model/local.ts';
import type { LocalPage, LocalProject } from '../../model/local.ts';
import type { GitPlace } from '../../system/git/run-git.ts';
import { ignoredIn, ignoredWarning } from '../../system/git/working-tree.ts';
import type { Folder } from '../folder/found-folder.ts';
import type { SyncDeps } from '../deps.ts';
import type { MayBeMoved } from '../match/pair-files.ts';
import type { Recognised } from '../match/recognise.ts';
import type { Cases, Row } from '../plan/cases.ts';
import type { ComparedSides } from '../plan/plan.ts';
import type { Scope } from '../plan/select.ts';
import type { Snapshot } from '../platform/snapshot.ts';
import type { NewFiles } from '../pull/new-pages.ts';
import { hasNewDate } from '../record/stored-page.ts';
import type { SyncOptions } from '../run-options.ts';
import type { Run } from '../run.ts';

/** What a plan was made from. */
interface Planned {
  readonly run: Run;
  readonly scope: Scope;
  readonly mayBeMoved: readonly MayBeMoved[];
  readonly recognised: Recognised;
  readonly missing: NewFiles;
  readonly sides: ComparedSides;
  readonly plan: Plan;
  /** As in `Decided`. */
  readonly rows: readonly Row[];
  readonly options: Pick<SyncOptions, 'prune' | 'send' | 'asNamed'>;
}

/** The warnings of a plan, in the order in which they are shown. */
export async function planWarnings(
  { run, scope, mayBeMoved, recognised, missing, sides, plan, rows, options }: Planned,
  { project, machine }: Pick<SyncDeps, 'project' | 'machine'>,
): Promise<readonly string[]> {
  const { folder, lock, platform } = run;
  const { cases } = sides;
  const place = { root: project.root, ...machine };
  return [
    ...lock.warnings,
    ...renameWarnings(mayBeMoved, scope, sides),
    ...recognised.warnings,
    ...(options.prune ? [] : changedWithoutFile(run, cases, missing.pulls)),
    ...missing.warnings,
    ...(await uncommittedLock(run, cases, { project, machine })),
    ...copiesLeft(rows, options.send ? keysSent(plan) : new Set(), run),
    ...(options.send
      ? [
          ...unreadWarnings(folder.local.unread),
          ...brokenLinks(plan, folder.local),
          // Git ignores every copy. The command asks about the files that were named.
          ...(options.asNamed ? [] : await ignoredPages(plan, folder, place)),
          ...(await sampleWarnings(plan, folder, project.root)),
          ...publicAlready(sides),
          ...hiddenAboveGone(plan, cases, run),
          ...exchangedTexts(rows),
          ...alikeFiles(rows, folder.local),
        ]
      : []),
    ...renamedPlaces(platform.snapshot),
  ];
}

/** Says how many others a warning is about besides the one that it names; empty if there are none. */
const othersOf = (more: readonly unknown[], noun = 'page'): string =>
  more.length === 0 ? '' : ` The same goes for ${count(more.length, `more ${noun}`)}.`;

/** Warnings about new files that may be pages whose files are gone, unless a commit removed those files. */
function renameWarnings(
  mayBeMoved: readonly MayBeMoved[],
  { selected }: Scope,
  { remote, stays }: Pick<ComparedSides, 'remote' | 'stays'>,
): readonly string[] {
  const open = mayBeMoved.filter(
    ({ page: { key }, was }) => selected(key) && !remote.get(key) && stays.has(was),
  );
  const [first, ...more] = open;
  if (first === undefined) return [];
  return [
    `If ${first.was} was moved to ${first.page.file}: commit the move, then push again.${othersOf(more)}`,
  ];
}

/** Warns if git has pulled drafts without the lock: in another clone, a push publishes them. */
async function uncommittedLock(
  { folder }: Run,
  cases: Cases,
  deps: Pick<SyncDeps, 'project' | 'machine'>,
): Promise<readonly string[]> {
  const drafts = [
    ...cases.withFile((_, base) => base?.foreignDraft !== undefined && !hasOnlyCopy(base)),
  ];
  if (drafts.length === 0) return [];
  const { draftsWithoutLock } = await import('../git/drafts-without-lock.ts');
  const [first, ...more] = await draftsWithoutLock(drafts, folder, deps);
  if (first === undefined) return [];
  const { lockFile } = deps.project;
  return [
    `Git has the draft in ${first.file}, and not the ${lockFile} that calls it one: commit it as well, or a push in another clone, such as a pipeline’s, publishes it.${othersOf(more, 'file')}`,
  ];
}

/**
 * Warns about files that are not in `sent`, with a draft that this run replaces: no line of the lock
 * tells afterwards whose words they are, unless their pages have one that names a sentence.
 */
function copiesLeft(
  rows: readonly Row[],
  sent: ReadonlySet<PageKey>,
  { folder: { local, renamed }, lock }: Run,
): readonly string[] {
  const replaced = rows.flatMap((row) => (row.base && replacesDraft(row) ? [row.base] : []));
  if (replaced.length === 0) return [];
  const left = Array.from(local.pages.values()).flatMap((page) => {
    const { key, file, foreignDraft, copied } = page;
    const isNamed = copied !== undefined && lock.pages.has(renamed.get(key) ?? key);
    if (!foreignDraft || isNamed || sent.has(key)) return [];
    const from = replaced.find((line) =>
      copied ? line.key === copied.from : line.foreignDraft === foreignDraft,
    );
    return from ? [{ file, words: copied?.words ?? `its text is the draft of ${from.key}` }] : [];
  });
  const more = left.splice(NAMED);
  return left.map(
    ({ file, words }, at) =>
      `${file}: ${words}, and this run replaces that draft. Run docs push ${file} first, or a later push may publish the words.${at === NAMED - 1 ? othersOf(more, 'file') : ''}`,
  );
}

/** Whether neither file nor page have the draft afterwards that docs wrote into the file. */
const replacesDraft = ({ base, local, remote, changes }: Row): boolean =>
  base?.foreignDraft !== undefined &&
  changes.some((change) => {
    const { kind } = change;
    if (kind === 'pull') return change.taken === true && change.fields.includes('body');
    if (kind === 'update') return !local || foreignDraftIn(base, local, remote) === null;
    return kind === 'delete' || (kind === 'conflict' && change.merge !== undefined);
  });

/**
 * Warns about pages that readers see although their files say that they are not for readers yet.
 */
function publicAlready({
  cases,
  remote,
}: Pick<ComparedSides, 'cases' | 'remote'>): readonly string[] {
  const shown: LocalPage[] = [];
  for (const { formerKey, local, base } of cases.withFile(isNotYet)) {
    const seen = remote.get(formerKey)?.stored ?? base;
    if (seen !== undefined && seen.published !== null) shown.push(local);
  }
  const [first, ...more] = shown;
  if (first?.restriction === undefined) return [];
  return [
    `${first.key} stays public, although it is ${restrictionWords(first.restriction)}: the API cannot unpublish a page. Unpublish it in the editor.${othersOf(more)}`,
  ];
}

const isNotYet = ({ restriction }: LocalPage): boolean => saysNotYet(restriction);

/**
 * Warns about pages that would be published below a page that readers do not see and whose file is
 * gone: it may have been meant to hide them.
 */
function hiddenAboveGone(
  { changes }: Plan,
  cases: Cases,
  { folder: { local }, platform: { snapshot } }: Run,
): readonly string[] {
  const gone = cases.withoutFile().filter(({ base }) => {
    const summary = snapshot.pages.get(base.id);
    return summary !== undefined && (base.published === null || !summary.listed);
  });
  if (gone.length === 0) return [];
  const shown = changes.flatMap((change) => {
    if (change.kind !== 'publish' || change.held !== null) return [];
    const { key, file } = change;
    const around = documentationOf(local.documentations, placeOf(key))?.folder ?? '';
    const folders = new Set(file.slice(around.length).split('/').slice(0, -1));
    const above = gone.find(
      (each) =>
        documentationKey(each.key) === documentationKey(key) && folders.has(placeOf(each.key).slug),
    );
    return above === undefined ? [] : [{ key, above: above.key }];
  });
  const [first, ...more] = shown;
  if (first === undefined) return [];
  return [
    `${first.key} would be published, although readers do not see the page above it, ${first.above}, whose file is gone.${othersOf(more)}`,
  ];
}

/**
 * Warns about files that have the text which another edited file had: their names were exchanged or
 * passed on, and what the API cannot set stays where it is.
 */
function exchangedTexts(rows: readonly Row[]): readonly string[] {
  const edited = rows.flatMap(({ local, base }) =>
    local && base && local.head !== base.sent ? [{ local, base }] : [],
  );
  const former = new Map(edited.map(({ base }) => [base.sent, base.key]));
  const [first, ...more] = edited.flatMap(({ local }) => {
    const was = former.get(local.head);
    return was === undefined ? [] : [{ local, was }];
  });
  if (first === undefined) return [];
  return [
    `${first.local.file} has the text that ${first.was} had: the text moves, and the audience, the place in the navigation and the history stay with ${first.local.key}.${othersOf(more, 'file')}`,
  ];
}

/**
 * Warns about files that get a new page although one that gets none here has the same title
 * and text: after a pull renamed it, git may have brought its former name back, without the lock.
 */
function alikeFiles(rows: readonly Row[], { pages }: LocalProject): readonly string[] {
  const created = rows.flatMap(({ local, changes }) =>
    local && changes.some(({ kind }) => kind === 'create') ? [local] : [],
  );
  if (created.length === 0) return [];
  const traits = ({ key, title, head }: LocalPage): string =>
    [documentationKey(key), head, title].join(' ');
  const others = new Map(pages);
  for (const { key } of created) others.delete(key);
  const there = new Map(Array.from(others.values(), (page) => [traits(page), page]));
  const [first, ...more] = created.flatMap((page) => {
    const other = there.get(traits(page));
    return other === undefined ? [] : [{ page, other }];
  });
  if (first === undefined) return [];
  return [
    `${first.page.file} has the title and the text of ${first.other.file}: if they are the same page, remove one of them, or it is created twice.${othersOf(more, 'file')}`,
  ];
}

/** Warns about versions and documentations that the platform calls by other names than the folder. */
const renamedPlaces = ({ renamed }: Snapshot): readonly string[] =>
  Array.from(
    renamed.values(),
    ({ what, from, to }) =>
      `The platform now calls the ${what} ${from} "${to}". Its pages are written all the same; links that say ${from} lead nowhere until the folder is renamed.`,
  );

/** Warns about changed pages without a file: the plan considers such pages only for deletion. */
function changedWithoutFile(
  { platform: { snapshot } }: Run,
  cases: Cases,
  pulls: readonly Pull[],
): readonly string[] {
  const arriving = new Set(pulls.map(({ id }) => id));
  const [first, ...more] = cases.withoutFile().filter(({ base }) => {
    const summary = snapshot.pages.get(base.id);
    return summary !== undefined && hasNewDate(base, summary) && !arriving.has(base.id);
  });
  if (first === undefined) return [];
  const { key } = first;
  return [
    `${key} has no file, and was changed on the platform since: docs pull ${key} writes the file again.${othersOf(more)}`,
  ];
}

/** The most links that a warning names. The others are only counted. */
const NAMED = 3;
/** The most pages that get a warning. The others are only counted. */
const MAX_WARNINGS = 10;

/**
 * One warning for each page with broken links, and one for all links to files that are not pages.
 */
function brokenLinks(
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
const ignoredPages = (plan: Plan, { local }: Folder, place: GitPlace): Promise<readonly string[]> =>
  ignoredWarning(
    ignoredIn(place),
    [...keysSent(plan)].flatMap((key) => local.pages.get(key)?.file ?? []),
    'a push sends',
  );

/** Most runs send no samples, and load none of the rules. */
async function sampleWarnings(plan: Plan, folder: Folder, root: string): Promise<string[]> {
  const sent = keysSent(plan);
  const sampled = folder.local.sampled.filter((key) => sent.has(key));
  if (sampled.length === 0) return [];
  const { staleSamples } = await import('./stale-samples.ts');
  return shorten(staleSamples(sampled, folder, root));
}

function shorten(warnings: string[]): string[] {
  const more = warnings.splice(MAX_WARNINGS).length;
  if (more > 0)
    warnings.push(`The same goes for ${count(more, 'more page')}. docs check lists them.`);
  return warnings;
}

const keysSent = ({ changes }: Plan): ReadonlySet<PageKey> =>
  new Set(changes.flatMap((change) => (sendsText(change) ? (change.key ?? []) : [])));

const isPage = (target: string): boolean => isPageFile(parseAddress(target));

function sendsText(change: Change): boolean {
  const { kind } = change;
  if (kind === 'update') return change.fields.includes('body');
  return kind === 'create' || kind === 'publish';
}
