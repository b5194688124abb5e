import { Command } from 'commander';
import type { Context } from '../../context.ts';

export const loginCommand = (context: Context): Command =>
  new Command('login')
    .summary('keep an API key')
    .description(
      "Asks for an API key without showing it, or reads it from standard input, tries it, and keeps it in the system's key store, or else in a " +
        'file that only you can read. It is sent to the address that it was given for and nowhere else.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ docs login
  $ docs login --base-url https://docs.example.com/api/v1
  $ pass show docs-key | docs login`,
    )
    .action(async () => {
      const { login } = await import('../../features/keys/login.ts');
      await login(context);
    });
