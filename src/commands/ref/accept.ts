import type { AcceptOptions } from './accept.run.ts';
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { withReferenceOptions } from './reference-options.ts';

export const refAcceptCommand = (context: Context): Command =>
  withReferenceOptions(
    new Command('accept')
      .summary('accept the breaking changes of a definition, with a reason')
      .description(
        'Writes each change of a definition that breaks clients, and is not accepted yet, to docs-cli.accepted.yml beside the configuration, ' +
          'with a reason. Commit the file: `ref diff` and `ref upload` then let these changes pass, and say so. An entry accepts one change of ' +
          'one operation or schema, never a rule. Without --against, entries of the definition whose change is not there any more are removed.',
      )
      .argument('<definition>', 'a file of the project')
      .option('--against <old>', 'the old one: a file, or a reference as published')
      .option('--in <version>', 'the version that the reference is in')
      .option('--reason <text>', 'why it is accepted, for all of them; asked on a terminal'),
  )
    .addHelpText(
      'after',
      `
Examples:
  $ docs ref accept openapi/petstore.yaml --reason 'No client calls it since March'
  $ docs ref accept openapi/petstore.yaml --against released.yaml`,
    )
    .action(async (definition: string, options: AcceptOptions) => {
      const { acceptChanges } = await import('./accept.run.ts');
      await acceptChanges(context, definition, options);
    });
