import type { Context } from '../../../context.ts';
import { linkPart } from '../../../ui/markdown.ts';
import { forgeNames } from '../annotations.ts';

/** Returns the address of a file on the forge; null if unknown. */
export type LinkOf = (file: string) => string | null;

/** In a job on GitHub, links to files as they are in its commit. Elsewhere, no links are known. */
export async function sourceLinks(context: Context): Promise<LinkOf> {
  const { env } = context.host;
  const { GITHUB_SERVER_URL: server = '', GITHUB_REPOSITORY: name = '' } = env;
  const commit = env['GITHUB_SHA'] ?? '';
  const isKnown =
    /^https?:\/\/[\w.:-]+$/.test(server) &&
    /^[\w.-]+\/[\w.-]+$/.test(name) &&
    /^[0-9a-f]{40,64}$/.test(commit);
  if (!isKnown) return () => null;
  const nameOf = await forgeNames(context);
  return (file) =>
    `${server}/${name}/blob/${commit}/${nameOf(file).split('/').map(linkPart).join('/')}`;
}
