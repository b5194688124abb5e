import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { pageDeleteCommand } from './delete.ts';
import { pageGetCommand } from './get.ts';
import { pageListCommand } from './list.ts';
import { pagePublishCommand } from './publish.ts';
import { pagePushCommand } from './push.ts';

export const pageCommand = (context: Context): Command =>
  new Command('page')
    .summary('list, read, send, publish and delete single pages')
    .description(
      'Single pages. A page is named by its key (version/documentation/slug), its id, its file, or its title if no other page has it.',
    )
    .addCommand(pageListCommand(context))
    .addCommand(pageGetCommand(context))
    .addCommand(pagePushCommand(context))
    .addCommand(pagePublishCommand(context))
    .addCommand(pageDeleteCommand(context));
