import type { UploadReferencesOptions } from '../../features/references/upload-references.ts';
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { writing } from '../../consent.ts';
import { failOnOption, withReferenceOptions } from './options.ts';

export const refUploadCommand = (context: Context): Command =>
  withReferenceOptions(
    writing(new Command('upload'))
      .summary('upload definitions where they changed')
      .description(
        'Checks definitions, compares them with what is published, and uploads those that say something else. All are checked before the first is ' +
          'sent; what has not changed is not sent. Several files that refer to each other go up as one. Without files: those of the configuration. ' +
          'Asks first; without a terminal it wants --yes.',
      )
      .argument('[file|glob...]', 'definitions')
      .option('--in <version>', 'the version to upload to: slug, name, id or `latest`')
      .option('--draft', 'leave it as a draft: `ref publish` publishes it', false)
      .option('--create', 'create references whose title the version does not have', false)
      .option('--no-check', 'hold them to no rule, for once: they only have to be readable')
      .option('-n, --dry-run', 'show what would be sent and stop', false),
  )
    .addOption(
      failOnOption(
        'send nothing where a change breaks clients (warning: is risky, or a rule warns)',
      ),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ docs ref upload
  $ docs ref upload openapi/petstore.yaml --in v1.0 --fail-on breaking --yes
  $ docs ref upload 'openapi/*.yaml' --in latest --create --yes
  $ docs ref upload openapi/petstore.yaml --in v1.0 --draft --dry-run`,
    )
    .action(async (files: string[], options: UploadReferencesOptions) => {
      const { uploadReferences } = await import('../../features/references/upload-references.ts');
      await uploadReferences(context, files, options);
    });
