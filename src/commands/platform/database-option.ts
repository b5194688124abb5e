import { type Command, Option } from 'commander';

/** The option for the database of a project that several instances serve. */
export const databaseOption = (): Option =>
  new Option(
    '--database <address>',
    'the PostgreSQL database that holds everything, as postgres://user@host:5432/name; default: DOCS_PLATFORM_DATABASE',
  );

/** Adds the options that name an existing platform. */
export const onPlatform = (command: Command): Command =>
  command
    .option('--data <folder>', 'the data folder of docs platform start')
    .addOption(databaseOption());
