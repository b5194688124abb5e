import { Command } from 'commander';
import type { Context } from '../../context.ts';

export const lspCommand = (context: Context): Command =>
  new Command('lsp')
    .summary('show the findings of docs check in an editor, as pages are typed')
    .description(
      'A language server: an editor starts it and talks to it on stdin and stdout. It shows what docs check finds, for the text in the editor. ' +
        'It needs no key, sends no request, and writes no file: the editor makes all changes. ' +
        'The manual’s page "In an editor" sets up Neovim, Emacs and VS Code.',
    )
    .option('--stdio', 'talk on stdin and stdout, which is all it does; editors give it', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs lsp --stdio`,
    )
    .action(async () => {
      const { runLsp } = await import('./lsp.run.ts');
      await runLsp(context);
    });
