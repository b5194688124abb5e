import type { UploadReferencesOptions } from './upload.run.ts';
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { writing } from '../../consent.ts';
import { failOnOption, withReferenceOptions } from './reference-options.ts';

export const refUploadCommand = (context: Context): Command =>
  withReferenceOptions(
    writing(new Command('upload'))
      .summary('upload definitions that changed')
      .description(
        'Checks definitions, compares them with what is published, and uploads those that differ. All are checked before the first is sent; ' +
          'unchanged ones are not sent. Several files that refer to each other are sent as one. Without files: those of the configuration. ' +
          'Asks first; without a terminal it needs --yes. Display settings are sent with a definition: `showTryItOut`, `downloadable` and ' +
          '`expandable` in refs/<slug>.settings.yaml beside refs/<slug>.yaml, or the options, which override them. The platform does not report its ' +
          'own settings, so with such an option even an unchanged definition is uploaded.',
      )
      .argument('[file|glob...]', 'definitions')
      .option('--in <version>', 'the version to upload to: slug, name, id or `latest`')
      .option('--draft', 'leave it as a draft: `ref publish` publishes it', false)
      .option('--create', 'create references whose title the version does not have', false)
      .option('--no-check', 'skip the rules this once: definitions only have to be readable')
      .option('--try-it-out', 'let readers send requests from the reference')
      .option('--no-try-it-out', 'do not')
      .option('--allow-download', 'let readers download the definition')
      .option('--no-allow-download', 'do not')
      .option('--expandable', 'show operations as rows that open')
      .option('--no-expandable', 'do not')
      .option('-n, --dry-run', 'show what would be sent and stop', false),
  )
    .addOption(
      failOnOption(
        'refuse to upload on breaking changes (warning: also on risky ones or rule warnings)',
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
      const { uploadReferences } = await import('./upload.run.ts');
      await uploadReferences(context, files, options);
    });
