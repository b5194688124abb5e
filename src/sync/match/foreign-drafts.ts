/** Which files have drafts of others that docs wrote into the file of another page. */
import { digestOf } from '../../content/digest.ts';
import {
  CopiedDrafts,
  isTelling,
  keepsDraft,
  sentencesOf,
  sentencesWithin,
} from '../../content/kept-draft.ts';
import type { CopiedSentence, PulledDraft, Sentences } from '../../content/kept-draft.ts';
import { NO_TEXTS } from '../../model/local.ts';
import type { LocalPage, LocalProject, PageTexts } from '../../model/local.ts';
import type { Digest } from '../../model/ids.ts';
import { hasOnlyCopy } from '../../model/sides.ts';
import type { BasePage } from '../../model/sides.ts';
import { shorten } from '../../model/text/sentences.ts';
import type { SyncDeps } from '../deps.ts';
import { forEachAtOnce, READS_AT_ONCE } from '../pool.ts';
import type { Folder } from '../folder/found-folder.ts';
import type { LogTexts } from '../record/log-texts.ts';
import type { LockAndLog } from '../record/read-log.ts';
import { hasNewDate } from '../record/stored-page.ts';
import type { Run } from '../run.ts';

/** What is known of the texts that pages had before their files changed. */
export interface FormerTexts {
  /**
   * The draft of the line's `foreignDraft`, and what readers see. Null: nobody knows it. `inFile`:
   * the text of the page's file, if it is that draft.
   */
  readonly pulledDraft: (
    line: BasePage,
    inFile: () => string | null,
  ) => Promise<PulledDraft | null>;
  /** What readers see of the page, and the draft that it got from here. Null: none, or unknown. */
  readonly former: (line: BasePage) => Promise<PageTexts>;
  /** Whether the page was deleted on the platform. */
  readonly isGone: (line: BasePage) => boolean;
}

/** Those that the log has. */
export function textsInLog(kept: Pick<LogTexts, 'read' | 'pulledDraft'>): FormerTexts {
  const read = async (digest: BasePage['draft']): Promise<string | null> =>
    digest === null ? null : kept.read(digest);
  return {
    pulledDraft: (line) => kept.pulledDraft(line),
    former: async ({ sent, sentPublished, foreignDraft }) => ({
      published: await read(sentPublished),
      draft: foreignDraft === undefined ? await read(sent) : null,
    }),
    isGone: () => false,
  };
}

/** Those that the log has, and otherwise those of the page, which is read. */
export function textsOnPlatform(
  { lock, platform: { recent, snapshot } }: Omit<Run, 'folder'>,
  deps: SyncDeps,
): FormerTexts {
  const inLog = textsInLog(lock.kept);
  const look = async ({ id }: BasePage): Promise<PageTexts> => {
    const page = snapshot.pages.has(id) ? await recent.look(id, deps) : undefined;
    if (page === undefined) return NO_TEXTS;
    recent.keep(page);
    return { draft: page.contentDraft ?? null, published: page.contentPublished ?? null };
  };
  return {
    async pulledDraft(line, inFile) {
      const found = await inLog.pulledDraft(line, inFile);
      const summary = snapshot.pages.get(line.id);
      if (found !== null && !(summary && hasNewDate(line, summary))) return found;
      const now = await look(line);
      const published = now.published ?? found?.published ?? null;
      const isSame = now.draft !== null && digestOf(now.draft) === line.theirDraft;
      const draft = found?.draft ?? (isSame ? now.draft : inFile());
      return draft === null ? null : { key: line.key, draft, published };
    },
    async former(line) {
      const found = await inLog.former(line);
      if (found.published !== null || line.published === null) return found;
      const { draft, published } = await look(line);
      const isOurs =
        draft !== null && line.foreignDraft === undefined && digestOf(draft) === line.draft;
      return { published, draft: isOurs ? draft : null };
    },
    isGone: ({ id }) => !snapshot.pages.has(id),
  };
}

/**
 * Marks the texts that docs wrote into the file of another page (`LocalPage.foreignDraft`): all of
 * such a text or some of the sentences that the draft adds, unless this page had them before or
 * readers see them somewhere. Also those of a page that is gone from the platform.
 */
