/** `docs report --behind`: pages that are behind what they follow, by the history of git. */
import { translationFailures } from '../../../config/content-folders.ts';
import type { Context } from '../../../context.ts';
import { readTexts } from '../../../content/folder/folder-of-texts.ts';
import { fileIn } from '../../../content/folder/list-folder.ts';
import { replaceText } from '../../../content/folder/replace-text.ts';
import { baseOf } from '../../../content/page/follows.ts';
import { withHeaderValue } from '../../../content/page/page-edit.ts';
import { headerValue, parsePageFile } from '../../../content/page/page-file.ts';
import { Failure } from '../../../model/failure.ts';
import type { Project } from '../../../model/project.ts';
import type { FilePath, Instant } from '../../../model/ids.ts';
import { count } from '../../../model/text/sentences.ts';
import { branchHistory } from '../../../system/git/branch-history.ts';
import { filesOf, followedLinks } from '../../../system/git/commit-files.ts';
import type { TreeFile } from '../../../system/git/commit-files.ts';
import type { GitPlace } from '../../../system/git/run-git.ts';
import { madeMeanwhile } from '../../../system/git/commit-graph.ts';
import { readBlobs } from '../../../system/git/blobs.ts';
import { FETCH_ALL, cutOffBy } from '../../../system/git/history.ts';
import type { ListedFinding } from '../../../system/findings/finding.ts';
import { renamed } from '../../../system/findings/finding.ts';
import { workflowCommand } from '../../../ui/github-actions.ts';
import { findingsSummary } from '../../../ui/markdown.ts';
import { forgeNames, requireOneFormat } from '../../shared/annotations.ts';
import { selectFiles } from '../../shared/page-folders/selected-files.ts';
import type { BehindReport } from '../document.ts';
import { behindView, translationsMarkdown } from './view.ts';
import { followersIn, matcher, translatedPaths } from './followers.ts';
import type { FollowingPage, TranslatedPath } from './followers.ts';
import { lagsOf } from './lag.ts';
import type { Lag, ReadTexts } from './lag.ts';

export interface BehindOptions {
  readonly behind: boolean;
  readonly all: boolean;
  readonly exact: boolean;
  readonly format: 'text' | 'github' | 'markdown';
  readonly failOn?: 'behind';
  /** Pages that are right for what they follow now. */
  readonly seen?: readonly string[];
}

/**
 * Prints the pages that are behind. No request. Rejects with `failed` if there is no history, and
 * with `content` if `failOn` says so.
 *
 * @param version the slug of a version; null: all
 */
export async function reportBehind(
  context: Context,
  version: string | null,
  options: BehindOptions,
): Promise<void> {
  const { host, ui } = context;
  requireOneFormat(options.format, ui.json);
  const project = await context.project();
  const config = await context.config();
  const [failure] = await translationFailures(config, host.cwd);
  if (failure) throw failure;
  const read = await Promise.all(project.contents.map((folder) => readTexts(project, folder)));
  const texts = new Map(
    read.flatMap(({ folder, pages }) =>
      Array.from(pages, ([path, seen]) => [fileIn(folder.path, path), seen] as const),
    ),
  );
  const pages = read
    .flatMap(({ candidates }) => candidates)
    .flatMap(({ key, file, page }) => {
      const found = texts.get(file);
      const isAsked = version === null || page.version === version;
      return found && isAsked ? [{ key, file, page: found.page }] : [];
    });
  if (version !== null && pages.length === 0) {
    throw new Failure('usage', `No page of this folder is in a version "${version}".`);
  }
  const translated = translatedPaths(
    pages.map(({ file }) => file),
    config.translations.value,
  );
  const followers = followersIn(pages, translated);
  const isSeen = await selectFiles(
    options.seen ?? [],
    {
      files: pages.map(({ file }) => file),
      keys: pages.map(({ key, file }) => [key, file]),
    },
    { root: project.root, workingFolder: host.cwd },
  );
  const { lags, lacks } = await lagsIn(
    context,
    followers,
    (file) => texts.get(file as FilePath)?.text ?? '',
  );
  const following = new Set(followers.map(({ file }) => file));
  const seen = seenFiles(options, pages, following, isSeen);
  const digests = new Map(followers.map(({ file }, at) => [file, lags[at]?.digest ?? null]));
  await noteSeen(project, seen, (file) => ({
    before: texts.get(file)?.text ?? '',
    digest: digests.get(file) ?? null,
  }));
  const whole = documentOf(followers, lags, { translated, seen, lacks });
  await show(context, whole, options);
  if (options.failOn !== undefined) requireNoneBehind(whole);
}

