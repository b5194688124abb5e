/** Updates lock and page files after drafts were published outside a run. */
import { withBodies, withoutDraft } from '../../content/page/page-edit.ts';
import { bodiesOf, parsePageFile } from '../../content/page/page-file.ts';
import type { FilePath } from '../../model/ids.ts';
import { sameInstant } from '../../model/time.ts';
import type { LocalPage } from '../../model/local.ts';
import type { Page } from '../../model/resources.ts';
import type { BasePage } from '../../model/sides.ts';
import { loadCanonical } from '../comparable-digest.ts';
import type { SyncDeps } from '../deps.ts';
import { scan } from '../folder/scan.ts';
import { TextReader } from '../folder/found-folder.ts';
import { isRacy, lineOf, seenOf } from '../record/line.ts';
import { readLock, writeLock } from '../record/lock.ts';
import { headOf, isUnchanged, storedOf } from '../record/stored-page.ts';
import { readLogFile } from '../record/read-log.ts';
import { putPage } from '../pull/pull-page.ts';

/** A page as it was read before its draft was published, and after, with its texts. */
export interface PublishedPage {
  readonly before: Page;
  readonly after: Page;
}

/**
 * Records in the lock that readers see the drafts, so that the next push has nothing to do. Files
 * that have such a text as their draft keep only this text, after `---`. Resolves to those files.
 *
 * Leaves alone what the next run has to decide about: pages that were not as the lock says, files
 * with another text for readers, a lock with lines that cannot be read, and what a killed run left.
 * Call it while no other run works in the folder.
 */
export async function recordPublished(
  pages: readonly PublishedPage[],
  deps: Pick<SyncDeps, 'project' | 'signal'>,
): Promise<readonly FilePath[]> {
  const { project, signal } = deps;
  const [{ lock, warnings }, log] = await Promise.all([readLock(project), readLogFile(project)]);
  if (warnings.length > 0 || log.advances.length + log.open.length > 0) return [];
  const local = await scan(project, { signal });
  const texts = new TextReader(project, local);
  const { samePage } = await loadCanonical();
  const lines = new Map(lock.pages);
  const byId = new Map(Array.from(lines.values(), (line) => [line.id, line]));
  const rewritten: FilePath[] = [];
  try {
    for (const { before, after } of pages) {
      const line = byId.get(before.id);
      if (!line || !isUnchanged(seenOf(line), before)) continue;
      const file = local.pages.get(line.key);
      if (file && isOpen(file, line)) continue;
      const [meant, shown] = [headOf(before), after.contentPublished ?? null];
      if (meant === null || shown === null || !samePage(meant, shown)) continue;
      // The file first: with only the lock written, the file's older text for readers would look
      // like an edit.
      if (file && file.head === line.sent && file.published !== file.head) {
        const text = texts.confirm(file);
        await putPage({ file: file.file, text: withOneText(text) }, text, project);
        rewritten.push(file.file);
      }
      lines.set(line.key, lineAfterPublish(line, after));
    }
  } finally {
    await writeLock(project, { ...lock, pages: lines });
  }
  return rewritten;
}

/** Whether the file has two texts that are not both as in the lock. */
const isOpen = ({ head, published }: LocalPage, { sent, sentPublished }: BasePage): boolean =>
  published !== null && published !== head && (head !== sent || published !== sentPublished);

/** The page file with its newest text only. */
function withOneText(text: string): string {
  const { draft } = bodiesOf(parsePageFile(text));
  return withBodies(withoutDraft(text), { draft: null, published: draft });
}

function lineAfterPublish(line: BasePage, after: Page): BasePage {
  const { id, title, slug, key, header, sent, formerStates } = line;
  const { updated } = after;
  const racy = isRacy(after) || sameInstant(line.updated, updated);
  const seen = { id, title, slug, updated, racy, stored: storedOf(after) };
  return lineOf(seen, { key, header, sent, formerStates, before: line, foreignDraft: null });
}
