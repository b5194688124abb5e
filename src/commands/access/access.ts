import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { accessGrantCommand } from './grant.ts';
import { accessListCommand } from './list.ts';
import { accessRevokeCommand } from './revoke.ts';

export const accessCommand = (context: Context): Command =>
  new Command('access')
    .summary('invite readers and revoke their access')
    .description('Reader access, for projects with the protection "Email Invite".')
    .addCommand(accessListCommand(context))
    .addCommand(accessGrantCommand(context))
    .addCommand(accessRevokeCommand(context));