/** Throws `content` if a page is behind, or if that cannot be known. */
function requireNoneBehind({ behind, lacks, pages }: BehindReport): void {
  if (behind > 0) {
    const are = behind === 1 ? 'is behind what it follows' : 'are behind what they follow';
    throw new Failure('content', `${count(behind, 'page')} ${are}.`, {
      hint: 'docs report --behind --seen <page> notes that a page is right as it is',
    });
  }
  const lost = pages.filter((page) => page.lost.length > 0).length;
  if (lost > 0) {
    const follow = lost === 1 ? 'follows' : 'follow';
    throw new Failure('content', `${count(lost, 'page')} ${follow} what no committed file is.`, {
      hint: 'Correct `follows` in the header',
    });
  }
  if (lacks === 'commits') {
    throw new Failure('content', 'This clone is shallow, so nobody knows which pages are behind.', {
      hint: FETCH_ALL,
    });
  }
}

/** The pages that --seen names: of a folder, those that follow something. Throws `content` if none does. */
function seenFiles(
  { seen }: BehindOptions,
  pages: readonly { readonly file: FilePath }[],
  following: ReadonlySet<FilePath>,
  isSeen: (file: FilePath) => boolean,
): readonly FilePath[] {
  if (seen === undefined) return [];
  const named = pages.map(({ file }) => file).filter((file) => isSeen(file));
  const found = named.filter((file) => following.has(file));
  if (found.length > 0) return found;
  throw new Failure('content', `"${named[0] ?? ''}" follows nothing.`, {
    hint: 'Name a file as `follows:` in its header',
  });
}

const MAX_PATHS = 1000;

/** Writes into the headers of pages what was seen. Throws `content` before the first write if one follows nothing. */
async function noteSeen(
  project: Project,
  files: readonly FilePath[],
  about: (file: FilePath) => { readonly before: string; readonly digest: string | null },
): Promise<void> {
  const edits = files.map((file) => {
    const { before, digest } = about(file);
    if (digest !== null) {
      // What somebody has noted behind it stays.
      const [note = ''] = /\s.*/s.exec(headerValue(parsePageFile(before), 'followed') ?? '') ?? [];
      return { file, before, after: withHeaderValue(before, 'followed', digest + note) };
    }
    throw new Failure('content', `"${file}" follows nothing that is committed.`, {
      hint: 'Commit what it follows first',
    });
  });
  for (const { file, before, after } of edits) {
    if (after === before || (await replaceText(project, file, before, after))) continue;
    throw new Failure('content', `"${file}" was changed at the same time.`, {
      hint: 'Run the command again',
    });
  }
}

async function lagsIn(
  context: Context,
  followers: readonly FollowingPage[],
  textNow: (file: string) => string,
): Promise<{ readonly lags: readonly Lag[]; readonly lacks: BehindReport['lacks'] }> {
  const { host, ui } = context;
  const { root, contents } = await context.project();
  const place = { root, env: host.env, platform: host.platform };
  if (followers.length === 0) return { lags: [], lacks: null };
  const pathsOf = (pages: readonly FollowingPage[]): readonly string[] => {
    const followed = pages.flatMap(({ follows }) => follows.map(baseOf));
    const below = new Set([...contents.map(({ path }) => path as string), ...followed]);
    // Git compares each changed path with each of these.
    return below.size > MAX_PATHS ? ['.'] : [...below];
  };
  const found = await filesOf(place, 'HEAD', pathsOf(followers));
  const { pages, tree } = await throughLinks(place, followers, found);
  const history = await branchHistory(place, pathsOf(pages));
  if (history === undefined || tree === undefined) {
    throw new Failure('failed', 'Git has no history of this folder, so nothing can be compared.', {
      hint: 'Run it in a clone of the repository, with git installed',
    });
  }
  const cut = await cutOffBy(place);
  if (cut === 'depth') {
    ui.warn('This clone is shallow: changes that it lacks are not counted.', FETCH_ALL);
  }
  if (cut === 'filter') {
    ui.warn('This clone lacks old texts: every change of a page counts, also of links alone.');
  }
  if (history.isCut) ui.warn('The history is long: its oldest changes were not looked at.');
  const read: ReadTexts = async (blobs) => {
    const found = new Map<string, string | null>();
    for await (const { blob, text } of readBlobs(place, blobs)) found.set(blob, text);
    return found;
  };
  const shorter = history.isCut ? 'oldest' : null;
  return {
    lags: await lagsOf(pages, history, tree, textNow, { read, graph: () => madeMeanwhile(place) }),
    lacks: cut === null ? shorter : cut === 'depth' ? 'commits' : 'texts',
  };
}

/**
 * The pages, which also follow what the symbolic links lead to that they follow, and the files for
 * that. A link out of the project, or to a folder, cannot be followed.
 */
