import { Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import { countTo } from '../arguments.ts';
import type { CheckFlags } from './check.run.ts';

interface RuleFlags {
  readonly explain?: string;
  readonly rules?: true;
}

export const checkCommand = (context: Context): Command =>
  new Command('check')
    .aliases(['lint', 'validate'])
    .summary('check pages and definitions, offline')
    .description(
      'Checks headers, Markdoc syntax, links and their anchors, images, slugs, the navigation and the definitions that the ' +
        'configuration lists. In the platform’s repository layout it also checks what the platform’s own check of pull requests covers: definitions ' +
        'in refs/, settings files, changelog posts, synced blocks and variables. Needs no key and, without --external, no network. The exit code is 1 ' +
        'if there are errors.',
    )
    .argument(
      '[path|key...]',
      'only these pages, by file, folder or key; links to other pages are still followed',
    )
    .addOption(
      new Option(
        '--format <format>',
        'sarif: for code scanning; github: workflow commands; unix: a line for each finding, for problem matchers; markdown: for a comment, and nothing without findings',
      )
        .choices(['text', 'json', 'sarif', 'github', 'unix', 'markdown'])
        .default('text'),
    )
    .option('--fix', 'fix what can be fixed safely, and list what was fixed', false)
    .option(
      '--changed [ref]',
      'only files that changed since this commit (default: the last one), and links that the changes broke',
    )
    .option('--max-warnings <number>', 'fail if there are more warnings', atLeastNone)
    .option(
      '--write-baseline',
      'record all current findings, so that later runs show only new ones',
      false,
    )
    .addOption(
      new Option(
        '--external',
        'also ask other sites whether links to them lead anywhere; needs the network, and takes up to 5 minutes',
      )
        .default(false)
        .conflicts('writeBaseline'),
    )
    .option('--no-baseline', 'also show findings that are in the baseline')
    .option('--explain <rule>', 'explain a rule, with an example and how to switch it off')
    .addOption(new Option('--rules', 'list the rules of pages').conflicts('explain'))
    .addHelpText(
      'after',
      `
Examples:
  $ docs check
  $ docs check docs/v1.0/guides --fix
  $ docs check --changed=origin/main --max-warnings 0
  $ docs check --write-baseline      # from now on, report only new findings
  $ docs check --external             # in a pipeline that runs once a day
  $ docs check --explain broken-link
  $ docs check --format sarif > check.sarif`,
    )
    .action(async (paths: readonly string[], flags: CheckFlags & RuleFlags) => {
      if (flags.explain !== undefined || flags.rules === true) {
        const { explainRules } = await import('./explain-rules.ts');
        await explainRules(context, flags.explain);
        return;
      }
      const { runCheck } = await import('./check.run.ts');
      await runCheck(context, paths, flags);
    });

const positive = countTo(1_000_000_000);

const atLeastNone = (text: string): number => (/^0+$/.test(text) ? 0 : positive(text));
