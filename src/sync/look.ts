/** Looks at single pages of the platform, which may be gone, and how long a look counts. */
import type { Api } from '../api/api.ts';
import { ageOf } from '../model/clock.ts';
import type { Clock, Moment } from '../model/clock.ts';
import { Failure } from '../model/failure.ts';
import type { DocumentationId, PageId, Slug, VersionId } from '../model/ids.ts';
import type { Page } from '../model/resources.ts';

interface LookDeps {
  readonly api: Pick<Api, 'pages'>;
  readonly signal: AbortSignal;
}

/** A page whose last look is older than this is read again before anything is written to it: somebody may have edited it since. */
const FRESH_MS = 5000;

/** Whether a look that began at `at` still counts. */
export const isFresh = (at: Moment, clock: Clock): boolean => ageOf(at, clock) <= FRESH_MS;

/** The page. Returns undefined if it is gone. */
export const lookAt = (id: PageId, { api, signal }: LookDeps): Promise<Page | undefined> =>
  orMissing(api.pages.read(id, { signal }));

/** Why a page that the platform says to have deleted is not: it is there. Undefined: it is gone. Rejects if nobody can tell. */
export async function stillThere(id: PageId, deps: LookDeps): Promise<Failure | undefined> {
  if ((await lookAt(id, deps)) === undefined) return undefined;
  return new Failure(
    'platform-refused',
    'The platform answered that it deleted the page, and still has it.',
    { hint: 'A page with subpages is deleted after them; else delete it in the editor' },
  );
}

/** Where a page is looked for. */
interface Address {
  readonly version: VersionId;
  readonly documentation: DocumentationId;
  readonly slug: Slug;
}

/** The page with the slug. Returns undefined if there is none. The platform allows fewer of these requests than of any other. */
export const lookUp = (
  { version, documentation, slug }: Address,
  { api, signal }: LookDeps,
): Promise<Page | undefined> =>
  orMissing(
    api.pages.find(
      { version: { id: version }, documentation: { id: documentation }, slug },
      { signal },
    ),
  );

/** The answer. Returns undefined if the answer is `not-found`. */
export async function orMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Failure && error.code === 'not-found') return undefined;
    throw error;
  }
}
