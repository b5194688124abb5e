import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { platformCopyCommand } from './copy.ts';
import { platformKeyCommand } from './key.ts';
import { platformPublishCommand, platformUnpublishCommand } from './publish.ts';
import { platformStartCommand } from './start.ts';

export const platformCommand = (context: Context): Command =>
  new Command('platform')
    .summary('run the embedded platform')
    .description(
      'The documentation platform itself, on this machine: to try things out, to test against, or to run.',
    )
    .addCommand(platformStartCommand(context))
    .addCommand(platformKeyCommand(context))
    .addCommand(platformCopyCommand(context))
    .addCommand(platformPublishCommand(context))
    .addCommand(platformUnpublishCommand(context));
