import { Option, type Command } from 'commander';

export const withReferenceOptions = (command: Command): Command =>
  command
    .option('--remote-refs', 'follow `$ref`s to the network', false)
    .option('--outside-refs', 'follow `$ref`s outside the project folder', false);

export const failOnOption = (description: string): Option =>
  new Option('--fail-on <what>', description)
    .choices(['breaking', 'warning', 'never'])
    .default('never');
