import { Option, type Command } from 'commander';

/** How far `$ref`s of a definition may lead. */
export interface ReferenceOptions {
  readonly remoteRefs: boolean;
  readonly outsideRefs: boolean;
}

export const withReferenceOptions = (command: Command): Command =>
  command
    .option('--remote-refs', 'follow `$ref`s to the network', false)
    .option('--outside-refs', 'follow `$ref`s out of the project folder', false);

/** What makes a comparison fail. */
export type FailOn = 'breaking' | 'warning' | 'never';

export const failOnOption = (description: string): Option =>
  new Option('--fail-on <what>', description)
    .choices(['breaking', 'warning', 'never'])
    .default('never');
