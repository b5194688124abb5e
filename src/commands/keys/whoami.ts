import { Command } from 'commander';
import type { Context } from '../../context.ts';

export const whoamiCommand = (context: Context): Command =>
  new Command('whoami')
    .summary('show which key is used, and what it may do')
    .description(
      'Shows the base URL, where the key came from, and what the key may do, as far as reads can tell that change nothing and use no scarce limit. ' +
        'Whether it may write can only be found out by writing.',
    )
    .addHelpText('after', '\nExamples:\n  $ docs whoami\n  $ docs whoami --profile staging --json')
    .action(async () => {
      const { whoami } = await import('./whoami.run.ts');
      await whoami(context);
    });
