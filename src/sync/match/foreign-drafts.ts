/** Which files have drafts of others that docs wrote into the file of another page. */
import { CopiedDrafts, type PulledDraft } from '../../content/kept-draft.ts';
import type { LocalPage, LocalProject } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import type { Folder } from '../folder/found-folder.ts';
import type { LogTexts } from '../record/log-texts.ts';
import type { LockAndLog } from '../record/read-log.ts';

/**
 * Marks the texts that docs wrote into the file of another page (`LocalPage.foreignDraft`), unless
 * this page had them before: all of such a text or, if the log has it, some of the sentences that
 * the draft adds.
 */
export async function withForeignDrafts(
  { local, texts, renamed }: Folder,
  { pages: lines, foreignDrafts, kept }: Pick<LockAndLog, 'pages' | 'foreignDrafts' | 'kept'>,
): Promise<LocalProject> {
  const bodyOf = (page: LocalPage): string => {
    const { published, draft } = texts.read(page);
    return published ?? draft ?? '';
  };
  const formerOf = async (line: BasePage | undefined): Promise<string | null> => {
    const had = line?.sentPublished ?? line?.sent;
    return had === undefined ? null : kept.read(had);
  };
  let copied: CopiedDrafts | undefined;
  const pages = new Map(local.pages);
  for (const page of local.pages.values()) {
    const line = lines.get(renamed.get(page.key) ?? page.key);
    const { published, head } = page;
    const shown = published ?? head;
    let foreignDraft = [shown, head].find((text) => text !== line?.sent && foreignDrafts.has(text));
    if (!foreignDraft && ![line?.sent, line?.sentPublished].includes(shown)) {
      copied ??= new CopiedDrafts(await pulledIn(lines.values(), kept));
      // A page's own draft is compared with what the platform has.
      if (!copied.isEmpty && copied.hasOne(bodyOf(page), line?.key, await formerOf(line)))
        foreignDraft = shown;
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
