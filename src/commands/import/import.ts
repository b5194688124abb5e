import { anyOf } from '../../model/text/sentences.ts';
import { Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import type { ImportFlags } from './import.run.ts';
import { SITE_TOOLS, TOOLS } from '../../importers/tools.ts';

export const importCommand = (context: Context): Command =>
  new Command('import')
    .summary('translate the pages of another tool, or an export, into this format')
    .description(
      `Reads the sources of ${labels(SITE_TOOLS)}, and writes them as pages of the platform, with navigation, ` +
        'images and links, in a separate folder. Configuration that is code is read, never run. What cannot be translated stays as text, and is ' +
        'listed. Also converts an export of the platform, a ZIP or unpacked: pages get their slugs as names, and links to pages become relative. ' +
        'Running the same import again changes nothing, and keeps files that were edited since. Needs no key and no platform.',
    )
    .argument(
      '<source>',
      "the other tool's project: the folder with its configuration; or an export: ZIP or folder",
    )
    .requiredOption(
      '--out <folder>',
      'where to write the pages: new, empty, or made by docs import',
    )
    .option(
      '--in <version/documentation>',
      'where the pages go (default: v1.0 and the name of the folder)',
    )
    .addOption(
      new Option('--from <tool>', 'what the source is (default: detected)').choices(
        TOOLS.map(({ name }) => name),
      ),
    )
    .option('--force', 'write next to other files in the folder; those that exist are kept', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs import ../website --out docs
  $ docs import . --out docs --in v2.0/guide --from mkdocs
  $ docs import ../website --out docs --json
  $ docs import export.zip --out docs`,
    )
    .action(async (source: string, flags: ImportFlags) => {
      const { importDocs } = await import('./import.run.ts');
      await importDocs(context, source, flags);
    });

const labels = (tools: readonly { readonly label: string }[]): string =>
  anyOf(tools.map(({ label }) => label));
