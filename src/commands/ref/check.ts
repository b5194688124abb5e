import type { CheckReferencesOptions } from './check.run.ts';
import { Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import { withReferenceOptions } from './reference-options.ts';

export const refCheckCommand = (context: Context): Command =>
  withReferenceOptions(
    new Command('check')
      .summary('check definitions, offline')
      .description(
        'Checks definitions as `ref upload` does before it sends them: syntax, the OpenAPI standard, the rules of a `redocly.yaml` in the ' +
          "project's folder, `$ref`s, size. Needs no key and no network. Without files: those of the configuration.",
      )
      .argument('[file|glob...]', 'definitions'),
  )
    .addOption(
      new Option(
        '--format <format>',
        'sarif: for code scanning; unix: a line for each finding, for problem matchers',
      )
        .choices(['text', 'sarif', 'unix'])
        .default('text'),
    )
    .addOption(
      new Option('--fail-on <what>', 'lowest severity that makes the exit code 1')
        .choices(['error', 'warning', 'never'])
        .default('error'),
    )
    .option('--no-baseline', 'also show findings that are in the baseline of docs check')
    .addHelpText(
      'after',
      `
Examples:
  $ docs ref check
  $ docs ref check 'openapi/*.yaml' --fail-on warning
  $ docs ref check openapi/petstore.yaml --format sarif > check.sarif`,
    )
    .action(async (files: string[], options: CheckReferencesOptions) => {
      const { checkFiles } = await import('./check.run.ts');
      await checkFiles(context, files, options);
    });
