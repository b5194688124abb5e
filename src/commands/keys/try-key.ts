import type { Api } from '../../api/api.ts';
import type { SearchResult } from '../../model/resources.ts';
import { Failure } from '../../model/failure.ts';

/** Facts in the answer to a valid key. */
export interface KnownKey {
  /** Where readers find the project; null if the platform did not say. */
  readonly site: string | null;
}

/**
 * Rejects with `auth-required` if the platform does not know the key. Tries a search, which every
 * key may do and which has the highest limit; if the platform has no search, the list of users. A
 * refusal for lack of permission proves that the key is valid.
 */
export async function tryKey(api: Api, signal: AbortSignal): Promise<KnownKey> {
  const found = await answerOf(() => api.project.search({ query: 'a', hits: 1 }, signal));
  if (found !== undefined) return { site: found === 'forbidden' ? null : siteOf(found) };
  if ((await answerOf(() => api.project.users(signal))) !== undefined) return { site: null };
  throw new Failure('platform-garbled', 'The platform did not say whether the key is valid.', {
    hint: 'Check the base URL: it ends in /api/v1',
  });
}

/** Undefined if the answer proves nothing about the key. */
async function answerOf<T>(ask: () => Promise<T>): Promise<T | 'forbidden' | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'forbidden') return 'forbidden';
    if (error.code === 'not-found' || error.code === 'platform-refused') return undefined;
    throw error;
  }
}

/** Platforms write the host with its scheme or without, and the base path with slashes or without. No scheme is made up. */
function siteOf({ host, basepath }: Pick<SearchResult, 'host' | 'basepath'>): string | null {
  if (host === '') return null;
  return `${host.replace(/\/+$/, '')}/${basepath.replace(/^\/+/, '')}`.replace(/\/+$/, '');
}
