import { Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { countTo } from './arguments.ts';
import type { CheckFlags } from '../features/check/check-project.ts';

export const checkCommand = (context: Context): Command =>
  new Command('check')
    .summary('check pages and definitions, offline')
    .description(
      'Checks headers, Markdoc syntax, links and their anchors, images, slugs, the navigation and the definitions that the ' +
        'configuration lists; in the platform’s repository layout also what its own check of pull requests looks at: definitions ' +
        'in refs/, settings files, changelog posts, synced blocks and variables. Needs no key and no network. The exit code is 1 ' +
        'where there are errors.',
    )
    .argument('[path|key...]', 'only these pages, by file, folder or key; links may lead to all')
    .addOption(
      new Option('--format <format>', 'sarif: for code scanning; github: workflow commands')
        .choices(['text', 'json', 'sarif', 'github'])
        .default('text'),
    )
    .option('--fix', 'fix what can be fixed safely, and list it', false)
    .option(
      '--changed [ref]',
      'only files that changed since this commit, or the last one, and links elsewhere that this broke',
    )
    .option('--max-warnings <number>', 'fail where there are more warnings', atLeastNone)
    .addHelpText(
      'after',
      `
Examples:
  $ docs check
  $ docs check docs/v1.0/guides --fix
  $ docs check --changed=origin/main --max-warnings 0
  $ docs check --format sarif > check.sarif`,
    )
    .action(async (paths: readonly string[], flags: CheckFlags) => {
      const { runCheck } = await import('../features/check/check-project.ts');
      await runCheck(context, paths, flags);
    });

const positive = countTo(1_000_000_000);

const atLeastNone = (text: string): number => (/^0+$/.test(text) ? 0 : positive(text));
