import { Command } from 'commander';
import type { Context } from '../../context.ts';

export const demoCommand = (context: Context): Command =>
  new Command('demo')
    .summary('see the tool at work on sample pages')
    .description(
      'Starts the platform in memory, pushes sample pages to it, publishes them, edits one and pushes again, and shows ' +
        'each plan. Needs no account and no network, and leaves nothing behind.',
    )
    .addHelpText('after', '\nExamples:\n  $ docs demo\n  $ docs demo --json')
    .action(async () => {
      const { runDemo } = await import('./demo.run.ts');
      await runDemo(context);
    });
