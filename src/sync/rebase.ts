/** What is base although the lock does not say so: an earlier push that git or the journal explains. Pure. */
import type { PageKey } from '../model/ids.ts';
import type { LocalPage } from '../model/local.ts';
import type { BasePage, RemotePage } from '../model/sides.ts';
import type { CreateIntent, UpdateIntent } from './journal.ts';
import { headDigest } from './observe.ts';
import { replacedBefore } from './taken-back.ts';

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

/** What of a page a write of an interrupted run left, and which write. */
export interface Own extends Explained {
  readonly intent: CreateIntent | UpdateIntent;
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

/**
 * The line of a page that an interrupted run wrote, as if the answer had come: the journal may forget that write once the lock has the
 * line. Its date stays, so that the next run reads the page again. Undefined: a page that run made was changed since, and no line can say so.
 */
export function lineOfOwn(
  origin: PageKey,
  seen: RemotePage,
  line: BasePage | undefined,
  { body, title, intent }: Own,
): BasePage | undefined {
  const { stored } = seen;
  const isShown = stored.published === headDigest(stored);
  if (!line) {
    if (!body || !title || intent.sent === null) return undefined;
    if (!isShown && stored.published !== null) return undefined;
    const { id, slug, updated } = seen;
    const texts = { sent: intent.sent, sentPublished: isShown ? intent.sent : null, ...stored };
    return { key: origin, id, title: seen.title, slug, updated, header: null, ...texts };
  }
  const titled = title ? { ...line, title: seen.title } : line;
  if (!body || intent.sent === null) return titled;
  const { merging: _, replaced: __, ...rest } = titled;
  return {
    ...rest,
    ...replacedBefore(line, { title: titled.title, head: intent.sent }, true),
    sent: intent.sent,
    draft: stored.draft,
    ...(isShown ? { sentPublished: intent.sent, published: stored.published } : {}),
  };
}
