import type { CompareOptions } from './diff.run.ts';
import { Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import { failOnOption, withReferenceOptions } from './reference-options.ts';

export const refDiffCommand = (context: Context): Command =>
  withReferenceOptions(
    new Command('diff')
      .summary('compare definitions, and say what breaks clients')
      .description(
        'Compares a definition with what it would replace: operations and schemas added, removed and changed, and for each change whether it ' +
          'breaks clients, may do so (risky) or is safe. The definition that is named is the new one, a file or a reference (its draft); ' +
          '--against names the old one. Without --against it is what is published: of the reference that has the same title. Without a name, each definition under `references:` in the settings is compared so.',
      )
      .argument('[new]', 'a file, or a reference: its draft')
      .argument('[others...]', 'refused: --against names the old one')
      .usage('[options] [new]')
      .option('--against <old>', 'the old one: a file, or a reference as published')
      .option('--in <version>', 'the version that the references are in')
      .option('--draft', "compare with the old one's draft", false)
      .option('--all', 'list each change, with its place and operations; safe ones too', false),
  )
    .addOption(
      new Option(
        '--format <format>',
        'markdown: for a comment on a pull request; html: one file, for an archive; sarif: for code scanning; post: for readers, as a file of a changelog',
      )
        .choices(['text', 'markdown', 'html', 'sarif', 'post'])
        .default('text'),
    )
    .addOption(failOnOption('lowest severity that makes the exit code 5 (warning: risky)'))
    .addHelpText(
      'after',
      `
Examples:
  $ docs ref diff openapi/petstore.yaml --in v1.0
  $ docs ref diff openapi/petstore.yaml --against v1.0/petstore --format markdown --fail-on breaking
  $ docs ref diff new.yaml --against old.yaml --format html > changes.html
  $ docs ref diff openapi/petstore.yaml --format post > docs/changelogs/news/petstore-2.md
  $ docs ref diff --fail-on breaking   all definitions of the settings
  $ docs ref diff petstore             the draft of petstore with what is published`,
    )
    .action(
      async (newer: string | undefined, others: readonly string[], options: CompareOptions) => {
        const { diffReferences } = await import('./diff.run.ts');
        await diffReferences(context, { newer, others }, options);
      },
    );
