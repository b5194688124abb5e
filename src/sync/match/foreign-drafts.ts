/** Which files have drafts of others that docs wrote into the file of another page. */
import type { Digest } from '../../model/ids.ts';
import type { LocalProject, PageTexts } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import type { Folder } from '../folder/found-folder.ts';
import type { LogTexts, PulledDraft } from '../record/log-texts.ts';
import type { LockAndLog } from '../record/read-log.ts';

/**
 * Marks the texts that docs wrote into the file of another page (`LocalPage.foreignDraft`), unless
 * this page had them before: all of such a text or, if the log has it, all sentences that the draft
 * adds.
 */
export async function withForeignDrafts(
  { local, texts, renamed }: Folder,
  { pages: lines, foreignDrafts, kept }: Pick<LockAndLog, 'pages' | 'foreignDrafts' | 'kept'>,
): Promise<LocalProject> {
  let pulled: readonly PulledDraft[] | undefined;
  const pages = new Map(local.pages);
  for (const page of local.pages.values()) {
    const line = lines.get(renamed.get(page.key) ?? page.key);
    const isOurs = (text: Digest): boolean => [line?.sent, line?.sentPublished].includes(text);
    const [shown, head] = [page.published ?? page.head, page.head];
    let foreignDraft = [shown, head].find((text) => text !== line?.sent && foreignDrafts.has(text));
    if (!foreignDraft && !isOurs(shown)) {
      pulled ??= await pulledIn(lines.values(), kept);
      // A page's own draft is compared with what the platform has.
      const others = pulled.filter(({ key }) => key !== line?.key);
      if (await isCopy(others, () => texts.read(page))) foreignDraft = shown;
    }
    if (foreignDraft) pages.set(page.key, { ...page, foreignDraft });
  }
  return { ...local, pages };
}

async function pulledIn(
  lines: Iterable<BasePage>,
  kept: Pick<LogTexts, 'pulledDraft'>,
): Promise<readonly PulledDraft[]> {
  const pulled: PulledDraft[] = [];
  for (const line of lines) {
    const one = await kept.pulledDraft(line);
    if (one) pulled.push(one);
  }
  return pulled;
}

/** Whether the file's text for readers is a copy of one of these drafts. */
async function isCopy(pulled: readonly PulledDraft[], read: () => PageTexts): Promise<boolean> {
  if (pulled.length === 0) return false;
  const { isCopyOfDraft } = await import('../../content/kept-draft.ts');
  const { draft, published } = read();
  const text = published ?? draft ?? '';
  return pulled.some((one) => isCopyOfDraft(text, one.draft, one.published));
}
