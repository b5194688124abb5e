import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { PERMISSIONS, type Permission } from '../../model/operations.ts';

interface KeyFlags {
  readonly data: string;
  readonly name: string;
  readonly permission?: readonly Permission[];
  readonly in?: readonly string[];
}

export const platformKeyCommand = (context: Context): Command =>
  new Command('key').summary('make API keys').addCommand(
    new Command('create')
      .summary('make an API key')
      .description(
        "Makes an API key in a platform's data folder, also while it runs. The key is shown this once.",
      )
      .requiredOption('--data <folder>', 'the data folder of docs platform start')
      .option('--name <name>', 'what the key is called', 'docs')
      .addOption(
        new Option('--permission <permission...>', 'what it may do; default: everything').choices(
          PERMISSIONS,
        ),
      )
      .option('--in <version...>', 'slugs of the versions that it may see; default: all')
      .addHelpText(
        'after',
        `
Examples:
  $ docs platform key create --data ~/docs-platform
  $ docs platform key create --data ~/docs-platform --name ci --permission project.read page.read page.edit`,
      )
      .action((flags: KeyFlags) => createPlatformKey(context, flags)),
  );

/** Makes the key and prints it. */
async function createPlatformKey({ host, ui }: Context, flags: KeyFlags): Promise<void> {
  const { createKey } = await import('../../platform/serve.ts');
  const { Refusal } = await import('../../platform/refusal.ts');
  const { name, permission: permissions = null, in: versions = null } = flags;
  try {
    const folder = resolve(host.cwd, flags.data);
    const apiKey = await createKey(folder, { name, permissions, versions }, host.clock);
    await ui.result({ name, apiKey, permissions, versions }, ({ apiKey }) => apiKey);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const named = (versions ?? []).map((version) => `"${version}"`).join(', ');
    throw new Failure('not-found', `${error.message}: ${named}.`, {
      hint: '--in takes slugs of versions, such as v1.0',
      cause: error,
    });
  }
}
