/** Files that a person names on the command line. */
import { resolve } from 'node:path';
import type { Context } from '../../../context.ts';
import { wayInto, placeIn } from '../../../system/files/path.ts';
import { Failure } from '../../../model/failure.ts';

/** A named file: its absolute path and, if it is in the project, its path there. */
export interface NamedFile {
  readonly path: string;
  readonly inProject: { readonly root: string; readonly file: string } | null;
}

/**
 * The place of `file`, relative to the working folder. Rejects with `usage` if it is in the project
 * and symbolic links lead out of the project: a user who names a file of somebody's project means
 * the file, not the target of a link. Outside the project, links are followed.
 */
export async function namedFile(context: Context, file: string): Promise<NamedFile> {
  const path = resolve(context.host.cwd, file);
  const { root } = await context.folder();
  const below = wayInto(root, path);
  if (below === undefined) return { path, inProject: null };
  const place = placeIn(root, below);
  if ('real' in place) return { path, inProject: { root, file: below } };
  throw new Failure('usage', `"${file}" ${place.problem}, so it is not used.`, {
    hint: 'If you trust it, name its target instead',
  });
}
