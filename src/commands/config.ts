import { Command } from 'commander';
import type { Context } from '../context.ts';

export const configCommand = (context: Context): Command =>
  new Command('config')
    .summary('show every setting and where it came from')
    .description(
      'Shows every setting and where it came from: flag, environment, profile, file or default.',
    )
    .addHelpText('after', '\nExamples:\n  $ docs config\n  $ docs config --profile staging --json')
    .action(() => showConfig(context));

/** Prints the settings. Makes no request. */
export async function showConfig(context: Context): Promise<void> {
  const { configView } = await import('../ui/views/config.ts');
  await context.ui.result(await context.config(), configView);
}
