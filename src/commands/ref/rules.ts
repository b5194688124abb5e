import { Command } from 'commander';
import type { Context } from '../../context.ts';

export const refRulesCommand = (context: Context): Command =>
  new Command('rules')
    .summary('list the rules of ref diff and ref check, or explain one')
    .description(
      'Lists the rules by which `ref diff` says what a change means to clients: whether it is breaking, risky or safe where clients ' +
        'write what changed (request), and where they read it (response). With the name of a rule: what it says, and why. Needs no ' +
        'key and no network.',
    )
    .argument('[rule]', 'the name of a rule, as in the square brackets of a report')
    .option('--check', 'list the rules of `ref check` instead', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs ref rules
  $ docs ref rules --check
  $ docs ref rules enum-value-added`,
    )
    .action(async (rule: string | undefined, options: { readonly check: boolean }) => {
      const { showRules } = await import('./rules.run.ts');
      await showRules(context, rule, options);
    });
