import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { auditTailCommand } from './tail.ts';

export const auditCommand = (context: Context): Command =>
  new Command('audit')
    .summary('who changed what')
    .description('The audit log of the project. Enterprise plans only.')
    .addCommand(auditTailCommand(context));
