import type { Api } from '../../api/api.ts';
import { Failure } from '../../model/failure.ts';

/**
 * Rejects with `auth-required` if the platform does not know the key. Tries a search, which every key may do and which has the highest limit;
 * if the platform has no search, the list of users. A refusal for lack of permission proves that the key is valid.
 */
export async function tryKey(api: Api, signal: AbortSignal): Promise<void> {
  if (await isAnswered(() => api.search.find({ query: 'a', hits: 1 }, signal))) return;
  if (await isAnswered(() => api.project.users(signal))) return;
  throw new Failure('platform-garbled', 'The platform did not say whether the key is valid.', {
    hint: 'Check the base URL: it ends in /api/v1',
  });
}

async function isAnswered(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'forbidden') return true;
    if (error.code === 'not-found' || error.code === 'platform-refused') return false;
    throw error;
  }
}
