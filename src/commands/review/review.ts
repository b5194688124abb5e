import type { ReviewOptions } from './review.run.ts';
import { Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import { withSelection } from '../arguments.ts';

export const reviewCommand = (context: Context): Command =>
  withSelection(new Command('review'))
    .summary('show what would change for readers')
    .description(
      'Shows pages as readers see them, before and after: what a push, a pull or a merge request would change. What readers do not see ' +
        '(header, link targets, alt texts, attributes) is listed separately. Only writes the file that --out names. Comparing with a git ' +
        'revision or an export needs no key.',
    )
    .option(
      '--against <what>',
      'platform: the newest texts there; published: what readers see there; a git revision: what changed since the current commit branched off from it; the ZIP of docs export',
      'platform',
    )
    .option('--out <file>', 'write one HTML file: inline and side by side, nothing loaded')
    .option('--force', 'replace an existing file', false)
    .addOption(
      new Option(
        '--format <format>',
        'markdown: for a comment, at most 60,000 characters, and nothing if nothing changed',
      )
        .choices(['text', 'markdown', 'html'])
        .default('text'),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ docs review --out review.html
  $ docs review v1.0/guides --against published
  $ docs review --against origin/main --format markdown
  $ docs review --against docs-export.zip --json`,
    )
    .action(async (pages: readonly string[], options: ReviewOptions) => {
      const { showReview } = await import('./review.run.ts');
      await showReview(context, pages, options);
    });
