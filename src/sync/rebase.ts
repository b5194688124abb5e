/** What is base although the lock does not say so: an earlier push that git or the journal explains. Pure. */
import type { PageKey } from '../model/ids.ts';
import type { LocalPage } from '../model/local.ts';
import type { BasePage, RemotePage } from '../model/sides.ts';

/** The page as it was seen, as base. */
export const baseOf = (local: LocalPage, seen: RemotePage): BasePage => ({
  key: local.key,
  id: seen.id,
  title: seen.title,
  slug: seen.slug,
  updated: seen.updated,
  header: null,
  sent: seen.head ?? local.head,
  sentPublished: seen.published,
  draft: seen.stored.draft,
  published: seen.stored.published,
});

/** Which parts of what was seen are explained. */
export interface Explained {
  readonly body: boolean;
  readonly title: boolean;
}

/** The lock's line, or as much of one as is known without, with what is explained as base. */
export function rebased(
  origin: PageKey,
  page: LocalPage,
  seen: RemotePage,
  line: BasePage | undefined,
  { body, title }: Explained,
): BasePage {
  const whole = baseOf(page, seen);
  const { merging: _, replaced: __, ...before } = line ?? whole;
  return {
    ...before,
    key: origin,
    ...(body || !line ? { sent: whole.sent, sentPublished: whole.sentPublished } : {}),
    ...(title || !line ? { title: seen.title } : {}),
  };
}
