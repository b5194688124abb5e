import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { changelogListCommand } from './list.ts';
import { changelogPushCommand } from './push.ts';

export const changelogCommand = (context: Context): Command =>
  new Command('changelog')
    .summary('list and send posts of changelogs')
    .description(
      'Posts of changelogs. The platform does not list changelogs: the configuration has the id of each under `changelogs`, by its folder ' +
        'below changelogs/.',
    )
    .addCommand(changelogListCommand(context))
    .addCommand(changelogPushCommand(context));
