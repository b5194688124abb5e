import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { refAcceptCommand } from './accept.ts';
import { refCheckCommand } from './check.ts';
import { refDiffCommand } from './diff.ts';
import { refGetCommand } from './get.ts';
import { refListCommand } from './list.ts';
import { refPublishCommand } from './publish.ts';
import { refRulesCommand } from './rules.ts';
import { refUploadCommand } from './upload.ts';

export const refCommand = (context: Context): Command =>
  new Command('ref')
    .summary('check, compare, upload and publish OpenAPI definitions')
    .description(
      'API references. A reference is named by its slug, its title or its id, with its version in front if several have that name ' +
        '(`v1.0/petstore`). On the platform its title is its identity: an upload updates the reference in the version whose title is the ' +
        "definition's `info.title`.",
    )
    .addCommand(refListCommand(context))
    .addCommand(refUploadCommand(context))
    .addCommand(refPublishCommand(context))
    .addCommand(refGetCommand(context))
    .addCommand(refCheckCommand(context))
    .addCommand(refDiffCommand(context))
    .addCommand(refAcceptCommand(context))
    .addCommand(refRulesCommand(context));
