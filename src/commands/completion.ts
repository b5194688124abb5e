import { Argument, Command } from 'commander';
import type { Context } from '../context.ts';

/** The hidden command's name. */
export const COMPLETE = 'complete';

export const completionCommand = (context: Context): Command =>
  new Command('completion')
    .summary('print a script for completion in a shell')
    .description(
      'Prints a script that completes commands, options, versions, documentations, page keys and files. Names come from the lock file and from what ' +
        '`docs version list` and `docs page list` last saw: completing makes no request.',
    )
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
Examples:
  $ echo 'eval "$(docs completion bash)"' >> ~/.bashrc
  $ docs completion zsh > "\${fpath[1]}/_docs"
  $ docs completion fish > ~/.config/fish/completions/docs.fish`,
    )
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { SCRIPTS } = await import('./completion/scripts.ts');
      const script = SCRIPTS[shell];
      if (context.ui.json) await context.ui.result({ shell, script }, () => '');
      else await context.ui.raw(script);
    });

/**
 * What the scripts call: the words up to the cursor, the one under it last. Prints a candidate a line, and `:files` where files
 * may follow. The one command without a `Ui`: a person is waiting between two keys, and only scripts read it.
 */
export const completeCommand = ({ host }: Context, program: Command): Command =>
  new Command(COMPLETE).argument('[words...]').action(async (words: readonly string[]) => {
    const [{ suggest }, { knownNames }] = await Promise.all([
      import('./completion/suggest.ts'),
      import('./completion/names.ts'),
    ]);
    const { values, files } = suggest(program, words, () => knownNames(host));
    const lines = values.map(({ value, about }) => (about === '' ? value : `${value}\t${about}`));
    host.stdout.write([...lines, ...(files ? [':files'] : [])].map((line) => `${line}\n`).join(''));
  });
