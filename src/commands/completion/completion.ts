import { Argument, Command } from 'commander';
import type { Context } from '../../context.ts';
import type { Shell } from './scripts.ts';

/** The hidden command's name. */
export const COMPLETE = 'complete';

export const completionCommand = (context: Context): Command =>
  new Command('completion')
    .summary('print a script for completion in a shell')
    .description(
      'Prints a script that completes commands, options, versions, documentations, page keys and files. Names come from the lock file and from what ' +
        '`docs version list` and `docs page list` last saw: completing makes no request.',
    )
    .addArgument(
      new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish', 'powershell']),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ echo 'eval "$(docs completion bash)"' >> ~/.bashrc
  $ docs completion zsh > "\${fpath[1]}/_docs"
  $ docs completion fish > ~/.config/fish/completions/docs.fish
  > Add-Content $PROFILE 'docs completion powershell | Out-String | Invoke-Expression'`,
    )
    .action(async (shell: Shell) => {
      const { printScript } = await import('./scripts.ts');
      await printScript(context, shell);
    });

/** The command that the scripts call. It is the only one without a `Ui`: a person waits for it between two key presses, and only scripts read it. */
export const completeCommand = ({ host }: Context, program: Command): Command =>
  new Command(COMPLETE).argument('[words...]').action(async (words: readonly string[]) => {
    const { complete } = await import('./completion.run.ts');
    complete(host, program, words);
  });
