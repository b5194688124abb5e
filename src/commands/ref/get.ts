import type { GetReferenceOptions } from './get.run.ts';
import { Command, Option } from 'commander';
import type { Context } from '../../context.ts';

export const refGetCommand = (context: Context): Command =>
  new Command('get')
    .summary('print the definition of a reference')
    .description('Prints the published definition of a reference, byte for byte as it is served.')
    .argument('<ref>', 'slug, title or id, with or without its version: v1.0/petstore')
    .option('--in <version>', 'the version that it is in')
    .option('--draft', 'print the unpublished draft instead', false)
    .addOption(
      new Option('--format <format>', 'auto: as it was uploaded')
        .choices(['auto', 'yaml', 'json'])
        .default('auto'),
    )
    .option('-o, --output <file>', 'write to this file')
    .option('--force', 'replace an existing file', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs ref get petstore > petstore.yaml
  $ docs ref get petstore --in latest --draft --format json -o draft.json`,
    )
    .action(async (name: string, options: GetReferenceOptions) => {
      const { getReference } = await import('./get.run.ts');
      await getReference(context, name, options);
    });