async function throughLinks(
  place: GitPlace,
  followers: readonly FollowingPage[],
  tree: readonly TreeFile[] | undefined,
): Promise<{
  readonly pages: readonly FollowingPage[];
  readonly tree: readonly TreeFile[] | undefined;
}> {
  const matchers = followers.map(matcher);
  const isFollowed = ({ isLink, file }: TreeFile): boolean =>
    isLink && matchers.some((isMatch) => isMatch(file));
  if (!tree?.some(isFollowed)) return { pages: followers, tree };
  const whole = (await filesOf(place, 'HEAD')) ?? tree;
  const links = await followedLinks(place, whole);
  const pages = followers.map((page, at) => {
    const own = links.filter(({ link }) => matchers[at]?.(link.file));
    const dead = own.flatMap(({ link, to }) => (to === null ? [link.file] : []));
    return {
      ...page,
      follows: [...page.follows, ...own.flatMap(({ to }) => to?.file ?? [])],
      unusable: [...page.unusable, ...dead],
    };
  });
  return { pages, tree: whole };
}

function documentOf(
  followers: readonly FollowingPage[],
  lags: readonly Lag[],
  {
    translated,
    seen,
    lacks,
  }: {
    readonly translated: readonly TranslatedPath[];
    readonly seen: readonly FilePath[];
    readonly lacks: BehindReport['lacks'];
  },
): BehindReport {
  const isSeen = new Set(seen);
  const pages = followers.map(({ key, file, follows }, index) => {
    const { changes: newer = [], lost = [] } = lags[index] ?? {};
    const changes = isSeen.has(file) ? [] : newer;
    const told = changes.map(({ commit, at, subject }) => ({ commit, at: at as Instant, subject }));
    return {
      key,
      file,
      follows: [...follows],
      changes: changes.length,
      since: told.at(-1)?.at ?? null,
      newest: told.slice(0, 3),
      lost: [...lost],
    };
  });
  const byFile = new Map(pages.map((each) => [each.file, each]));
  return {
    pages,
    total: pages.length,
    behind: pages.filter(({ changes }) => changes > 0).length,
    translations: translated.map(({ path, of, original, translations }) => ({
      path,
      of,
      original,
      in: translations.map(({ folder, file }) => {
        const { changes = 0, lost = [] } = (file === null ? undefined : byFile.get(file)) ?? {};
        const isCommitted = original !== null && !lost.includes(original);
        const state = !isCommitted ? 'uncommitted' : changes > 0 ? 'behind' : 'done';
        const there = original === null ? 'alone' : state;
        return { folder, state: file === null ? 'missing' : there, changes };
      }),
    })),
    seen: [...seen],
    lacks,
  };
}

/** Whether a translation of the path is not done. */
const isOpen = (each: BehindReport['translations'][number]): boolean =>
  each.in.some(({ state }) => state !== 'done');

async function show(
  context: Context,
  whole: BehindReport,
  { all, exact, format }: BehindOptions,
): Promise<void> {
  const { host, ui } = context;
  const report: BehindReport = all
    ? whole
    : {
        ...whole,
        pages: whole.pages.filter(({ changes, lost }) => changes > 0 || lost.length > 0),
        translations: whole.translations.filter(isOpen),
      };
  const nameOf = await forgeNames(context);
  const findings = whole.pages.flatMap(findingsOf).map((each) => renamed(each, nameOf));
  const title = `docs report: ${whole.behind} of ${count(whole.total, 'page')} behind`;
  const tables = translationsMarkdown(report.translations.filter(isOpen));
  const isDone = findings.length + tables.length === 0;
  const first = findings.length > 0 ? findingsSummary(title, findings) : `### ${title}`;
  const summary = (): string => [first, ...tables].join('\n\n');
  const annotations = findings.map(({ severity, message, place }) => ({
    severity,
    message,
    place,
  }));
  if (format === 'markdown') {
    return isDone ? undefined : ui.raw(`${summary()}\n`);
  }
  if (format === 'github') {
    for (const each of annotations) await ui.raw(`${workflowCommand(each)}\n`, { asIs: true });
  } else await ui.result(report, behindView(exact), { long: true });
  for (const each of annotations) ui.annotate(each, format === 'github' && !host.stdoutIsFile);
  if (format !== 'github' && !isDone) await ui.summarize(summary);
}

function findingsOf({
  file,
  changes,
  lost,
  newest: [newest],
}: BehindReport['pages'][number]): ListedFinding[] {
  const at = { severity: 'warning', place: { file, line: 1, column: 1 }, hint: null } as const;
  const behind = `This page is ${count(changes, 'change')} behind what it follows, the newest "${newest?.subject ?? ''}".`;
  return [
    ...(changes > 0 ? [{ ...at, rule: 'behind', message: behind }] : []),
    ...lost.map((each) => ({
      ...at,
      rule: 'lost',
      message: `This page follows "${each}", which no committed file is.`,
    })),
  ];
}