export async function withForeignDrafts(
  folder: Folder,
  { pages: lines, foreignDrafts }: Pick<LockAndLog, 'pages' | 'foreignDrafts'>,
  known: FormerTexts,
): Promise<LocalProject> {
  const { local, texts, renamed } = folder;
  const pages = new Map(local.pages);
  const files = Array.from(local.pages.values(), (page): ComparedFile => {
    const line = lines.get(renamed.get(page.key) ?? page.key);
    const { head, published } = page;
    const draft = { digest: head, body: () => texts.read(page).draft ?? '' };
    if (published === null) return { page, line, texts: [draft] };
    const shown = { digest: published, body: () => texts.read(page).published ?? '' };
    return { page, line, texts: published === head ? [shown] : [shown, draft] };
  });
  const others: ComparedFile[] = [];
  for (const file of files) {
    const foreignDraft = await wholeDraft(file, foreignDrafts, known);
    if (foreignDraft === undefined) others.push(file);
    else pages.set(file.page.key, { ...file.page, foreignDraft });
  }
  if (!others.some(mayHaveCopies)) return { ...local, pages };
  const drafts = await pulledIn(lines.values(), files, known);
  for (const [{ page }, copy] of await copiesIn(others, drafts, known))
    pages.set(page.key, { ...page, ...copy });
  return { ...local, pages };
}

/** A page file, and the line of its page. */
interface ComparedFile {
  readonly page: LocalPage;
  readonly line: BasePage | undefined;
  /** The text for readers, if it has one, then the draft, if it has a different one. */
  readonly texts: readonly [ComparedText, ComparedText?];
}

interface ComparedText {
  readonly digest: Digest;
  readonly body: () => string;
}

const textsOf = ({ texts }: ComparedFile): readonly ComparedText[] =>
  texts.filter((text) => text !== undefined);

/** Whether the file has a text that was not sent last, and that readers do not see. */
const isChanged = (file: ComparedFile): boolean =>
  textsOf(file).some(({ digest }) => ![file.line?.sent, file.line?.sentPublished].includes(digest));

/** Whether it had a sentence of another page's draft when a run saw it last. */
const hadCopy = ({ line }: ComparedFile): boolean => line?.copied !== undefined;

const mayHaveCopies = (file: ComparedFile): boolean => isChanged(file) || hadCopy(file);

/** The text of the file, if all of it is a draft from another page, or from one that is gone. */
async function wholeDraft(
  { line, texts: [shown, draft = shown] }: ComparedFile,
  foreignDrafts: ReadonlySet<Digest>,
  known: FormerTexts,
): Promise<Digest | undefined> {
  const isOwn = (text: Digest): boolean => [line?.sent, line?.foreignDraft].includes(text);
  const whole = [shown.digest, draft.digest].find(
    (text) => !isOwn(text) && foreignDrafts.has(text),
  );
  if (whole !== undefined || line?.foreignDraft === undefined || !known.isGone(line)) return whole;
  const pulled = await known.pulledDraft(line, () => null);
  const keeps = keepsDraft(shown.body(), pulled?.draft ?? null, pulled?.published ?? null);
  return keeps ? shown.digest : undefined;
}

/** What copies are compared with. */
interface Pulled {
  readonly drafts: CopiedDrafts;
  /** Sentences that lines name. No draft may have them any more. */
  readonly named: ReadonlySet<Digest>;
  /** What readers see of the pages of these drafts. */
  readonly shown: readonly string[];
}

/**
 * One sentence of another page's draft for each file that has some. A null `foreignDraft`: the file
 * no longer has the one that its page's line names, or readers see it.
 */
