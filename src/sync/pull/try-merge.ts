/** Merges the changes of both sides into the text of a page's file. Writes nothing. */
import { digestOf } from '../../content/digest.ts';
import { keepsDraft } from '../../content/kept-draft.ts';
import { withBodies, withTitle } from '../../content/page/page-edit.ts';
import { bodiesOf, parsePageFile } from '../../content/page/page-file.ts';
import { Failure } from '../../model/failure.ts';
import type { Digest } from '../../model/ids.ts';
import { headText } from '../../model/local.ts';
import type { LocalPage } from '../../model/local.ts';
import type { Page } from '../../model/resources.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import { MARKERS } from '../../content/page/unready.ts';
import type { Merged } from './merge.ts';
import { headDigest, sameTitle, theirsOf } from '../record/stored-page.ts';
import { pastTexts } from '../git/past-texts.ts';
import type { SyncDeps } from '../deps.ts';
import type { Run } from '../run.ts';
import { bodyInFile, textsAsSent } from '../folder/scan-links.ts';
import type { Folder } from '../folder/found-folder.ts';

/** A merge that may be written. */
export interface TriedMerge {
  /** The page that was merged with the file. */
  readonly page: Page;
  /** The file's text before the merge. */
  readonly before: string;
  /** The merged text of the file. */
  readonly text: string;
  readonly isClean: boolean;
  /** Whether a draft of somebody else is in it and not only between markers. */
  readonly keepsDraft: boolean;
}

/** A page that both sides changed. */
export interface MergeInput {
  readonly base: BasePage | undefined;
  readonly local: LocalPage;
  readonly remote: RemotePage;
  readonly page: Page;
}

type GitDeps = Pick<SyncDeps, 'project' | 'machine'>;

/**
 * Merges the page. Resolves to null if no page file can hold the result. Rejects if the file has
 * changed.
 */
export async function tryMerge(
  meeting: MergeInput,
  run: Run,
  deps: GitDeps,
): Promise<TriedMerge | null> {
  const { local, page } = meeting;
  const { texts } = run.folder;
  const before = texts.confirm(local);
  const ours = textsAsSent(before, local, texts.pages);
  const theirs = theirsOf(page, meeting.remote);
  // A merge by lines cannot decide which of two texts readers should see.
  if (theirs === null || (ours.draft !== null && ours.published !== null)) return null;
  const body = await mergeBodies(headText(ours) ?? '', theirs, meeting, run, deps);
  const titled = mergeTitles(before, meeting);
  const had = bodiesOf(parsePageFile(before));
  const own = headText(had) ?? '';
  const linked = bodyInFile(body.text, local, texts.pages, own);
  const text = [...titled.marks, linked].join('\n');
  const bodies =
    had.draft === null ? { draft: null, published: text } : { draft: text, published: null };
  try {
    const isClean = body.isClean && titled.marks.length === 0;
    const merged = withBodies(titled.text, bodies);
    const { contentDraft = null, contentPublished = null } = page;
    const keeps = isClean || keepsDraft(body.settled, contentDraft, contentPublished);
    return { page, before, text: merged, isClean, keepsDraft: keeps };
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

async function mergeBodies(
  ours: string,
  theirs: string,
  { base, local, remote }: MergeInput,
  { folder, lock: { kept } }: Run,
  deps: GitDeps,
): Promise<Merged> {
  if (remote.head === local.head || remote.head === base?.sent) {
    return whole(ours);
  }
  if (local.head === base?.sent && !remote.isOverPublished) return whole(theirs);
  const { merge } = await import('./merge.ts');
  // If our draft was put over a text that somebody published, there is no known common base.
  if (!base || remote.isOverPublished) return merge(null, ours, theirs);
  const readBack = await kept.read(headDigest(base) ?? base.sent);
  const first = readBack === null ? null : merge(readBack, ours, theirs);
  if (first?.isClean) return first;
  const sent = (await kept.read(base.sent)) ?? (await sentByGit(base.sent, folder, deps));
  if (sent === null) return first ?? merge(null, ours, theirs);
  const { canonical } = await import('../../content/darkdown/print/canonical.ts');
  const second = merge(canonical(sent), canonical(ours), canonical(theirs));
  return second.isClean || !first ? second : first;
}

const whole = (text: string): Merged => ({ text, isClean: true, settled: text });

/** The text with this digest that a file had in a commit. */
async function sentByGit(sent: Digest, folder: Folder, deps: GitDeps): Promise<string | null> {
  for await (const { variants } of pastTexts(folder, deps)) {
    for (const body of variants().flatMap(({ draft, published }) => [draft, published])) {
      if (body !== null && digestOf(body) === sent) return body;
    }
  }
  return null;
}

interface MergedTitle {
  /** The file with the title. */
  readonly text: string;
  /**
   * Lines to resolve if both sides changed the title. They are in the body, because a header with
   * markers is invalid.
   */
  readonly marks: readonly string[];
}

/** Takes the title of the side that changed it. If both did, keeps the file's and adds marks. */
function mergeTitles(text: string, { base, local, remote, page }: MergeInput): MergedTitle {
  if (sameTitle(local.title, page.title) || remote.title === base?.title) {
    return { text, marks: [] };
  }
  if (local.title === base?.title) return { text: withTitle(text, page.title), marks: [] };
  const [ours, theirs] = [local.title, page.title].map(
    (title) => `title: ${title.replaceAll(/\s+/g, ' ').trim()}`,
  );
  const marks = [MARKERS.file, ours ?? '', MARKERS.between, theirs ?? '', MARKERS.platform, ''];
  return { text, marks };
}
