/** Finds texts that were published, according to the platform's answer, but that readers do not see. Pure. */
import type { Row } from './cases.ts';

/** Returns a warning for each page whose lock line says that readers see the file's text, while they do not. Skips pages that this run publishes. */
export function notShown(rows: Iterable<Row>): readonly string[] {
  const keys: string[] = [];
  for (const { page, remote, changes } of rows) {
    const { base, local } = page;
    if (!remote || !base || !local || changes.some(({ kind }) => kind === 'publish')) continue;
    if (base.sentPublished === null || base.sentPublished !== local.published) continue;
    // Only publishing another text takes ours away from readers, and then ours would not still be the draft. So our publication was lost.
    const isOurs = remote.head === local.head && local.head === local.published;
    if (isOurs && remote.unpublished && remote.published !== local.published) keys.push(page.key);
  }
  return keys.map(
    (key) =>
      `Readers do not see the text of ${key} in its file, although the platform answered that it was published: docs sync --pull --publish publishes it again.`,
  );
}
