import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../context.ts';
import type { Api } from '../../api/api.ts';
import { Failure } from '../../model/failure.ts';
import type { Page } from '../../model/resources.ts';
import { readAgainIfOld } from '../../sync/reader.ts';
import { pageDocument } from './view.ts';

/**
 * Reads a page that is about to be written again, unless it was read recently enough. Resolves to
 * undefined if it is unchanged, to null if it is gone, else to the new page. Call it when the write
 * has its slot (`BeforeSend`).
 */
export async function changedSinceRead(
  page: Page,
  api: Api,
  { host: { signal, clock }, flags }: Context,
): Promise<Page | null | undefined> {
  // While a prompt is open, the page may change.
  const at = flags.yes ? page.sentAt : null;
  const now = await readAgainIfOld(page.id, at, { api, signal, clock });
  if (now && isDeepStrictEqual(pageDocument(now), pageDocument(page))) return undefined;
  return now;
}

/** `done`: what the command would have done with the page. */
export const changedMeanwhile = ({ path }: Page, done: 'deleted' | 'published'): Failure =>
  new Failure('conflict', `${path} was changed in the meantime, so it was not ${done}.`, {
    hint: 'Look at it again with docs page get',
  });
