/** Pages that this folder knows and the platform no longer has: deleting one again has nothing to do. */
import type { Api } from '../../api/api.ts';
import type { Context } from '../../context.ts';
import type { PageId } from '../../model/ids.ts';
import { lookAt, readLastShared } from '../../sync/reader.ts';

/**
 * The page that the lock has under this key, if neither reading it nor the list of all pages finds it. Resolves to undefined if the lock does
 * not have the key, or the page exists.
 */
export async function goneAlready(
  context: Context,
  api: Api,
  key: string,
): Promise<{ readonly key: string; readonly id: PageId } | undefined> {
  const { file } = await context.config();
  if (file === null) return undefined;
  const lock = await readLastShared(await context.project());
  const line = [...lock.pages.values()].find((one) => one.key === key);
  if (line === undefined) return undefined;
  const { signal } = context.host;
  if ((await lookAt(line.id, { api, signal })) !== undefined) return undefined;
  const { pages } = await api.project.all({}, signal);
  return pages.has(line.id) ? undefined : line;
}