async function copiesIn(
  files: readonly ComparedFile[],
  { drafts, named, shown }: Pulled,
  known: FormerTexts,
): Promise<ReadonlyMap<ComparedFile, Pick<LocalPage, 'foreignDraft' | 'copied'>>> {
  const changed = files.filter(mayHaveCopies);
  const hasNone = drafts.isEmpty && named.size === 0;
  const partly = (hasNone ? [] : changed).flatMap((file) =>
    textsOf(file).flatMap(({ digest, body }) => {
      const sentences = sentencesOf(body());
      const found = drafts.among(sentences, file.line?.key);
      const former = named.size === 0 ? [] : namedAmong(sentences, named, file.line?.copied);
      return found.length + former.length === 0 ? [] : [{ file, digest, found, former }];
    }),
  );
  const copies = new Map<ComparedFile, Pick<LocalPage, 'foreignDraft' | 'copied'>>();
  for (const file of changed)
    if (file.line && hasOnlyCopy(file.line)) copies.set(file, { foreignDraft: null });
  if (partly.length === 0) return copies;
  const had = new Map<ComparedFile, PageTexts>();
  await forEachAtOnce(changed, READS_AT_ONCE, async (file) => {
    had.set(file, file.line ? await known.former(file.line) : NO_TEXTS);
  });
  /** What readers see: of pages with drafts, of those whose files changed, and of the others. */
  function* textsForAll(): Generator<string> {
    yield* shown;
    for (const [{ page }, { published }] of had) if (isForAll(page)) yield published ?? '';
    for (const { page, line, texts } of files)
      if (line?.sentPublished === texts[0].digest && isForAll(page)) yield texts[0].body();
  }
  const wanted = new Set(
    partly.flatMap(({ found, former }) => [...found, ...former].map(({ sentence }) => sentence)),
  );
  const seen = sentencesSeen(wanted, textsForAll());
  // The text for readers counts first, and comes first.
  for (const { file, digest, found, former } of partly.toReversed()) {
    const { draft, published } = had.get(file) ?? NO_TEXTS;
    const own = sentencesSeen(wanted, [draft ?? '', published ?? '']);
    const isKnown = (sentence: string): boolean => seen.has(sentence) || own.has(sentence);
    const copied =
      drafts.copied(found, isKnown) ?? former.find(({ sentence }) => !isKnown(sentence));
    if (copied) copies.set(file, { foreignDraft: digest, copied: describe(copied) });
  }
  return copies;
}

/** A sentence in a file. `key`: the page of the draft that adds it, if a draft still does. */
type Copied = Omit<CopiedSentence, 'key'> & Partial<Pick<CopiedSentence, 'key'>>;

/** Those of the sentences that the file's line names (`own`), and long ones that any line names. */
const namedAmong = (
  sentences: Sentences,
  named: Pulled['named'],
  own: Digest | undefined,
): readonly Copied[] =>
  Array.from(sentences, ([sentence, words]) => ({ sentence, words })).filter(({ sentence }) => {
    const digest = digestOf(sentence);
    return digest === own || (isTelling(sentence) && named.has(digest));
  });

/** Those of the sentences that one of the texts has. */
function sentencesSeen(wanted: ReadonlySet<string>, texts: Iterable<string>): ReadonlySet<string> {
  const seen = new Set<string>();
  for (const text of texts) {
    if (seen.size === wanted.size) break;
    for (const sentence of sentencesWithin(text, wanted)) seen.add(sentence);
  }
  return seen;
}

const isForAll = ({ restriction, heldPlaces }: LocalPage): boolean =>
  restriction === undefined && heldPlaces === undefined;

const MAX_WORDS = 60;

const describe = ({ sentence, words, key }: Copied): NonNullable<LocalPage['copied']> => ({
  words: `“${shorten(words, MAX_WORDS)}” ${key === undefined ? 'was in the draft of another page' : `is in the draft of ${key}`}`,
  sentence: digestOf(sentence),
  ...(key === undefined ? {} : { from: key }),
});

/** Drafts that a pull wrote into files: copies of them are not drafts of their own. */
async function pulledIn(
  lines: Iterable<BasePage>,
  files: readonly ComparedFile[],
  known: FormerTexts,
): Promise<Pulled> {
  const pulled: PulledDraft[] = [];
  const shown: string[] = [];
  const named = new Set<Digest>();
  const open: BasePage[] = [];
  for (const line of lines) {
    if (line.copied !== undefined) named.add(line.copied);
    if (line.foreignDraft !== undefined && line.theirDraft !== undefined) open.push(line);
  }
  const fileOf = new Map(files.map((file) => [file.line?.key, file]));
  await forEachAtOnce(open, READS_AT_ONCE, async (line) => {
    const file = fileOf.get(line.key);
    const inFile = file && textsOf(file).find(({ digest }) => digest === line.foreignDraft);
    const found = await known.pulledDraft(line, () => inFile?.body() ?? null);
    if (found === null) return;
    pulled.push(found);
    if (found.published !== null && file && isForAll(file.page)) shown.push(found.published);
  });
  return { drafts: new CopiedDrafts(pulled), named, shown };
}
