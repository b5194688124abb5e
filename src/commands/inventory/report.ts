import { Command, InvalidArgumentError } from 'commander';
import type { Context } from '../../context.ts';
import type { ReportPagesOptions } from './report.run.ts';
import { mayBeMonths, parseDuration } from '../../model/duration.ts';

export const reportCommand = (context: Context): Command =>
  new Command('report')
    .summary('list drafts and stale pages, and who created them')
    .description(
      'Lists the pages of a version that have a draft, with who changed them last and who created them, the oldest change first. With --stale it lists ' +
        'the pages that nobody has changed for that long, with or without a draft.',
    )
    .argument('[version]', 'slug, name or id (default: `latest`)')
    .option(
      '--stale <days>',
      'only pages not changed for this many days, such as 90 or 90d',
      daysToMs,
    )
    .option('--by <email>', 'only pages that this user created')
    .option('--all', 'all pages', false)
    .option('--exact', 'show dates instead of "3 days ago"', false)
    .addHelpText(
      'after',
      '\nExamples:\n  $ docs report\n  $ docs report v2.0 --stale 180\n  $ docs report v2.0 --by ann@example.com --all --json',
    )
    .action(async (version: string | undefined, options: ReportPagesOptions) => {
      const { reportPages } = await import('./report.run.ts');
      await reportPages(context, version ?? 'latest', options);
    });

/** Accepts `90` as well as `90d`. */
function daysToMs(text: string): number {
  const ms = parseDuration(/^\d+$/.test(text) ? `${text}d` : text);
  if (ms === undefined || mayBeMonths(text))
    throw new InvalidArgumentError('It takes a number of days, such as 90 or 90d.');
  return ms;
}
