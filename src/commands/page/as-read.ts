import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../context.ts';
import type { Api } from '../../api/api.ts';
import type { WriteSlot, Written } from '../../api/call.ts';
import type { PageWrite } from '../../api/resources/pages.ts';
import { Failure } from '../../model/failure.ts';
import type { Page } from '../../model/resources.ts';
import { lookAgain } from '../../sync/reader.ts';
import type { StaleLook } from '../../sync/reader.ts';
import { pageDocument } from './view.ts';

/**
 * Sends a write of a page with `send` when it has its slot, unless the page has changed since it
 * was read. Rejects as `Client.slots` does.
 */
export async function sendAsRead<Value>(
  { operation, page }: { readonly operation: PageWrite; readonly page: Page },
  send: (slot: WriteSlot) => Promise<Written<Value>>,
  { api, context }: { readonly api: Api; readonly context: Context },
): Promise<Written<Value> | StaleLook> {
  const { signal, clock } = context.host;
  const shown = pageDocument(page);
  // While a prompt is open, the page may change.
  let at = context.flags.yes ? page.sentAt : null;
  const isAsSeen = (now: Page): boolean => isDeepStrictEqual(pageDocument(now), shown);
  for await (const slot of api.pages.slots(operation, signal)) {
    const now = await lookAgain({ id: page.id, at, isAsSeen }, { api, signal, clock });
    if (now.kind === 'stale') return now;
    const written = await send(slot);
    if (!slot.isRefused) return written;
    // However short the wait was, somebody may have edited the page in it.
    at = null;
  }
  throw new Error('there is always another slot');
}

/** `done`: what the command would have done with the page. */
export const changedMeanwhile = ({ path }: Page, done: 'deleted' | 'published'): Failure =>
  new Failure('conflict', `${path} was changed in the meantime, so it was not ${done}.`, {
    hint: 'Look at it again with docs page get',
  });
