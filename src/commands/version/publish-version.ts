import type { Api } from '../../api/api.ts';
import { Failure } from '../../model/failure.ts';
import type { FailureCode } from '../../model/failure.ts';
import type { Version } from '../../model/resources.ts';

/** Makes a version visible to readers, or hides it. If the platform refuses, the hint says what may be missing; after a lost answer, where to look. */
export async function publishVersion(
  api: Api,
  { id, slug }: Version,
  published: boolean,
  signal: AbortSignal,
): Promise<Version> {
  try {
    return await api.versions.update(id, { published }, signal);
  } catch (error) {
    const hint = error instanceof Failure ? hintFor(error.code, slug, published) : undefined;
    if (!(error instanceof Failure) || hint === undefined) throw error;
    throw new Failure(error.code, error.message, { hint, cause: error, status: error.status });
  }
}

function hintFor(code: FailureCode, slug: string, published: boolean): string | undefined {
  if (code === 'outcome-unknown') {
    const again = `docs version ${published ? 'publish' : 'unpublish'} ${slug}`;
    return `docs version list shows whether readers see it; ${again} checks first, and does what is left`;
  }
  if (code !== 'platform-refused' || !published) return undefined;
  return 'First publish a documentation or a reference in it, in the editor, or with docs platform publish if this is the embedded platform; nothing in a locked version can be published';
}
