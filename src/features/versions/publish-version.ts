import type { Api } from '../../api/api.ts';
import { Failure } from '../../model/failure.ts';
import type { Version } from '../../model/resources.ts';

/** Lets readers see a version. A refusal says what may be missing. */
export async function publishVersion(
  api: Api,
  { id }: Version,
  signal: AbortSignal,
): Promise<Version> {
  try {
    return await api.versions.update(id, { published: true }, signal);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'platform-refused') throw error;
    throw new Failure(error.code, error.message, {
      hint: 'first publish a documentation or a reference in it, in the editor; nothing in a locked version can be published',
      cause: error,
      status: error.status,
    });
  }
}
