import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { versionCloneCommand } from './clone.ts';
import { versionListCommand } from './list.ts';
import { versionPublishCommand, versionUnpublishCommand } from './publish.ts';
import { versionUpdateCommand } from './update.ts';

export const versionCommand = (context: Context): Command =>
  new Command('version')
    .summary('list, publish, unpublish, rename and copy versions')
    .description(
      'Project versions. A version is named by its slug, its name or its id; `latest` is the default one.',
    )
    .addCommand(versionListCommand(context))
    .addCommand(versionPublishCommand(context))
    .addCommand(versionUnpublishCommand(context))
    .addCommand(versionUpdateCommand(context))
    .addCommand(versionCloneCommand(context));
