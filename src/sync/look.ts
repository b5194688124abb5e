/** Looks at single pages of the platform, which may be gone. */
import type { Api } from '../api/api.ts';
import { Failure } from '../model/failure.ts';
import type { DocumentationId, PageId, Slug, VersionId } from '../model/ids.ts';
import type { Page } from '../model/resources.ts';

interface LookDeps {
  readonly api: Pick<Api, 'pages'>;
  readonly signal: AbortSignal;
}

/** The page. Returns undefined when it is gone. */
export const lookAt = (id: PageId, { api, signal }: LookDeps): Promise<Page | undefined> =>
  orMissing(api.pages.read(id, { signal }));

/** Why a page that the platform says to have deleted is not: it is there. Undefined: it is gone. Rejects if nobody can tell. */
export async function stillThere(id: PageId, deps: LookDeps): Promise<Failure | undefined> {
  if ((await lookAt(id, deps)) === undefined) return undefined;
  return new Failure(
    'platform-refused',
    'The platform answered that it deleted the page, and still has it.',
    { hint: 'a page with subpages is deleted after them; else delete it in the editor' },
  );
}

/** Where a page is looked for. */
interface Address {
  readonly version: VersionId;
  readonly documentation: DocumentationId;
  readonly slug: Slug;
}

/** The page that has the slug. Returns undefined when none has. The platform grants fewer of these requests than of any other. */
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

/** The answer. Returns undefined when there is no such thing. */
export async function orMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Failure && error.code === 'not-found') return undefined;
    throw error;
  }
}
