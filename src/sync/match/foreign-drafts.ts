/** Which files have drafts of others that docs wrote into the file of another page. */
import { digestOf } from '../../content/digest.ts';
import {
  CopiedDrafts,
  keepsDraft,
  sentencesOf,
  sentencesWithin,
} from '../../content/kept-draft.ts';
import type { CopiedSentence, PulledDraft, Sentences } from '../../content/kept-draft.ts';
import { NO_TEXTS } from '../../model/local.ts';
import type { LocalPage, LocalProject, PageTexts } from '../../model/local.ts';
import type { Digest } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';
import { shorten } from '../../model/text/sentences.ts';
import type { SyncDeps } from '../deps.ts';
import { forEachAtOnce, READS_AT_ONCE } from '../pool.ts';
import type { Folder } from '../folder/found-folder.ts';
import type { LogTexts } from '../record/log-texts.ts';
import type { LockAndLog } from '../record/read-log.ts';
import type { Run } from '../run.ts';

/** What is known of the texts that pages had before their files changed. */
export interface FormerTexts {
  /** The draft of the line's `foreignDraft`. Null: nobody knows it. */
  readonly pulledDraft: (line: BasePage) => Promise<PulledDraft | null>;
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
    async pulledDraft(line) {
      const found = await inLog.pulledDraft(line);
      if (found !== null) return found;
      const { draft, published } = await look(line);
      const isIt = draft !== null && digestOf(draft) === line.theirDraft;
      return isIt ? { key: line.key, draft, published } : null;
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
    const shown = page.published ?? page.head;
    const body = (): string => {
      const { published, draft } = texts.read(page);
      return published ?? draft ?? '';
    };
    return { page, line: lines.get(renamed.get(page.key) ?? page.key), shown, body };
  });
  const others: ComparedFile[] = [];
  for (const file of files) {
    const foreignDraft = await wholeDraft(file, foreignDrafts, known);
    if (foreignDraft === undefined) others.push(file);
    else pages.set(file.page.key, { ...file.page, foreignDraft });
  }
  const drafts = others.some(mayHaveCopies) ? await pulledIn(lines.values(), known) : [];
  for (const [{ page, shown }, copied] of await copiesIn(others, new CopiedDrafts(drafts), known))
    pages.set(
      page.key,
      copied ? { ...page, foreignDraft: shown, copied } : { ...page, foreignDraft: null },
    );
  return { ...local, pages };
}

/** A page file, and the line of its page. */
interface ComparedFile {
  readonly page: LocalPage;
  readonly line: BasePage | undefined;
  /** The text for readers. */
  readonly shown: Digest;
  readonly body: () => string;
}

/** Whether the text for readers is not the one that was sent last, nor the one that they see. */
const isChanged = ({ line, shown }: ComparedFile): boolean =>
  ![line?.sent, line?.sentPublished].includes(shown);

/** Whether it had a sentence of another page's draft when it was sent last. */
const hadCopy = ({ line }: ComparedFile): boolean =>
  line?.copied !== undefined && line.theirDraft === undefined;

const mayHaveCopies = (file: ComparedFile): boolean => isChanged(file) || hadCopy(file);

/** The text of the file, if all of it is a draft from another page, or from one that is gone. */
async function wholeDraft(
  { page: { head }, line, shown, body }: ComparedFile,
  foreignDrafts: ReadonlySet<Digest>,
  known: FormerTexts,
): Promise<Digest | undefined> {
  const isOwn = (text: Digest): boolean => [line?.sent, line?.foreignDraft].includes(text);
  const whole = [shown, head].find((text) => !isOwn(text) && foreignDrafts.has(text));
  if (whole !== undefined || line?.foreignDraft === undefined || !known.isGone(line)) return whole;
  const pulled = await known.pulledDraft(line);
  return keepsDraft(body(), pulled?.draft ?? null, pulled?.published ?? null) ? shown : undefined;
}

/**
 * One sentence of another page's draft for each file that has some. Null: the file no longer has the
 * one that its page's line names, or readers see it.
 */
async function copiesIn(
  files: readonly ComparedFile[],
  drafts: CopiedDrafts,
  known: FormerTexts,
): Promise<ReadonlyMap<ComparedFile, LocalPage['copied'] | null>> {
  const changed = files.filter(mayHaveCopies);
  const partly = (drafts.isEmpty ? changed.filter(hadCopy) : changed).flatMap((file) => {
    const sentences = sentencesOf(file.body());
    const found = drafts.among(sentences, file.line?.key);
    const named = hadCopy(file) ? sentenceOf(file.line?.copied, sentences) : undefined;
    return found.length > 0 || hadCopy(file) ? [{ file, found, named }] : [];
  });
  const copies = new Map<ComparedFile, LocalPage['copied'] | null>();
  if (partly.length === 0) return copies;
  const had = new Map<ComparedFile, PageTexts>();
  await forEachAtOnce(changed, READS_AT_ONCE, async (file) => {
    had.set(file, file.line ? await known.former(file.line) : NO_TEXTS);
  });
  /** What readers see: of pages whose files changed, and of the others. */
  function* textsForAll(): Generator<string> {
    for (const [{ page }, { published }] of had) if (isForAll(page)) yield published ?? '';
    for (const { page, line, shown, body } of files)
      if (line?.sentPublished === shown && isForAll(page)) yield body();
  }
  const wanted = new Set(
    partly.flatMap(({ found, named }) =>
      [...found, ...(named ? [named] : [])].map(({ sentence }) => sentence),
    ),
  );
  const seen = sentencesSeen(wanted, textsForAll());
  for (const { file, found, named } of partly) {
    const { draft, published } = had.get(file) ?? NO_TEXTS;
    const own = sentencesSeen(wanted, [draft ?? '', published ?? '']);
    const isKnown = (sentence: string): boolean => seen.has(sentence) || own.has(sentence);
    const left = named && !isKnown(named.sentence) ? named : undefined;
    const copied = drafts.copied(found, isKnown) ?? left;
    if (copied) copies.set(file, describe(copied));
    else if (hadCopy(file)) copies.set(file, null);
  }
  return copies;
}

/** A sentence in a file. `key`: the page of the draft that adds it, if a draft still does. */
type Copied = Omit<CopiedSentence, 'key'> & Partial<Pick<CopiedSentence, 'key'>>;

/** The sentence that a line names. */
function sentenceOf(named: BasePage['copied'], sentences: Sentences): Copied | undefined {
  for (const [sentence, words] of sentences)
    if (digestOf(sentence) === named) return { sentence, words };
  return undefined;
}

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
  words: `“${shorten(words, MAX_WORDS)}” is in the draft of ${key ?? 'another page'}`,
  sentence: digestOf(sentence),
  ...(key === undefined ? {} : { from: key }),
});

/** Drafts that a pull wrote into files: copies of them are not drafts of their own. */
async function pulledIn(
  lines: Iterable<BasePage>,
  known: FormerTexts,
): Promise<readonly PulledDraft[]> {
  const pulled: PulledDraft[] = [];
  const find = async (line: BasePage): Promise<void> => {
    const found = await known.pulledDraft(line);
    if (found) pulled.push(found);
  };
  const open = Array.from(lines).filter(
    ({ foreignDraft, theirDraft }) => foreignDraft !== undefined && theirDraft !== undefined,
  );
  await forEachAtOnce(open, READS_AT_ONCE, find);
  return pulled;
}
