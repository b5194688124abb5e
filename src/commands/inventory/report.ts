import { Command, InvalidArgumentError, Option } from 'commander';
import type { Context } from '../../context.ts';
import type { BehindOptions } from './behind/behind.run.ts';
import type { ReportPagesOptions } from './report.run.ts';
import { Failure } from '../../model/failure.ts';
import { mayBeMonths, parseDuration } from '../../model/time.ts';

export const reportCommand = (context: Context): Command =>
  new Command('report')
    .summary('list drafts and stale pages, and who created them')
    .description(
      'Lists the pages of a version that have a draft, with who changed them last and who created them, the oldest change first. With --stale it lists ' +
        'the pages that nobody has changed for that long, with or without a draft. With --behind it lists the pages of this folder whose followed files have newer changes.',
    )
    .argument('[version]', 'slug, name or id (default: `latest`)')
    .option(
      '--stale <days>',
      'only pages not changed for this many days, such as 90 or 90d',
      daysToMs,
    )
    .addOption(
      new Option(
        '--behind',
        'pages of this folder that are behind what they follow (`follows:` in the header, or `translations` in the settings), by the history of git; needs no key',
      )
        .default(false)
        .conflicts(['stale', 'by']),
    )
    .addOption(
      new Option('--fail-on <what>', 'with --behind: what makes the exit code 1').choices([
        'behind',
      ]),
    )
    .addOption(
      new Option(
        '--seen <page...>',
        'with --behind: note in the headers of these pages that they are right for what they follow now',
      ).conflicts('failOn'),
    )
    .addOption(
      new Option(
        '--format <format>',
        'with --behind; github: workflow commands; markdown: for a comment, and nothing if no page is behind',
      )
        .choices(['text', 'github', 'markdown'])
        .default('text'),
    )
    .option('--by <email>', 'only pages that this user created')
    .option('--all', 'all pages', false)
    .option('--exact', 'show dates instead of "3 days ago"', false)
    .addHelpText(
      'after',
      '\nExamples:\n  $ docs report\n  $ docs report v2.0 --stale 180\n  $ docs report v2.0 --by ann@example.com --all --json\n  $ docs report --behind --fail-on behind\n  $ docs report --behind --seen docs/v1.0/guides/api.md',
    )
    .action(async (version: string | undefined, options: ReportPagesOptions & BehindOptions) => {
      if (options.behind) {
        const { reportBehind } = await import('./behind/behind.run.ts');
        await reportBehind(context, version ?? null, options);
        return;
      }
      const needing = ['failOn', 'seen'].find((name) => Object.hasOwn(options, name));
      if (needing !== undefined || options.format !== 'text') {
        const name =
          needing === 'seen' ? '--seen' : needing === undefined ? '--format' : '--fail-on';
        throw new Failure('usage', `${name} is for pages that follow something.`, {
          hint: 'Add --behind',
        });
      }
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
