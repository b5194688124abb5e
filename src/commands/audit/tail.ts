import { Command } from 'commander';
import type { Context } from '../../context.ts';
import {
  AUDIT_ENTITIES,
  AUDIT_OPERATIONS,
  AUDIT_SCOPES,
  AUDIT_WORDS,
} from '../../model/resources.ts';
import { countTo, listOption } from '../arguments.ts';
import type { TailOptions } from './tail.run.ts';

export const auditTailCommand = (context: Context): Command =>
  new Command('tail')
    .summary('show the newest entries of the audit log')
    .description(
      'Shows the newest entries, the newest last. With -f it waits for new ones, and neither misses nor repeats any. A line has the local time, ' +
        'user, operation, entity and message; --details adds the exact time, address, key and what was changed.',
    )
    .option(
      '-n, --lines <count>',
      'number of entries (default: 10, or all with --since)',
      countTo(1_000_000),
    )
    .option('-f, --follow', 'wait for new entries, until Ctrl-C', false)
    .addOption(
      listOption(
        '--scope <scope,…>',
        'only entries with these scopes (default: content, or all with --entity)',
        [...AUDIT_SCOPES, 'all'],
      ),
    )
    .option(
      '--since <when>',
      '2h, 90d, 2026-01-31, or 2026-01-31T12:00 (local time, or with Z or +01:00)',
    )
    .option('--until <when>', 'as for --since; not with -f')
    .addOption(
      listOption('--entity <entity,…>', 'only entries about these entities', AUDIT_ENTITIES),
    )
    .addOption(
      listOption(
        '--operation <operation,…>',
        "only entries about these operations, in words or in the platform's codes",
        [...new Set([...Object.values(AUDIT_WORDS), ...AUDIT_OPERATIONS])],
      ),
    )
    .option('--user <text>', 'only entries of users whose name contains this text')
    .option('--details', 'show the exact time, address, key and what was changed', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs audit tail -n 50 --scope all
  $ docs audit tail -f --entity page --user ann@example.com
  $ docs audit tail --since 2026-01-01 --until 2026-01-31 --json > january.jsonl`,
    )
    .action(async (options: TailOptions) => {
      const { tailAudit } = await import('./tail.run.ts');
      await tailAudit(context, options);
    });
