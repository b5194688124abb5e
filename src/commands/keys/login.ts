import { Command } from 'commander';
import type { Context } from '../../context.ts';

export const loginCommand = (context: Context): Command =>
  new Command('login')
    .summary('store an API key')
    .description(
      "Asks for an API key without showing it, or reads it from standard input, tests it, and stores it in the system's key store, or in a " +
        'file that only you can read. The key is sent only to the address that it was given for. With --profile it is the key of that profile alone, for several projects at one address.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ docs login
  $ docs login --base-url https://docs.example.com/api/v1
  $ docs login --profile handbook
  $ pass show docs-key | docs login`,
    )
    .action(async () => {
      const { login } = await import('./login.run.ts');
      await login(context);
    });
