import { Failure } from '../model/failure.ts';
import type { Listening } from '../http/listen.ts';

/** Where the site is if nothing else is asked for: bookmarks stay good from one start to the next. */
const USUAL_PORT = 4400;

/** On the wanted port; if none is wanted, on the usual one, or on any if somebody else has that. */
export async function listenNear(
  listen: (port: number) => Promise<Listening>,
  wanted: number | undefined,
): Promise<Listening> {
  if (wanted !== undefined) return listen(wanted);
  try {
    return await listen(USUAL_PORT);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return listen(0);
  }
}
