/** Warns of pages on a site that show drafts which no push publishes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../../../context.ts';
import { Failure } from '../../../model/failure.ts';
import type { Project } from '../../../model/project.ts';
import { count } from '../../../model/text/sentences.ts';

/**
 * Warns once, with the names of pages whose files contain text that docs wrote from somebody's
 * draft, so that readers of a site see it. A lock that cannot be read is only a warning: a site
 * does not need one.
 */
export async function warnOfPulledDrafts({ ui, host }: Context, project: Project): Promise<void> {
  if (!existsSync(join(project.root, project.lockFile))) return;
  const { readPulledDrafts } = await import('../../../sync/reader.ts');
  try {
    const keys = await readPulledDrafts(project, host.signal);
    if (keys.length === 0) return;
    const shows = keys.length === 1 ? 'shows a draft' : 'show drafts';
    ui.warn(
      `${count(keys.length, 'page')} ${shows} that docs pull wrote, and that readers of the platform do not see: ${keys.join(', ')}.`,
      'docs page publish <page> publishes one',
    );
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    ui.warn(error.message, error.hint);
  }
}
